import type { IsoDate } from '#domain/dates.ts';

/** Where a baseline has an item. */
export interface BaselineDates {
  startDate: IsoDate;
  endDate: IsoDate;
}
