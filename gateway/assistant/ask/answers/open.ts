import { counted } from '#domain/numberFormat.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { formatMoney, isZero, type Money } from '#domain/money.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { buildingKey, placeWords } from '../scope.ts';
import { amount, answer, listAt, openWords, part, PATHS, say, strong } from '../words.ts';
import { breakdown } from './breakdown.ts';

interface Totals {
  count: number;
  value: Money;
}
type Page = { totals: Totals } | null;

const QUERY = `query AssistantOpen($companyId: ID!, $type: TransactionType!, $all: InstallmentFilter, $overdue: InstallmentFilter, $due: InstallmentFilter, $planned: InstallmentFilter) {
  all: installments(companyId: $companyId, type: $type, size: 1, filter: $all) { totals { count value } }
  overdue: installments(companyId: $companyId, type: $type, size: 1, filter: $overdue) { totals { count value } }
  due: installments(companyId: $companyId, type: $type, size: 1, filter: $due) { totals { count value } }
  planned: installments(companyId: $companyId, type: $type, size: 1, filter: $planned) { totals { count value } }
}`;

const SIDES = {
  DEBIT: { path: PATHS.expenseInstallments, owe: 'Você deve', to: 'ao fornecedor', what: 'Despesas', tone: 'OUT' },
  CREDIT: { path: PATHS.incomeInstallments, owe: 'Você tem a receber', to: 'de', what: 'Receitas', tone: 'IN' },
} as const;

/** What is open, with what of it is late, due within 30 days, and later. Installments, as their own list shows them. */
export const open: Answer = async (request: Request, asking: Asking) => {
  const { slots, names } = request;
  if (slots.by !== undefined) return breakdown(request, asking);
  const side = slots.side ?? 'DEBIT';
  const words = SIDES[side];
  const period = slots.periods?.[0]?.future;
  const late = slots.status === 'OVERDUE';
  const filter = {
    ...(names.partner && { partnerId: names.partner.id }),
    ...(names.building && { buildingId: names.building.id }),
    ...(names.category && { categoryId: names.category.id }),
    ...(period && { dueDate: { start: period.from, end: addDays(period.to, 1) } }),
  };
  const { companyId } = asking;
  const data = await asking.query<Record<'all' | 'overdue' | 'due' | 'planned', Page>>(QUERY, {
    ...{ companyId, type: side },
    all: { ...filter, ...(late ? { status: 'OVERDUE' } : { forecast: true }) },
    overdue: { ...filter, status: 'OVERDUE' },
    due: { ...filter, status: 'DUE' },
    planned: { ...filter, status: 'PLANNED' },
  });
  const totals = (key: keyof typeof data): Totals => data[key]?.totals ?? { count: 0, value: '0.00' };
  const all = totals('all');
  const keys = {
    ...{ partner: names.partner?.id, category: names.category?.id, building: buildingKey(request) },
  };
  const linkOf = (status: Record<string, string>) => listAt(words.path, { ...status, ...keys }, period);
  const link = linkOf(late ? { status: 'OVERDUE' } : { forecast: 'true' });
  const partner = names.partner ? [strong(names.partner.name)] : [];
  const when = period ? `, com vencimento ${period.when}` : '';
  const whom = partner.length > 0 ? (side === 'DEBIT' ? ' a ' : ' de ') : '';
  const spans =
    all.count === 0
      ? say`Nada ${late ? 'vencido' : side === 'DEBIT' ? 'a pagar' : 'a receber'}${whom}${partner[0] ?? ''}${when}.`
      : say`${words.owe} ${amount(all.value)}${whom}${partner[0] ?? ''}${late ? ' já vencidos' : ''}, em ${counted(all.count, 'parcela')}${when}.`;
  const rows = [
    ['Vencido', totals('overdue'), 'LATE', 'OVERDUE'],
    [`Até ${formatDate(addDays(asking.today, 29))}`, totals('due'), 'NEUTRAL', 'DUE'],
    ['Depois', totals('planned'), 'NEUTRAL', 'PLANNED'],
  ] as const;
  const parts = late
    ? []
    : rows.flatMap(([label, { value }, tone, status]) =>
        isZero(value) ? [] : [part(label, formatMoney(value), tone, linkOf({ status }))],
      );
  const category = names.category ? `, categoria ${names.category.name}` : '';
  return answer(request.intent.name, spans, {
    parts: parts.length > 1 || (parts.length === 1 && parts[0]?.tone === 'LATE') ? parts : [],
    links: [{ label: openWords(all.count, 'a', 'parcela'), to: link }],
    scope: `${words.what} ${late ? 'vencidas' : 'em aberto'}${category}, ${placeWords(request, asking, side)}`,
  });
};
