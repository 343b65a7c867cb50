import { formatCurrency, type Money } from '#domain/money.ts';
import { stringifyListQuery, type ListFilter } from '#domain/listQuery.ts';
import { addDays } from '#domain/dates.ts';
import type { Days } from '#domain/assistant/periods.ts';
import type { AnswerPart, AnswerSpan, AssistantAnswer } from '#schema/assistant/answer.ts';

/** "em outubro" at the beginning of a sentence. */
export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Name or figure in a sentence, shown strong. */
export interface Strong {
  strong: string;
}
export const strong = (text: string): Strong => ({ strong: text });
export const amount = (value: Money): Strong => strong(formatCurrency(value));

/** Longest name in a sentence; longer ones are cut. */
const LONGEST = 200;
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** A sentence with its strong parts: say`Você deve ${amount(value)}.` */
export const say = (texts: TemplateStringsArray, ...values: readonly (Strong | string)[]): AnswerSpan[] => {
  const spans: AnswerSpan[] = [];
  const push = (text: string, isStrong: boolean) => {
    const last = spans.at(-1);
    if (text === '') return;
    if (last && last.strong === isStrong) last.text += text;
    else spans.push({ text, strong: isStrong });
  };
  texts.forEach((text, index) => {
    push(text, false);
    const value = values[index];
    if (typeof value === 'string') push(cut(value), false);
    else if (value) push(cut(value.strong), true);
  });
  return spans;
};

/** "Abrir as 10 parcelas", "Abrir o pedido", "Abrir a lista" of none. */
export const openWords = (count: number, article: 'a' | 'o', noun: string): string => {
  if (count === 0) return 'Abrir a lista';
  return count === 1 ? `Abrir ${article} ${noun}` : `Abrir ${article}s ${count} ${noun}s`;
};

/** An answer; what is left out is empty. */
export const answer = (
  intent: string,
  spans: AnswerSpan[],
  rest: Partial<Omit<AssistantAnswer, 'intent' | 'spans'>> = {},
): AssistantAnswer => ({ intent, spans, parts: [], links: [], scope: null, choices: [], form: null, ...rest });

export const part = (
  label: string,
  value: string,
  tone: AnswerPart['tone'] = 'NEUTRAL',
  to: string | null = null,
): AnswerPart => ({
  ...{ label: cut(label), value, tone, to },
});

export const PATHS = {
  expenses: '/home/forms/transactions/outcome',
  expenseInstallments: '/home/forms/transactions/debit-installments',
  incomes: '/home/forms/transactions/income',
  incomeInstallments: '/home/forms/transactions/credit-installments',
  wallets: '/home/forms/transactions/bank',
  cashFlow: '/home/forms/transactions/cashflow',
  statement: '/home/forms/transactions/financial-statement',
  orders: '/home/forms/purchase/orders-and-receipts',
  purchases: '/home/forms/purchase/purchases',
  quotes: '/home/forms/purchase/quotes',
  measurements: '/home/forms/engineering/measurements',
  overview: '/home/forms/engineering/appropriate-overview',
  breakdown: '/home/forms/transactions/costbreakdown',
  products: '/home/forms/product',
  tasks: '/home/forms/task',
} as const;

/** Address of a list with the filters that are given; those without a value are left out. */
export const listAt = (
  path: string,
  filters: Readonly<Record<string, string | undefined>>,
  due?: Pick<Days, 'from' | 'to'>,
  sort?: string,
): string => {
  const all: ListFilter[] = [
    ...(due ? [{ id: 'dueDate', value: { start: due.from, end: addDays(due.to, 1) } }] : []),
    ...Object.entries(filters).flatMap(([id, value]) => (value === undefined ? [] : [{ id, value }])),
  ];
  const [id, desc] = sort?.split(':') ?? [];
  const query = stringifyListQuery({ filters: all, sort: id === undefined ? [] : [{ id, desc: desc === 'desc' }] });
  return query === '' ? path : `${path}?${query}`;
};
