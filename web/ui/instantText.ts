import { formatDate } from '#domain/dates.ts';
import { dayOf, timeOf } from './clock.ts';

/** Returns "20/11/2026, 12:00" in the user's time zone; "—" for null. */
export const instantText = (instant: string | null | undefined): string =>
  instant ? `${formatDate(dayOf(instant))}, ${timeOf(instant)}` : '—';
