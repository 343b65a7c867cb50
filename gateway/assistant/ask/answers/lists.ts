import { counted } from '#domain/numberFormat.ts';
import { addDays } from '#domain/dates.ts';
import { compare, formatMoney, isZero, MAX_MONEY, type Money } from '#domain/money.ts';
import { nearest, type Days } from '#domain/assistant/periods.ts';
import type { AssistantAnswer } from '#schema/assistant/answer.ts';
import type { Answer, Asking, Request } from '../asking.ts';
import { isUngroupable, narrowedTo, narrowedWords, rangeWords } from '../narrowed.ts';
import { placeWords } from '../scope.ts';
import { amount, answer, listAt, openWords, part, PATHS, say } from '../words.ts';
import { open } from './open.ts';
import { paid } from './paid.ts';

interface Totals {
  count: number;
  value: Money;
  openValue: Money;
  overdueValue: Money;
}
interface Page {
  page: { totals: Totals } | null;
}

const TRANSACTIONS = `query AssistantTransactions($companyId: ID!, $type: TransactionType!, $filter: TransactionFilter) {
  page: transactions(companyId: $companyId, type: $type, size: 1, filter: $filter) { totals { count value openValue overdueValue } }
}`;
const INSTALLMENTS = `query AssistantInstallments($companyId: ID!, $type: TransactionType!, $filter: InstallmentFilter) {
  page: installments(companyId: $companyId, type: $type, size: 1, filter: $filter) { totals { count value openValue overdueValue } }
}`;

const LISTS = {
  DEBIT: { whole: PATHS.expenses, parts: PATHS.expenseInstallments, one: 'despesa', title: 'Despesas' },
  CREDIT: { whole: PATHS.incomes, parts: PATHS.incomeInstallments, one: 'receita', title: 'Receitas' },
} as const;

const STATES = {
  OVERDUE: { filter: { status: 'OVERDUE' }, address: { status: 'OVERDUE' }, words: [' vencida', ' vencidas'] },
  PAID: { filter: { status: 'PAID' }, address: { status: 'PAID' }, words: [' paga', ' pagas'] },
  OPEN: { filter: { forecast: true }, address: { forecast: 'true' }, words: [' em aberto', ' em aberto'] },
  ALL: { filter: {}, address: {}, words: ['', ''] },
} as const;

/** What is due in days that are over may be paid or not; what is to come is asked for because it is open. */
const stateOf = (status: string | undefined, period: Days | undefined, today: string): keyof typeof STATES => {
  if (status === 'OVERDUE' || status === 'PAID') return status;
  return status === undefined && period && period.to < today ? 'ALL' : 'OPEN';
};

/** A list of installments: those that are late or open, or due in a period, to the cent of their own list. */
const installmentList = async (request: Request, asking: Asking, period: Days | undefined) => {
  const { slots } = request;
  const side = slots.side ?? 'DEBIT';
  const lists = LISTS[side];
  const { filter, address } = narrowedTo(request);
  const due = period && { dueDate: { start: period.from, end: addDays(period.to, 1) } };
  const state = STATES[stateOf(slots.status, period, asking.today)];
  const { page } = await asking.query<Page>(INSTALLMENTS, {
    ...{ companyId: asking.companyId, type: side, filter: { ...filter, ...due, ...state.filter } },
  });
  const { count, value } = page?.totals ?? { count: 0, value: '0.00' };
  const to = listAt(lists.parts, { ...state.address, ...address }, period);
  const when = period ? ` com vencimento ${period.when}` : '';
  const spans =
    count === 0
      ? say`Nenhuma parcela de ${lists.one}${state.words[0]}${when}.`
      : say`${counted(count, 'parcela')} de ${lists.one}${count === 1 ? state.words[0] : state.words[1]}${when}: ${amount(value)}.`;
  return answer(request.intent.name, spans, {
    links: [{ label: openWords(count, 'a', 'parcela'), to }],
    scope: scopeOf(`Parcelas de ${lists.title.toLowerCase()}`, request, asking),
  });
};

/** What a list covers, in at most 300 characters. */
const scopeOf = (title: string, request: Request, asking: Asking): string => {
  const place =
    request.slots.without === 'building' ? 'sem obra' : placeWords(request, asking, request.slots.side ?? 'DEBIT');
  return `${title}${narrowedWords(request)}, ${place}`.slice(0, 300);
};

