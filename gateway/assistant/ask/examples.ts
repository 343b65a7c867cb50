import type { Permission } from '#domain/permissions.ts';
import type { Asking } from './asking.ts';

/** Sentences that show what may be asked, each with what it takes; null: an administrator. */
const EXAMPLES: readonly (readonly [string, readonly Permission[] | null])[] = [
  ['o que vence essa semana', ['DEBIT']],
  ['panorama da semana', ['DEBIT']],
  ['saldo previsto para o fim do mês', null],
  ['quanto tenho a receber', ['CREDIT']],
  ['gastos por fornecedor este ano', ['DEBIT']],
  ['resultado do mês passado', null],
  ['pedidos atrasados', ['PURCHASE']],
  ['preço do cimento', ['PURCHASE', 'ENGINEERING']],
  ['qual etapa estourou', ['ENGINEERING']],
  ['cotações abertas', ['PURCHASE']],
  ['medições', ['ENGINEERING']],
  ['como importar extrato', ['DEBIT', 'CREDIT']],
];

/** The first examples that the asker may have answered. */
export const examplesFor = ({ session, companyId }: Pick<Asking, 'session' | 'companyId'>, count: number): string[] => {
  const held = new Set(Object.values(session.permissions[companyId] ?? {}).flat());
  return EXAMPLES.filter(([, rule]) => session.admin || rule?.some((one) => held.has(one)) === true)
    .slice(0, count)
    .map(([text]) => text);
};
