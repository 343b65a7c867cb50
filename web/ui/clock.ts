import { DEFAULT_TIME_ZONE, formatDate, todayIn, type IsoDate } from '#domain/dates.ts';

let timeZone = DEFAULT_TIME_ZONE;

/** Sets the time zone of the session's user; São Paulo until then (domain.md §1). */
export const setTimeZone = (zone: string | null | undefined): void => {
  timeZone = zone || DEFAULT_TIME_ZONE;
};

/** Returns today in the user's time zone, 'YYYY-MM-DD'. All screens take "today" from here. */
export const today = (): IsoDate => todayIn(new Date(), timeZone);

/** Returns an instant's time in the user's time zone: "14:02". */
export const timeOf = (instant: string): string =>
  new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone }).format(new Date(instant));

/** Returns an instant's day in the user's time zone. */
export const dayOf = (instant: string): IsoDate => todayIn(new Date(instant), timeZone);

/** Returns an instant as "20/11/2026, 12:00" in the user's time zone; "—" for none. */
export const instantText = (instant: string | null | undefined): string =>
  instant ? `${formatDate(dayOf(instant))}, ${timeOf(instant)}` : '—';

/** Returns the instant of a day and time ("18:00") in the user's time zone. */
export const instantOf = (day: IsoDate, time: string): string => {
  const wanted = new Date(`${day}T${time.padStart(5, '0')}:00Z`).getTime();
  // What the clock there shows at an instant, as if it were UTC: the difference is the offset of the zone.
  const shown = (instant: number): number => {
    const at = new Date(instant).toISOString();
    return new Date(`${dayOf(at)}T${timeOf(at)}:00Z`).getTime();
  };
  const first = wanted - (shown(wanted) - wanted);
  return new Date(first + (wanted - shown(first))).toISOString();
};
