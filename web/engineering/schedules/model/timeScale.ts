import { addMonths, dayOfWeek, formatMonthName, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { dayNumber, fromDayNumber } from '#domain/calendar.ts';

export type Zoom = 'DAY' | 'WEEK' | 'MONTH' | 'QUARTER';

/** Pixels of a day, from the widest view to the closest. */
const WIDTHS = [0.8, 1.2, 2, 3.2, 5, 7, 10, 16, 24, 36] as const;
const WIDTH_OF: Readonly<Record<Zoom, number>> = { DAY: 24, WEEK: 7, MONTH: 3.2, QUARTER: 1.2 };

export const widthOf = (zoom: Zoom): number => WIDTH_OF[zoom];
export const zoomOf = (width: number): Zoom =>
  width >= 14 ? 'DAY' : width >= 4.5 ? 'WEEK' : width >= 1.8 ? 'MONTH' : 'QUARTER';
/** The next closer (1) or wider (-1) width; the same at the end. */
export const steppedWidth = (width: number, step: 1 | -1): number => {
  const next = step === 1 ? WIDTHS.find((one) => one > width) : WIDTHS.findLast((one) => one < width);
  return next ?? width;
};

/** Days side by side, the first one at 0. */
export interface TimeScale {
  first: number;
  /** Not included. */
  end: number;
  dayWidth: number;
  width: number;
}

/** A scale over the days with some room around them. */
export const timeScale = (days: readonly IsoDate[], dayWidth: number, leastWidth: number): TimeScale => {
  const numbers = days.map(dayNumber);
  const start = numbers.reduce((least, one) => Math.min(least, one), numbers[0] ?? 0);
  const last = numbers.reduce((most, one) => Math.max(most, one), start);
  const room = Math.ceil(40 / dayWidth);
  // Begins on a Monday, so that weeks are whole.
  const spared = start - room;
  const first = spared - ((dayOfWeek(fromDayNumber(spared)) + 6) % 7);
  const end = Math.max(last + 1 + Math.ceil(240 / dayWidth), first + Math.ceil(leastWidth / dayWidth));
  return { first, end, dayWidth, width: (end - first) * dayWidth };
};

export const xOf = ({ first, dayWidth }: TimeScale, day: IsoDate): number => (dayNumber(day) - first) * dayWidth;
/** Right edge of a day. */
export const endOf = (scale: TimeScale, day: IsoDate): number => xOf(scale, day) + scale.dayWidth;
export const dayAt = ({ first, dayWidth }: TimeScale, x: number): IsoDate =>
  fromDayNumber(first + Math.floor(x / dayWidth));

/** A cell of the head: a month, a week, a day. */
export interface Tick {
  x: number;
  label: string;
}

const monthsWithin = (scale: TimeScale, from: number, to: number, step: number): IsoDate[] => {
  const months: IsoDate[] = [];
  let month = startOfMonth(dayAt(scale, from));
  const past = dayAt(scale, to);
  // Steps of a quarter or a year begin in January.
  month = addMonths(month, -((Number(month.slice(5, 7)) - 1) % step));
  for (; month <= past; month = addMonths(month, step)) months.push(month);
  return months;
};

const days = (scale: TimeScale, from: number, to: number, step: number): IsoDate[] => {
  const found: IsoDate[] = [];
  const start = Math.max(0, Math.floor(from / scale.dayWidth / step) * step);
  for (let day = start; day * scale.dayWidth <= to && scale.first + day < scale.end; day += step) {
    found.push(fromDayNumber(scale.first + day));
  }
  return found;
};

/** Widest letter of the head's labels, in pixels. */
const LETTER = 7;

const tick = (scale: TimeScale, day: IsoDate, label: string): Tick => ({ x: xOf(scale, day), label });
const monthLabel = (month: IsoDate): string => `${formatMonthName(month)}/${month.slice(0, 4)}`;

/** The scale may begin at the end of a month or year: its name is left out where it would run into the next one. */
const withoutOverlap = (ticks: readonly Tick[]): Tick[] =>
  ticks.map((one, index) => {
    const next = ticks[index + 1];
    const room = next ? next.x - Math.max(0, one.x) : Infinity;
    return room < one.label.length * LETTER + 8 ? { ...one, label: '' } : one;
  });

/** Both rows of the head between two places. */
export const headOf = (scale: TimeScale, from: number, to: number): { top: Tick[]; bottom: Tick[] } => {
  const { top, bottom } = ticksOf(scale, from, to);
  return { top: withoutOverlap(top), bottom };
};

const ticksOf = (scale: TimeScale, from: number, to: number): { top: Tick[]; bottom: Tick[] } => {
  const zoom = zoomOf(scale.dayWidth);
  if (zoom === 'DAY' || zoom === 'WEEK') {
    const top = monthsWithin(scale, from, to, 1).map((month) => tick(scale, month, monthLabel(month)));
    const bottom =
      zoom === 'DAY'
        ? days(scale, from, to, 1).map((day) => tick(scale, day, String(Number(day.slice(8)))))
        : days(scale, from, to, 7).map((day) => tick(scale, day, `${day.slice(8)}/${day.slice(5, 7)}`));
    return { top, bottom };
  }
  const top = monthsWithin(scale, from, to, 12).map((year) => tick(scale, year, year.slice(0, 4)));
  const bottom =
    zoom === 'MONTH'
      ? monthsWithin(scale, from, to, 1).map((month) => tick(scale, month, formatMonthName(month)))
      : monthsWithin(scale, from, to, 3).map((month) =>
          tick(scale, month, `${Math.ceil(Number(month.slice(5, 7)) / 3)}º tri`),
        );
  return { top, bottom };
};

/** A run of days without work. */
export interface Shade {
  x: number;
  width: number;
  kind: 'weekend' | 'dayOff';
}

/** Days without work between two places, neighbours as one run; too narrow ones are left out. */
export const shadesOf = (
  scale: TimeScale,
  { from, to }: { from: number; to: number },
  { isWorkingDay, daysOff }: { isWorkingDay: (day: IsoDate) => boolean; daysOff: ReadonlySet<IsoDate> },
): Shade[] => {
  if (scale.dayWidth < 1.8) return [];
  const shades: Shade[] = [];
  for (const day of days(scale, from, to, 1)) {
    if (isWorkingDay(day)) continue;
    const [x, kind] = [xOf(scale, day), daysOff.has(day) ? 'dayOff' : 'weekend'] as const;
    const before = shades.at(-1);
    if (before?.kind === kind && before.x + before.width === x) before.width += scale.dayWidth;
    else shades.push({ x, width: scale.dayWidth, kind });
  }
  return shades;
};
