import { endOfMonth, startOfMonth } from '#domain/dates.ts';
import { formatMoney, isNegative, subtract, type Money } from '#domain/money.ts';
import { usualPeriod, type Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { amount, answer, part, PATHS, say } from '../words.ts';
import { change } from './change.ts';

interface Statement {
  financialStatement: { lines: { line: string; label: string; total: Money }[] } | null;
}

const QUERY = `query AssistantResult($companyId: ID!, $buildingId: ID, $from: String!, $to: String!) {
  financialStatement(companyId: $companyId, buildingId: $buildingId, regime: CASH, from: $from, to: $to) { lines { line label total } }
}`;

const MOST_MONTHS = 24;
const SHOWN = ['NET_REVENUE', 'CONSTRUCTION_COST', 'GROSS_PROFIT'];

/** Whole months that a period covers, or why the statement cannot answer. */
const monthsOf = ({ from, to }: Days): { from: string; to: string } | string => {
  if (from !== startOfMonth(from) || to !== endOfMonth(to))
    return 'O resultado é por mês inteiro. Pergunte por um mês, um trimestre ou um ano.';
  const count =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;
  return count > MOST_MONTHS
    ? 'O demonstrativo soma até 24 meses de cada vez.'
    : { from: from.slice(0, 7), to: to.slice(0, 7) };
};

const addressOf = (request: Request, months: { from: string; to: string }): string =>
  `${PATHS.statement}?${new URLSearchParams({ ...months, regime: 'cash', building: request.names.building?.id ?? 'all' }).toString()}`;

const linesOf = async ({ names }: Request, { query, companyId }: Asking, months: { from: string; to: string }) => {
  const { financialStatement } = await query<Statement>(QUERY, {
    companyId,
    buildingId: names.building?.id ?? null,
    ...months,
  });
  return new Map((financialStatement?.lines ?? []).map((line) => [line.line, line]));
};

/** Result of whole months, by payment, as the Demonstrativo shows it. */
export const result: Answer = async (request, asking) => {
  const usual = usualPeriod('mes passado', asking.today);
  const [first = usual, second] = (request.slots.periods ?? []).map(({ past }) => past);
  const [months, others] = [monthsOf(first), second && monthsOf(second)];
  if (typeof months === 'string') return answer('result', say`${months}`);
  if (typeof others === 'string') return answer('result', say`${others}`);
  const lines = await linesOf(request, asking, months);
  const total = lines.get('RESULT')?.total ?? '0.00';
  const place = request.names.building ? `, ${request.names.building.name}` : ', todas as obras';
  const scope = `Demonstrativo pela data do pagamento${place}`;
  const words = isNegative(total) ? 'Prejuízo' : 'Resultado';
  const running = first.to >= asking.today ? ', até hoje' : '';
  if (second && others) {
    const before = (await linesOf(request, asking, others)).get('RESULT')?.total ?? '0.00';
    const changed = isNegative(before) || isNegative(total) ? null : change(total, before);
    return answer(
      'compare',
      say`Resultado de ${amount(total)} ${first.when} e ${amount(before)} ${second.when}${changed === null ? '' : `: ${changed}`}.`,
      {
        parts: [
          part(first.label, formatMoney(total), isNegative(total) ? 'LATE' : 'IN', addressOf(request, months)),
          part(second.label, formatMoney(before), isNegative(before) ? 'LATE' : 'IN', addressOf(request, others)),
          part('Diferença', formatMoney(subtract(total, before))),
        ],
        links: [{ label: 'Abrir Demonstrativo', to: addressOf(request, months) }],
        scope,
      },
    );
  }
  return answer('result', say`${words} de ${amount(total)} ${first.when}${running}.`, {
    parts: SHOWN.flatMap((key) => {
      const line = lines.get(key);
      return line ? [part(line.label, formatMoney(line.total), isNegative(line.total) ? 'OUT' : 'IN')] : [];
    }),
    links: [{ label: 'Abrir Demonstrativo', to: addressOf(request, months) }],
    scope,
  });
};
