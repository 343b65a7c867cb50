import { wordKey } from '#domain/imports/cells.ts';
import { readDay } from '#domain/imports/days.ts';
import type { ImportDescription } from '#domain/imports/description.ts';
import { isCep, isPhone } from '#domain/masks.ts';
import { isTaxId } from '#domain/taxId.ts';
import { isRecord, isText, readJson, writeJson } from '#web/client/storage.ts';

/** The field of each column; null for one that is not imported. */
export type Columns = readonly (string | null)[];

/** Fields that their cells tell, where no title does. */
const BY_CONTENT: Record<string, (text: string) => boolean> = {
  taxId: isTaxId,
  partnerTaxId: isTaxId,
  dueDate: (text) => text.length > 5 && 'value' in readDay(text),
  grossValue: (text) => /^(R\$\s*)?\d[\d.]*,\d{2}$/.test(text),
  email: (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
  phone: isPhone,
  postalCode: (text) => isCep(text) && text.includes('-'),
};

/** A title, or the letters by which spreadsheets call a column without one: A, B … AA. */
export const columnName = (title: string, index: number): string => {
  if (title !== '') return title;
  const before = Math.floor(index / 26);
  return (before > 0 ? columnName('', before - 1) : '') + String.fromCharCode(65 + (index % 26));
};

/** How many cells of a column are looked at. */
const SAMPLE = 50;

const isRemembered = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every(isText);
const keyOf = (register: string): string => `import.columns.${register}`;

/** Remembers on this device which field a title was given; '' for none. */
export const rememberColumns = (register: string, titles: readonly string[], columns: Columns): void => {
  const known = readJson(localStorage, keyOf(register), isRemembered) ?? {};
  const chosen = titles.map((title, index) => [wordKey(title), columns[index] ?? ''] as const);
  writeJson(localStorage, keyOf(register), { ...known, ...Object.fromEntries(chosen.filter(([key]) => key !== '')) });
};

const byTitle = ({ fields }: ImportDescription, title: string): string | undefined => {
  const key = wordKey(title);
  return fields.find((field) => [field.title, ...(field.aliases ?? [])].some((name) => wordKey(name) === key))?.field;
};

/** Number of columns of a row whose title is known. */
export const knownTitles = (description: ImportDescription, cells: readonly string[]): number =>
  cells.filter((title) => title !== '' && byTitle(description, title) !== undefined).length;

const byContent = (
  description: ImportDescription,
  cells: readonly string[],
  taken: ReadonlySet<string>,
): string | undefined => {
  const texts = cells.filter((text) => text !== '').slice(0, SAMPLE);
  if (texts.length === 0) return undefined;
  return description.fields.find(({ field }) => {
    const fits = BY_CONTENT[field];
    return fits !== undefined && !taken.has(field) && texts.filter(fits).length * 2 > texts.length;
  })?.field;
};

/** Fields of the columns: as they were chosen before, by their titles, then by what is in them. Each field once. */
export const guessColumns = (
  register: string,
  description: ImportDescription,
  titles: readonly string[],
  rows: readonly { cells: readonly string[] }[],
): (string | null)[] => {
  const remembered = readJson(localStorage, keyOf(register), isRemembered) ?? {};
  const taken = new Set<string>();
  const take = (field: string | undefined): string | null => {
    if (field === undefined || field === '' || taken.has(field)) return null;
    if (!description.fields.some((known) => known.field === field)) return null;
    taken.add(field);
    return field;
  };
  const named = titles.map((title) => take(remembered[wordKey(title)] ?? byTitle(description, title)));
  return named.map((field, index) => {
    if (field !== null || remembered[wordKey(titles[index] ?? '')] === '') return field;
    return take(
      byContent(
        description,
        rows.map(({ cells }) => cells[index] ?? ''),
        taken,
      ),
    );
  });
};
