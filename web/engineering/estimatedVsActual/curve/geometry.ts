import { daysBetween, addMonths, endOfMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { scaleOf, type Scale } from '#web/ui/chartScale.ts';
import type { Overview } from '../rows.ts';

/** Geometry of the curve. Uses JS numbers, because these are pixels and never shown amounts. */
export interface Geometry {
  x: (day: IsoDate) => number;
  scale: Scale;
  months: readonly IsoDate[];
}

/** Last day of the chart: of the curve, or of the projection. */
const lastDay = ({ curve, projectedFinish, date }: Overview): IsoDate => {
  const last = curve.at(-1)?.date ?? date;
  return projectedFinish && projectedFinish > last ? endOfMonth(projectedFinish) : last;
};

export const geometryOf = (overview: Overview, { width, height }: { width: number; height: number }): Geometry => {
  const { curve, total, date } = overview;
  const first = startOfMonth(curve[0]?.date ?? date);
  const last = lastDay(overview);
  const days = Math.max(1, daysBetween(first, last));
  const months: IsoDate[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  const amounts = curve.flatMap(({ estimatedValue, measuredValue, actualValue }) => [
    ...[estimatedValue, measuredValue, actualValue].map((value) => Number(value ?? 0)),
  ]);
  const ends = [
    ...[Number(total.estimateTotal ?? 0), Number(total.estimateAtCompletion ?? 0)],
    Number(total.actualValue) + Number(total.committedValue),
  ];
  return {
    x: (day) => (Math.max(0, daysBetween(first, day)) / days) * width,
    scale: scaleOf([...amounts, ...ends], height),
    months,
  };
};

/** Day and amount of each known point of a line, from nothing on the first day of its first month. */
export type Line = readonly (readonly [day: IsoDate, amount: number])[];

export const lineOf = (
  { curve }: Overview,
  key: 'estimatedValue' | 'measuredValue' | 'actualValue',
  within: (day: IsoDate) => boolean = () => true,
): Line => {
  const known = curve.flatMap((point): [IsoDate, number][] => {
    const value = point[key];
    return value === null || value === undefined ? [] : [[point.date, Number(value)]];
  });
  const [first] = known;
  const whole: [IsoDate, number][] = first ? [[startOfMonth(first[0]), 0], ...known] : [];
  return whole.filter(([day]) => within(day));
};

export const pathOf = (line: Line, { x, scale }: Geometry): string =>
  line.map(([day, amount], index) => `${index === 0 ? 'M' : 'L'}${x(day)} ${scale.y(amount)}`).join('');
