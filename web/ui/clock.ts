import { DEFAULT_TIME_ZONE, todayIn, type IsoDate } from '#domain/dates.ts';

let timeZone = DEFAULT_TIME_ZONE;

/** Set once from the session's user; São Paulo until then (domain.md §1). */
export const setTimeZone = (zone: string | null | undefined): void => {
  timeZone = zone || DEFAULT_TIME_ZONE;
};

/** Today where the user is, 'YYYY-MM-DD'. The only "today" of the screens. */
export const today = (): IsoDate => todayIn(new Date(), timeZone);

/** "14:02" of an instant, where the user is. */
export const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone }).format(new Date(instant));

/** The day of an instant, where the user is. */
export const dayOf = (instant: string): IsoDate => todayIn(new Date(instant), timeZone);
