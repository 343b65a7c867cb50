import { DEFAULT_TIME_ZONE, isIsoDate, type IsoDate, todayIn } from '../../dates.ts';

const FORMS = [
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?<time>\d{4}(?:\d\d)?)?(?:\.\d*)?\s*(?:\[(?<zone>[+-]?\d{1,2}(?:\.\d+)?)(?::\w*)?\])?$/,
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ].*)?$/,
  /^(?<day>\d\d)\/(?<month>\d\d)\/(?<year>\d{4})(?: .*)?$/,
];

/** Hours of a day at which banks write a day without a time. */
const NO_TIME = new Set(['0000', '000000', '1200', '120000']);

/** Days of statements: beyond them, a file is wrong. */
const [FIRST, LAST]: readonly [IsoDate, IsoDate] = ['1980-01-01', '2199-12-31'];

const HOUR = 60 * 60 * 1000;

/** The day in Brazil of an instant that is written in another zone. */
const dayInBrazil = (day: IsoDate, time: string, zone: number): IsoDate => {
  const [hours, minutes] = [Number(time.slice(0, 2)), Number(time.slice(2, 4))];
  const instant = Date.parse(`${day}T00:00:00Z`) + (hours - zone) * HOUR + minutes * 60_000;
  return todayIn(new Date(instant), DEFAULT_TIME_ZONE);
};

/**
 * Reads a date of a bank's file: "20261120", "20261120103000[-3:BRT]", "2026-11-20", "20/11/2026". A time of another zone is
 * brought to Brazil, but midnight and noon, which stand for no time.
 * @returns null for what is no day of the calendar, or of no statement
 */
export const readBankDate = (text: string): IsoDate | null => {
  for (const form of FORMS) {
    const { year, month, day, time = '', zone } = form.exec(text.trim())?.groups ?? {};
    const date = `${year}-${month}-${day}`;
    if (!isIsoDate(date) || date < FIRST || date > LAST) continue;
    return zone === undefined || NO_TIME.has(time) || time === '' ? date : dayInBrazil(date, time, Number(zone));
  }
  return null;
};
