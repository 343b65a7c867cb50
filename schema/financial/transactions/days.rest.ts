import { Type, type Static } from 'typebox';
import { Decimal, IsoDate } from '../../platform/shapes.ts';

/** Most days of one call: as many as the largest page of the gateway may have rows. */
export const MAX_DAYS = 500;

/** Due dates of which totals shall also be told one by one. */
export const daysKey = {
  days: Type.Optional(
    Type.String({
      ...{ minLength: 10, maxLength: MAX_DAYS * 11 - 1, pattern: '^\\d{4}-\\d{2}-\\d{2}(,\\d{4}-\\d{2}-\\d{2})*$' },
      description: 'Due dates, as 2026-11-20,2026-11-25: adds `days` to the answer, their sums over the same filter',
    }),
  ),
};

/** What the rows of a filter with one due date sum up to, all pages together; a share where the filter names a building. */
export const DaySum = Type.Object({ date: IsoDate, count: Type.Integer(), value: Decimal });
export type DaySum = Static<typeof DaySum>;

/** Only where the call names days; those without a row are absent. */
export const daySums = { days: Type.Optional(Type.Array(DaySum)) };
