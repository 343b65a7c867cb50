import { civil } from '#domain/calendar.ts';
import { todayIn } from '#domain/dates.ts';
import { daysOffOf } from '#domain/financial/transactionModels/workingDays.ts';
import { nextTime, type IsDayOff, type Timing } from '#domain/reports/schedule.ts';
import { bankHolidaysOf } from '../../holidays.ts';

/** Weekends and national holidays of the years around an instant. */
const daysOffAround = (instant: Date): IsDayOff => {
  const { year } = civil(todayIn(instant));
  const daysOff = daysOffOf(new Map([year - 1, year, year + 1].flatMap(bankHolidaysOf)));
  return (day) => daysOff(day) !== null;
};

/** When a schedule is next due after an instant. */
export const nextAt = (timing: Timing, timeZone: string, after: Date): Date =>
  nextTime(timing, timeZone, after, daysOffAround(after));
