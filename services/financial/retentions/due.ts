import { civil, type IsoDate } from '#domain/calendar.ts';
import { dueDateOf, type DueRule } from '#domain/financial/retentions/rules.ts';
import { daysOffOf, type DaysOff, type MovedDay } from '#domain/financial/transactionModels/workingDays.ts';
import { bankHolidaysOf } from '../../platform/holidays.ts';

/** Days off around the months after some days. */
const daysOffAfter = (days: readonly IsoDate[]): DaysOff => {
  const years = new Set(days.flatMap((day) => [civil(day).year, Math.min(civil(day).year + 1, 9999)]));
  return daysOffOf(new Map([...years].flatMap(bankHolidaysOf)));
};

/** When a payable of these days is due: one look at the calendar for all of them. */
export const dueDates = (facts: readonly IsoDate[]): ((rule: DueRule, fact: IsoDate) => MovedDay) => {
  const daysOff = daysOffAfter(facts);
  return (rule, fact) => dueDateOf(rule, fact, daysOff);
};