const TRANSACTION_STATUS = { OPEN: undefined, OVERDUE: 'OVERDUE', PAID: 'PAID', PARTIAL: 'PARTIAL' } as const;

/** Ways in which one number is written: "5607", "5.607". */
const numbersOf = (text: string): string[] => {
  const digits = text.replace(/\D/g, '');
  return [...new Set([text, digits, digits.replace(/\B(?=(\d{3})+$)/g, '.')])].filter((one) => one !== '');
};

/** Documents by a number, in the way of writing it that some have. */
const byNumber = async (request: Request, asking: Asking, document: string) => {
  const answers = [];
  for (const number of numbersOf(document)) {
    const found = await transactionList({ ...request, slots: { ...request.slots, document: number } }, asking);
    if (found.parts.length > 0) return found;
    answers.push(found);
  }
  return answers[0] ?? transactionList(request, asking);
};

/** A list of documents. */
const transactionList = async (request: Request, asking: Asking): Promise<AssistantAnswer> => {
  const { slots } = request;
  const side = slots.side ?? 'DEBIT';
  const lists = LISTS[side];
  const { filter, address } = narrowedTo(request);
  const status =
    slots.status && slots.status in TRANSACTION_STATUS
      ? TRANSACTION_STATUS[slots.status as keyof typeof TRANSACTION_STATUS]
      : undefined;
  const { page } = await asking.query<Page>(TRANSACTIONS, {
    ...{ companyId: asking.companyId, type: side, filter: { ...filter, ...(status && { status }) } },
  });
  const { count, value, openValue, overdueValue } = page?.totals ?? {
    count: 0,
    value: '0.00',
    openValue: '0.00',
    overdueValue: '0.00',
  };
  const to = listAt(lists.whole, { status, ...address });
  const late = status === 'OVERDUE';
  const spans =
    count === 0
      ? say`Nenhuma ${lists.one}${late ? ' vencida' : ' assim'}.`
      : late
        ? say`${amount(overdueValue)} vencidos, em ${counted(count, lists.one)}.`
        : say`${counted(count, lists.one)}: ${amount(value)}.`;
  return answer(request.intent.name, spans, {
    parts:
      count === 0
        ? []
        : [
            ...(late ? [part('Valor dos documentos', formatMoney(value))] : []),
            part('Em aberto', formatMoney(openValue)),
            ...(isZero(overdueValue) ? [] : [part('Vencidas', formatMoney(overdueValue), 'LATE')]),
          ],
    links: [{ label: openWords(count, 'a', lists.one), to }],
    scope: scopeOf(lists.title, request, asking),
  });
};

/** Says what no list and no sum can show; null for what can be answered. */
const refused = (request: Request): AssistantAnswer | null => {
  const { slots, intent } = request;
  const { least, most } = slots;
  if (least !== undefined && most !== undefined && compare(most, least) < 0)
    return answer(intent.name, say`A faixa termina antes de começar: ${rangeWords(slots) ?? ''}.`);
  if ([least, most].some((value) => value !== undefined && compare(value, MAX_MONEY) > 0))
    return answer(intent.name, say`Nenhum documento tem um valor assim.`);
  return slots.by !== undefined && isUngroupable(request)
    ? answer(
        intent.name,
        say`Por grupo eu somo de um fornecedor, cliente, categoria ou obra. Com valor, carteira, documento ou “sem”, peça a lista.`,
      )
    : null;
};

/** Expenses and income as lists: due in a period, late, open, of somebody, of an obra. */
export const transactionsAsked: Answer = async (request, asking) => {
  const { slots } = request;
  const refusal = refused(request);
  if (refusal) return refusal;
  if (
    (slots.periods?.length ?? 0) > 1 ||
    (slots.by !== undefined && slots.status !== 'OPEN' && slots.status !== 'OVERDUE')
  ) {
    return paid({ ...request, slots: { ...slots, status: 'PAID' } }, asking);
  }
  if (slots.by !== undefined) return open(request, asking);
  const period = slots.periods?.[0];
  // "pagas em outubro" is by the day of payment; everything else in a period by its due date.
  if (period && slots.status === 'PAID') return paid(request, asking);
  if (slots.document !== undefined && slots.status === undefined) return byNumber(request, asking, slots.document);
  if (period) return installmentList(request, asking, nearest(period, asking.today));
  return slots.installments === true || slots.status === 'OPEN'
    ? installmentList(request, asking, undefined)
    : transactionList(request, asking);
};
