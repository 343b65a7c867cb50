import { addDays, type IsoDate } from '../dates.ts';

/** Longest time from the order of a product to its delivery, in calendar days. */
export const MAX_LEAD_TIME_DAYS = 365;

/** Last day to buy what is needed on a day ("comprar até"); a lead time that is not known counts as none. */
export const buyUntil = (neededOn: IsoDate, leadTimeDays: number | null): IsoDate =>
  addDays(neededOn, -(leadTimeDays ?? 0));
