import { addDays, addMonths, civil, compareDates, endOfMonth, startOfMonth, type IsoDate } from '../../calendar.ts';
import { applyPercentage, compare, formatCurrency, isPositive, type Money, ZERO } from '../../money.ts';
import { normalizeSpaces, stripAccents } from '../../text.ts';
import { movedDay, type DaysOff, type MovedDay, type WorkingDayRule } from '../transactionModels/workingDays.ts';
import type { RetentionTax, RuledTax } from './taxes.ts';

/** Day on which a payable is due: a day of the month after the fact, moved when nobody works on it. */
export interface DueRule {
  dueDay: number;
  workingDayRule: WorkingDayRule;
}

/** What the law says of a tax from a day on. */
export interface RetentionRule extends DueRule {
  tax: RuledTax;
  /** Of ISS; null for every city without a rule of its own. */
  city: string | null;
  rate: string;
  basePercentage: string;
  minimum: Money;
  fact: 'ISSUE' | 'PAYMENT';
  collector: string;
  legalSource: string;
  validFrom: IsoDate;
  validUntil: IsoDate | null;
}

const nameKey = (name: string): string => normalizeSpaces(stripAccents(name));

/** Whether a rule is in force on a day. */
export const isInForce = ({ validFrom, validUntil }: Pick<RetentionRule, 'validFrom' | 'validUntil'>, day: IsoDate) =>
  compareDates(validFrom, day) <= 0 && (validUntil === null || compareDates(day, validUntil) <= 0);

/**
 * The rule of a tax on a day: that of the city where one is named; else that of the collector where he has one, else that
 * without a city, else the only one there is. Undefined where none or several remain.
 */
export const ruleFor = <Rule extends RetentionRule>(
  rules: readonly Rule[],
  { tax, day, city, collector }: { tax: RetentionTax; day: IsoDate; city?: string | null; collector?: string | null },
): Rule | undefined => {
  const known = rules.filter((rule) => rule.tax === tax && isInForce(rule, day));
  if (city != null) return known.find((rule) => rule.city !== null && nameKey(rule.city) === nameKey(city));
  const key = collector == null ? null : nameKey(collector);
  const named = key === null ? undefined : known.find((rule) => nameKey(rule.collector) === key);
  return named ?? known.find(({ city }) => city === null) ?? (known.length === 1 ? known[0] : undefined);
};

const LAST_MONTH: IsoDate = '9999-12-01';

/** The day of the month after the fact (the last one in a shorter month), moved off days on which nobody works. */
export const dueDateOf = ({ dueDay, workingDayRule }: DueRule, fact: IsoDate, daysOff: DaysOff): MovedDay => {
  // The calendar has no month after it.
  if (compareDates(fact, LAST_MONTH) >= 0) return { day: fact, reason: null };
  const first = addMonths(startOfMonth(fact), 1);
  const last = civil(endOfMonth(first)).day;
  return movedDay(addDays(first, Math.min(dueDay, last) - 1), workingDayRule, daysOff);
};

/** base × rate, to the cent, half-even. */
export const retainedOf = (base: Money, rate: string): Money => applyPercentage(base, rate);

/** The part of an invoice that a rate applies to, as the rule has it. */
export const baseOf = (invoice: Money, { basePercentage }: Pick<RetentionRule, 'basePercentage'>): Money =>
  applyPercentage(invoice, basePercentage);

/** Why nothing is withheld: the value does not pass the minimum of the rule. Null where it does. */
export const exemptionOf = (
  value: Money,
  rule: Pick<RetentionRule, 'minimum' | 'tax'> | null | undefined,
): string | null => {
  if (!rule || !isPositive(rule.minimum) || compare(value, ZERO) <= 0 || compare(value, rule.minimum) > 0) return null;
  return `${formatCurrency(value)} não passa de ${formatCurrency(rule.minimum)}: ${rule.tax} não se retém.`;
};
