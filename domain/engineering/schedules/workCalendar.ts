import { dayNumber, fromDayNumber, type IsoDate } from '../../calendar.ts';

/** Which days of the week are worked beside Monday to Friday, and which days are off (§3 Days-off settings, Day off). */
export interface WorkRules {
  workOnSaturdays: boolean;
  workOnSundays: boolean;
  daysOff: readonly IsoDate[];
}

/**
 * Working days, numbered in their order. The number of a day that is off is that of the next working day, so that
 * differences of numbers are durations.
 */
export interface WorkCalendar {
  isWorkingDay: (day: IsoDate) => boolean;
  /** Number of the first working day on or after the day. */
  numberOf: (day: IsoDate) => number;
  /** The working day with this number. */
  dayAt: (number: number) => IsoDate;
  /** Working days from the first day to the last one, both counted; 0 when the last is before the first. */
  countDays: (first: IsoDate, last: IsoDate) => number;
}

const DAYS_IN_WEEK = 7;
/** Day 0 (1970-01-01) is a Thursday: four days after a Sunday. */
const DAYS_AFTER_SUNDAY = 4;

const weekOf = (day: number): { week: number; weekday: number } => {
  const sinceSunday = day + DAYS_AFTER_SUNDAY;
  const week = Math.floor(sinceSunday / DAYS_IN_WEEK);
  return { week, weekday: sinceSunday - week * DAYS_IN_WEEK };
};

/** How many of the sorted numbers are below the limit. */
const countBelow = (sorted: readonly number[], limit: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** The working days under these rules. Each question costs a binary search among the days off. */
export const workCalendar = ({ workOnSaturdays, workOnSundays, daysOff }: WorkRules): WorkCalendar => {
  const worked = [workOnSundays, true, true, true, true, true, workOnSaturdays];
  const perWeek = worked.filter(Boolean).length;
  /** Working days of a week before each of its days. */
  const beforeInWeek = worked.map((_, weekday) => worked.slice(0, weekday).filter(Boolean).length);
  const isInWeek = (day: number): boolean => worked[weekOf(day).weekday] === true;
  const off = [...new Set(daysOff.map(dayNumber))].filter(isInWeek).sort((a, b) => a - b);
  const isOff = new Set(off);

  /** Working days before the day, from an origin that all days share. */
  const countBefore = (day: number): number => {
    const { week, weekday } = weekOf(day);
    return week * perWeek + (beforeInWeek[weekday] ?? 0) - countBelow(off, day);
  };

  const isWorking = (day: number): boolean => isInWeek(day) && !isOff.has(day);

  const dayOf = (number: number): number => {
    const weeks = Math.floor(number / perWeek);
    let low = weeks * DAYS_IN_WEEK - DAYS_AFTER_SUNDAY - DAYS_IN_WEEK;
    let high = low + (Math.ceil(off.length / perWeek) + 3) * DAYS_IN_WEEK;
    // The last day with no more than `number` working days before it is that working day.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (countBefore(middle) <= number) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  // Kept: the same days are asked for again and again while a schedule is planned.
  const days = new Map<number, IsoDate>();
  const dayAt = (number: number): IsoDate => {
    const known = days.get(number) ?? fromDayNumber(dayOf(number));
    days.set(number, known);
    return known;
  };

  return {
    isWorkingDay: (day) => isWorking(dayNumber(day)),
    numberOf: (day) => countBefore(dayNumber(day)),
    dayAt,
    countDays: (first, last) => Math.max(0, countBefore(dayNumber(last) + 1) - countBefore(dayNumber(first))),
  };
};
