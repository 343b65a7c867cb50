import { formatDate } from '#domain/dates.ts';
import { dayOf, timeOf } from '#web/ui/index.ts';

/** "20/11/2026, 12:00" where the reader is; "—" for never. */
export const instantText = (instant: string | null | undefined): string =>
  instant ? `${formatDate(dayOf(instant))}, ${timeOf(instant)}` : '—';
