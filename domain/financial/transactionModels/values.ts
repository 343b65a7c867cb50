import type { IsoDate } from '../../calendar.ts';
import { formatLongDate, formatMonthName } from '../../dateFormat.ts';
import { Decimal, toDecimal } from '../../decimal.ts';
import { applyPercentage, isPositive, money, sum, type Money } from '../../money.ts';
import { monthOf } from './recurrence.ts';

export const VALUE_RULES = ['FIXED', 'LAST', 'MEAN', 'TYPED'] as const;
/** Where the value of a document comes from; MEAN is that of the last three. */
export type ValueRule = (typeof VALUE_RULES)[number];

export const VALUE_RULE_LABELS: Record<ValueRule, string> = {
  FIXED: 'Fixo',
  LAST: 'Último valor',
  MEAN: 'Média dos 3 últimos',
  TYPED: 'Digitado a cada vez',
};

/** Documents that a mean is taken of. */
export const MEAN_OF = 3;

/** A document that a model's value is proposed from. */
export interface PastValue {
  dueDate: IsoDate;
  value: Money;
}

export interface ProposedValue {
  /** Null: it has to be typed. */
  value: Money | null;
  /** Where it comes from: "média de set, out e nov"; null for a fixed value. */
  source: string | null;
}

/** Half-even mean of amounts (domain.md §1). @throws RangeError for an empty list */
export function meanOf(values: readonly Money[]): Money {
  if (values.length === 0) throw new RangeError('There is no mean of nothing');
  return money(new Decimal(sum(values)).div(values.length));
}

/** "set, out e nov" */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} e ${names.at(-1)}`;

/** "novembro" */
const monthName = (day: IsoDate): string => formatLongDate(day).split(' de ')[1] ?? '';

/** The value of a document, from those due before a day, latest first. Months are named in order, each once. */
export function proposedValue(
  rule: ValueRule,
  { fixed, past, before }: { fixed: Money | null; past: readonly PastValue[]; before: IsoDate },
): ProposedValue {
  if (rule === 'FIXED') return { value: fixed, source: null };
  if (rule === 'TYPED') return { value: null, source: 'digite o valor' };
  const known = past.filter(({ dueDate }) => dueDate < before).slice(0, rule === 'LAST' ? 1 : MEAN_OF);
  const [last] = known;
  if (!last) return { value: null, source: 'ainda sem lançamentos: digite o valor' };
  if (rule === 'LAST')
    return { value: last.value, source: `valor de ${monthName(last.dueDate)} · ajuste quando fechar o mês` };
  const days = known.map(({ dueDate }) => dueDate).sort();
  const months = [...new Map(days.map((day) => [monthOf(day), formatMonthName(day)])).values()];
  return {
    value: meanOf(known.map(({ value }) => value)),
    source: `${known.length === 1 ? 'valor' : 'média'} de ${listed(months)}`,
  };
}

/** Least and greatest index that a value is adjusted by, in per cent; four places count. */
export const LEAST_INDEX = '-99.9999';
export const GREATEST_INDEX = '1000';
const INDEX_PLACES = 4;

/** Why an index is refused; null when it is fine. */
export function indexProblem(percentage: string): string | null {
  const index = toDecimal(percentage);
  if (index.isZero()) return 'Informe um índice diferente de zero.';
  if (index.decimalPlaces() > INDEX_PLACES) return `Use até ${INDEX_PLACES} casas decimais.`;
  if (index.lt(LEAST_INDEX) || index.gt(GREATEST_INDEX)) return 'Use um índice entre −99,9999% e 1.000%.';
  return null;
}

/** A value after an index such as "4.87" per cent, half-even; null where nothing would be left. */
export function adjustedValue(value: Money, percentage: string): Money | null {
  const adjusted = applyPercentage(value, toDecimal(percentage).plus(100));
  return isPositive(adjusted) ? adjusted : null;
}
