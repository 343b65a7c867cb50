import { addDays, formatShortDate, type IsoDate } from '#domain/dates.ts';
import { mondayOf } from '#domain/financial/transactionModels/recurrence.ts';

/** The days of the parts, ends included. */
export interface WorkingDays {
  today: IsoDate;
  tomorrow: IsoDate;
  /** Weeks begin on Monday. */
  sunday: IsoDate;
  /** False on a Sunday: nothing of the week is left after it. */
  weekGoesOn: boolean;
}

export const workingDays = (today: IsoDate): WorkingDays => {
  const sunday = addDays(mondayOf(today), 6);
  return { today, tomorrow: addDays(today, 1), sunday, weekGoesOn: today < sunday };
};

/** A period as GraphQL takes it, half-open. */
export const rangeOf = (first: IsoDate, last: IsoDate) => ({ start: first, end: addDays(last, 1) });

/** "22/11", or "21/11 a 22/11". */
export const daysText = (first: IsoDate, last: IsoDate): string =>
  first === last ? formatShortDate(first) : `${formatShortDate(first)} a ${formatShortDate(last)}`;
