import type { IsoDate } from '../calendar.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const offsetFormats = new Map<string, Intl.DateTimeFormat>();

// Cached: creating a DateTimeFormat takes longer than all the rest.
const offsetFormat = (timeZone: string): Intl.DateTimeFormat => {
  const known = offsetFormats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsetFormats.set(timeZone, made);
  return made;
};

/** Milliseconds that the clocks of a zone are ahead of UTC at an instant. */
const offsetAt = (milliseconds: number, timeZone: string): number => {
  const name = offsetFormat(timeZone)
    .formatToParts(milliseconds)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0'] = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? '') ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE;
  return sign === '-' ? -ahead : ahead;
};

/**
 * The instant at which the clocks of a zone show a day and a time "07:00": the first one where they show it twice, and as much
 * later as clocks are put forward where they skip it.
 */
export const zonedInstant = (day: IsoDate, time: string, timeZone: string): Date => {
  const shown = Date.parse(`${day}T${time}:00Z`);
  // Clocks change at most once within two days: the offsets around the time are all that come into question.
  const [before, after] = [offsetAt(shown - DAY, timeZone), offsetAt(shown + DAY, timeZone)];
  const candidates = [shown - before, shown - after];
  const real = candidates.filter((instant) => instant + offsetAt(instant, timeZone) === shown);
  return new Date(real.length === 0 ? shown - before : Math.min(...real));
};
