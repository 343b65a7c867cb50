import { addDays } from '#domain/calendar.ts';

/** Formats of days that every spreadsheet knows by number, and those that East Asian ones add. */
const isBuiltIn = (id: number): boolean =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);

/** "dd/mm/yyyy" is a format of days; texts in quotes, colours and conditions in brackets are none. */
const isOfDays = (code: string): boolean => {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '');
  return /[dy]/i.test(bare) && !/[#?]/.test(bare);
};

/** Collects which styles of a workbook show numbers as days, from the elements of its styles in their order. */
export class DateStyles {
  readonly #codes = new Map<number, string>();
  readonly #styles: boolean[] = [];
  #inCells = false;

  opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'numFmt') this.#codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
    else if (name === 'cellXfs') this.#inCells = true;
    else if (name === 'xf' && this.#inCells) this.#styles.push(this.#isDate(Number(attributes['numFmtId'] ?? 0)));
  }

  closed(name: string): void {
    if (name === 'cellXfs') this.#inCells = false;
  }

  /** Whether the style with this number, as a cell names it, shows days. */
  shows(style: string | undefined): boolean {
    return style !== undefined && (this.#styles[Number(style)] ?? false);
  }

  #isDate(id: number): boolean {
    const code = this.#codes.get(id);
    return code === undefined ? isBuiltIn(id) : isOfDays(code);
  }
}

/** Day 0 of the two calendars that workbooks count in. */
const FIRST = { 1900: '1899-12-30', 1904: '1904-01-01' };
/** The day after February 1900, which only spreadsheets have a 29th of; and the last day that they know. */
const [EARLIEST, LATEST] = [61, 2_958_465];

/** A stored number as the day that the cell shows: "05/12/2026"; null where it shows none. */
export const dayText = (stored: string, calendar: keyof typeof FIRST): string | null => {
  const number = Math.floor(Number(stored));
  if (!(number >= EARLIEST && number <= LATEST)) return null;
  return addDays(FIRST[calendar], number).split('-').reverse().join('/');
};
