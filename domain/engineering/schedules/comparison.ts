import type { IsoDate } from '../../dates.ts';
import { subtract, ZERO, type Money } from '../../money.ts';
import type { WorkCalendar } from './workCalendar.ts';

/** An item of a schedule as it was planned once. */
export interface FrozenItem {
  /** Row of the cost estimate; it may be gone by now. */
  rowId: number;
  code: string;
  description: string;
  milestone: string | null;
  startDate: IsoDate;
  endDate: IsoDate;
  duration: number;
  /** Of the row; null for stages and milestones. */
  quantity: string | null;
  /** With BDI. */
  value: Money;
}

/** A whole schedule as it was planned once; months are their first days. */
export interface FrozenSchedule {
  items: readonly FrozenItem[];
  months: readonly { month: IsoDate; value: Money }[];
}

export interface ComparedItem {
  row: Pick<FrozenItem, 'rowId' | 'code' | 'description' | 'milestone'>;
  before: FrozenItem | null;
  after: FrozenItem | null;
  /** Working days from the first date to the second one; null where the item is in one of the two only. */
  startShift: number | null;
  endShift: number | null;
}

/** An item is found again by its row; a milestone by its name, too. */
const keyOf = ({ rowId, milestone }: FrozenItem): string => `${rowId} ${milestone ?? ''}`;

/** Items of two schedules side by side, in the order of the second one; those that are gone stand last. */
export const compareItems = (before: FrozenSchedule, after: FrozenSchedule, calendar: WorkCalendar): ComparedItem[] => {
  const first = new Map(before.items.map((item) => [keyOf(item), item]));
  const second = new Set(after.items.map(keyOf));
  const shift = (from: IsoDate | undefined, to: IsoDate): number | null =>
    from === undefined ? null : calendar.numberOf(to) - calendar.numberOf(from);
  return [
    ...after.items.map((item): ComparedItem => {
      const was = first.get(keyOf(item));
      const shifts = { startShift: shift(was?.startDate, item.startDate), endShift: shift(was?.endDate, item.endDate) };
      return { row: item, before: was ?? null, after: item, ...shifts };
    }),
    ...before.items
      .filter((item) => !second.has(keyOf(item)))
      .map((item): ComparedItem => ({ row: item, before: item, after: null, startShift: null, endShift: null })),
  ];
};

export interface ComparedMonth {
  month: IsoDate;
  before: Money;
  after: Money;
  /** after − before. */
  moved: Money;
}

/** Values of the months of two schedules side by side, with what has moved into each month or out of it. */
export const compareMonths = (before: FrozenSchedule, after: FrozenSchedule): ComparedMonth[] => {
  const [first, second] = [before, after].map(
    ({ months }) => new Map(months.map(({ month, value }) => [month, value])),
  );
  const months = [...new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])])].sort();
  return months.map((month) => {
    const [was, is] = [first?.get(month) ?? ZERO, second?.get(month) ?? ZERO];
    return { month, before: was, after: is, moved: subtract(is, was) };
  });
};
