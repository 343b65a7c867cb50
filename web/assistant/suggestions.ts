import { addMonths, formatWholeMonth } from '#domain/dates.ts';
import type { Session } from '#web/session/sessionContext.ts';
import type { AccessRule } from '#web/session/access.ts';
import { today } from '#web/ui/clock.ts';

export interface Suggestion {
  label: string;
  /** What is asked. */
  text: string;
  rule: AccessRule;
}

const all = (): Suggestion[] => {
  const month = formatWholeMonth(addMonths(today(), 1));
  return [
    { label: 'Vencidas hoje', text: 'despesas vencidas', rule: { anyOf: ['DEBIT'] } },
    { label: `Saldo em ${month}`, text: `saldo previsto para ${month}`, rule: 'admin' },
    { label: 'Panorama da semana', text: 'panorama da semana', rule: { anyOf: ['DEBIT', 'CREDIT'] } },
    { label: 'Receitas em aberto', text: 'receitas em aberto', rule: { anyOf: ['CREDIT'] } },
    { label: 'Pedidos atrasados', text: 'pedidos atrasados', rule: { anyOf: ['PURCHASE'] } },
    { label: 'Cotações abertas', text: 'cotações abertas', rule: { anyOf: ['PURCHASE'] } },
    { label: 'Medições', text: 'medições', rule: { anyOf: ['ENGINEERING'] } },
    { label: 'O que você sabe fazer?', text: 'ajuda', rule: 'authenticated' },
  ];
};

/** Questions that the reader may ask. */
export const suggestionsFor = (may: Session['may']): Suggestion[] =>
  all()
    .filter(({ rule }) => may(rule))
    .slice(0, 4);
