import { addDays, addMonths, endOfMonth, monthlyDueDates, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { dayOfMonth, FIRST_MONTH, horizon, monthLabel, MONTHS } from './calendar.ts';
import { BUILDING_KEYS, type BuildingKey } from './data/company.ts';
import { RECURRING } from './data/recurring.ts';
import { amountBetween, enteredOn, forecast, type DraftShare, type ExpenseDraft } from './drafts.ts';
import type { Recurring, Weights } from './plan.ts';
import { randomFor, type Random } from './random.ts';

/** Months in which each building is under way and takes its share of common expenses. */
const UNDER_WAY: Record<BuildingKey, readonly [number, number]> = { casa: [-12, 3], vila: [-14, 3], clinica: [-9, 2] };

/** Kinds whose competence is the month before the payment: wages, charges and taxes. */
const OF_LAST_MONTH = new Set<Recurring['document']>(['FOLHA', 'DARF', 'GUIA']);

const fallsIn = (one: Recurring, month: number, due: IsoDate): boolean =>
  (month - FIRST_MONTH) % (one.every ?? 1) === 0 &&
  (!one.months || (month >= one.months[0] && month <= one.months[1])) &&
  (!one.inMonths || one.inMonths.includes(Number(due.slice(5, 7))));

const sharesIn = (weights: Weights, month: number): DraftShare[] =>
  BUILDING_KEYS.flatMap((building) => {
    const [first, last] = UNDER_WAY[building];
    const part = weights[building];
    return part && month >= first && month <= last ? [{ building, stage: part.stage, weight: part.weight }] : [];
  });

const draftOf = (one: Recurring, month: number, due: IsoDate, seedDate: IsoDate, random: Random): ExpenseDraft => {
  const planned = OF_LAST_MONTH.has(one.document) ? endOfMonth(addMonths(startOfMonth(due), -1)) : addDays(due, -6);
  const amount = amountBetween(random, one.amount);
  const dues = monthlyDueDates(due, one.installments ?? 1).filter((date) => date <= horizon(seedDate));
  return {
    type: 'DEBIT',
    key: `${one.what} ${due}`,
    what: one.what,
    documentNumber: one.document === 'NF' ? 'NF' : `${one.document} ${monthLabel(planned)}`,
    partner: one.supplier,
    category: one.category,
    emission: enteredOn(planned, seedDate, random),
    competence: planned,
    method: one.method,
    wallet: one.wallet,
    installments: dues.map((date) => forecast(date, amount)),
    shares: sharesIn(one.shares ?? {}, month),
  };
};

/** Payroll, taxes, rent and other expenses that recur every month, quarter or year. */
export const recurringDrafts = (seedDate: IsoDate): ExpenseDraft[] =>
  RECURRING.flatMap((one) => {
    const random = randomFor(one.what);
    return MONTHS.map((month) => ({ month, due: dayOfMonth(seedDate, month, one.day) }))
      .filter(({ month, due }) => fallsIn(one, month, due))
      .map(({ month, due }) => draftOf(one, month, due, seedDate, random));
  });
