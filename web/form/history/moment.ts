import { formatDate } from '#domain/dates.ts';
import { dayOf, timeOf } from '#web/ui/index.ts';

/** "20/11/2026, 14:05" */
export const momentOf = (at: string): string => `${formatDate(dayOf(at))}, ${timeOf(at)}`;
