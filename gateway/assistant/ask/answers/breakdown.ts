import { counted } from '#domain/numberFormat.ts';
import { formatMoney, percentageOf, subtract, sum, ZERO, type Money } from '#domain/money.ts';
import { formatPercentage } from '#domain/numberFormat.ts';
import type { Days } from '#domain/assistant/periods.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { narrowedTo } from '../narrowed.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, listAt, part, PATHS, say, strong } from '../words.ts';

interface Group {
  ownerId: string | null;
  name: string | null;
  count: number;
  value: Money;
}
interface Groups {
  installmentGroups: { content: Group[]; total: Money; groups: number } | null;
}

const QUERY = `query AssistantGroups($companyId: ID!, $type: TransactionType!, $by: InstallmentGrouping!, $filter: InstallmentGroupsFilter!) {
  installmentGroups(companyId: $companyId, type: $type, by: $by, filter: $filter) { content { ownerId name count value } total groups }
}`;

/** Groups that an answer shows; the rest is summed in one line. */
const SHOWN = 7;

const WORDS = {
  partner: { DEBIT: ['fornecedor', 'Sem fornecedor'], CREDIT: ['cliente', 'Sem cliente'], key: 'partner' },
  category: { DEBIT: ['categoria', 'Sem categoria'], CREDIT: ['categoria', 'Sem categoria'], key: 'category' },
  building: { DEBIT: ['obra', 'Sem obra'], CREDIT: ['obra', 'Sem obra'], key: 'building' },
  month: { DEBIT: ['mês', ''], CREDIT: ['mês', ''], key: 'month' },
} as const;
type By = keyof typeof WORDS;

const LISTS = {
  DEBIT: {
    paid: PATHS.expenses,
    open: PATHS.expenseInstallments,
    done: 'Despesas pagas',
    due: 'Despesas em aberto',
    tone: 'OUT',
  },
  CREDIT: {
    paid: PATHS.incomes,
    open: PATHS.incomeInstallments,
    done: 'Receitas recebidas',
    due: 'Receitas em aberto',
    tone: 'IN',
  },
} as const;

/** The list that shows what a group, or all of them, were summed from. */
export const sumsAt = (
  request: Request,
  period: Days | undefined,
  own: Readonly<Record<string, string>> = {},
): string => {
  const { slots } = request;
  const lists = LISTS[slots.side ?? 'DEBIT'];
  const keys = { ...narrowedTo(request).address, ...own };
  if (slots.status === 'OVERDUE') return listAt(lists.open, { status: 'OVERDUE', ...keys }, period);
  if (slots.status !== 'PAID') return listAt(lists.open, { forecast: 'true', ...keys }, period);
  return period
    ? listAt(lists.paid, { paidFrom: period.from, paidTo: period.to, ...keys })
    : listAt(lists.open, { status: 'PAID', ...keys });
};

const stateOf = (request: Request) =>
  request.slots.status === 'PAID' ? 'PAID' : request.slots.status === 'OVERDUE' ? 'OVERDUE' : 'OPEN';

const ownKey = (by: By, { ownerId }: Group): Readonly<Record<string, string>> | null => {
  if (by === 'month') return null;
  if (ownerId !== null) return { [WORDS[by].key]: ownerId };
  if (by === 'category') return { withoutCategory: 'true' };
  return by === 'building' ? { building: '-1' } : null;
};

const monthName = (name: string): string => `${name.slice(5)}/${name.slice(0, 4)}`;

/** Paid or open values by partner, category, obra or month, the largest first. */
export const breakdown: Answer = async (request: Request, asking: Asking) => {
  const { slots, names } = request;
  const by: By = slots.by === undefined || slots.by === 'stage' ? 'category' : slots.by;
  const side = slots.side ?? 'DEBIT';
  const [period] = (slots.periods ?? []).map((one) => (slots.status === 'PAID' ? one.past : one.future));
  const { installmentGroups } = await asking.query<Groups>(QUERY, {
    ...{ companyId: asking.companyId, type: side, by: by.toUpperCase() },
    filter: {
      state: stateOf(request),
      ...(period && { from: period.from, to: period.to }),
      ...(names.partner && { partnerId: names.partner.id }),
      ...(names.category && { categoryId: names.category.id }),
      ...(names.building && { buildingId: names.building.id }),
    },
  });
  const { content: all = [], total = ZERO, groups: count = 0 } = installmentGroups ?? {};
  // What has none is shown, but is no group that comes first.
  const content =
    by === 'month'
      ? all
      : [...all.filter(({ ownerId }) => ownerId !== null), ...all.filter(({ ownerId }) => ownerId === null)];
  const groups = count - (by !== 'month' && all.some(({ ownerId }) => ownerId === null) ? 1 : 0);
  const lists = LISTS[side];
  const [one, none] = WORDS[by][side];
  const what =
    slots.status === 'PAID'
      ? lists.done
      : slots.status === 'OVERDUE'
        ? `${lists.due.split(' ')[0]} vencidas`
        : lists.due;
  const scope = `${what}${period ? ` ${period.when}` : ''}${slots.status === 'PAID' ? (side === 'DEBIT' ? ', pela data do pagamento' : ', pela data do recebimento') : ''}, ${placeWords(request, asking, side)}`;
  const link = { label: 'Abrir a lista', to: sumsAt(request, period) };
  const [first] = content;
  if (!first)
    return answer(request.intent.name, say`Nada encontrado: ${what.toLowerCase()}${period ? ` ${period.when}` : ''}.`, {
      scope,
      links: [link],
    });
  const without = by === 'month' ? [] : content.filter(({ ownerId }) => ownerId === null);
  const shown =
    by === 'month'
      ? content.slice(-12)
      : [...content.filter(({ ownerId }) => ownerId !== null).slice(0, SHOWN), ...without];
  const rest = subtract(total, sum(shown.map(({ value }) => value)));
  const nameOf = ({ name }: Group) => (by === 'month' ? monthName(name ?? '') : (name ?? none));
  const parts = shown.map((group) => {
    const own = ownKey(by, group);
    return part(nameOf(group), formatMoney(group.value), 'NEUTRAL', own && sumsAt(request, period, own));
  });
  const others = groups - shown.filter(({ ownerId }) => by === 'month' || ownerId !== null).length;
  const spans =
    by === 'month'
      ? say`${what} por mês: ${amount(total)} ao todo.`
      : say`${strong(nameOf(first))} vem primeiro, com ${amount(first.value)}: ${formatPercentage(percentageOf(first.value, total))} de ${amount(total)} em ${counted(groups, one, one === 'mês' ? 'meses' : one.endsWith('r') ? `${one}es` : `${one}s`)}.`;
  return answer(request.intent.name, spans, {
    parts: [
      ...parts,
      ...(others > 0 ? [part(by === 'month' ? 'Meses anteriores' : `Outros ${others}`, formatMoney(rest))] : []),
      part('Total', formatMoney(total), lists.tone, link.to),
    ],
    links: [link],
    scope,
  });
};
