import { DAMAGED, TOO_LARGE, WorkbookProblem } from './problem.ts';
import { scanXml, type Tag } from './xml.ts';

/** Last row of a spreadsheet, and its last column (XFD). */
const LAST_ROW = 1_048_576;
const LAST_COLUMN = 16_383;
/** Cells of a sheet; each takes some hundred bytes of memory while it is read. */
const MAX_CELLS = 1_500_000;

/** A cell where it stands in the XML of its sheet. */
export interface Cell {
  column: number;
  start: number;
  end: number;
  /** End of its opening tag. */
  tagEnd: number;
  style: number | null;
  type: string | null;
  formula: boolean;
  /** As it is stored: the number of a shared text, a number in the notation of programs. */
  value: string;
  /** Of a formula: where its kept result stands. */
  kept: { start: number; end: number } | null;
}

export interface SheetRow {
  number: number;
  prefix: string;
  style: number | null;
  tag: { start: number; end: number };
  /** Where its closing tag begins; null of `<row/>`. */
  contentEnd: number | null;
  cells: Cell[];
}

/** A rectangle of cells, from and to inclusive. */
export interface Range {
  firstRow: number;
  lastRow: number;
  firstColumn: number;
  lastColumn: number;
}

export interface Sheet {
  rows: SheetRow[];
  merges: Range[];
  /** Results of array formulas and of data tables: cells without a formula of their own. */
  arrays: Range[];
  /** What the sheet's formulas read of it as a range: "I6:I14". */
  summed: Range[];
  columns: { first: number; last: number; style: number }[];
  dimension: { tag: { start: number; end: number }; range: Range } | null;
  /** Some formula names another sheet, a name or a table, or takes addresses from texts. */
  refersBeyond: boolean;
}

/** Column of an address or of its letters from 0: A1 → 0, AA → 26; −1 without letters. */
export const columnOf = (address: string): number => {
  let column = 0;
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  return column - 1;
};

const ADDRESS = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/;

/** "B2:D4" or "B2"; null for whole columns and rows, and for anything else. */
const rangeOf = (text: string | undefined): Range | null => {
  const [from = '', to = from] = (text ?? '').split(':');
  const [first, last] = [ADDRESS.exec(from), ADDRESS.exec(to)];
  if (!first || !last) return null;
  return {
    ...{ firstRow: Number(first[2]), lastRow: Number(last[2]) },
    ...{ firstColumn: columnOf(first[1] ?? ''), lastColumn: columnOf(last[1] ?? '') },
  };
};

export const isIn = ({ firstRow, lastRow, firstColumn, lastColumn }: Range, row: number, column: number): boolean =>
  row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn;

const within = (place: number, first: number, last: number): number => {
  if (Number.isInteger(place) && place >= first && place <= last) return place;
  throw new WorkbookProblem(DAMAGED);
};

const numberOrNull = (text: string | undefined): number | null => (text === undefined ? null : Number(text));

/** A name of a function is followed by "(", an address has digits or "$"; whatever else is a name. */
const BEYOND = /[![]|\b(?:INDIRECT|OFFSET)\s*\(|\b[A-Za-z_\\][\w.\\]*\b(?!\s*\()/;
const LOCAL =
  /\$?\b[A-Za-z]{1,3}\$?\d{1,7}\b|\$[A-Za-z]{1,3}\b|\b[A-Za-z]{1,3}(?=:)|(?<=:)[A-Za-z]{1,3}\b|\b(?:TRUE|FALSE)\b|"[^"]*"/g;

/** "I6:I14" of the sheet itself. */
const RANGE = /(?<![!$\w])\$?[A-Z]{1,3}\$?\d{1,7}:\$?[A-Z]{1,3}\$?\d{1,7}\b/g;

const refersBeyond = (formula: string): boolean => BEYOND.test(formula.replace(LOCAL, ''));

/** Collects what the elements of a sheet say. */
class SheetReader {
  readonly sheet: Sheet = {
    ...{ rows: [], merges: [], arrays: [], summed: [], columns: [] },
    ...{ dimension: null, refersBeyond: false },
  };
  #row: SheetRow | undefined;
  #cell: Cell | undefined;
  #inside: 'value' | 'formula' | undefined;
  #phonetic = false;
  #formula = '';
  #count = 0;

  opened(tag: Tag): void {
    const { name, attributes } = tag;
    if (name === 'c') this.#openCell(tag);
    else if (this.#cell) this.#openPart(tag);
    else if (name === 'row') this.#openRow(tag);
    else if (name === 'mergeCell') this.#addRange(this.sheet.merges, attributes['ref']);
    else if (name === 'col') this.#addColumns(attributes);
    else if (name === 'dimension') {
      const range = rangeOf(attributes['ref']);
      if (range) this.sheet.dimension = { tag: { start: tag.start, end: tag.end }, range };
    }
  }

  text(text: string): void {
    if (this.#inside === 'value' && this.#cell && !this.#phonetic) this.#cell.value += text;
    else if (this.#inside === 'formula') this.#formula += text;
  }

  closed({ name, start, end }: Omit<Tag, 'attributes'>): void {
    if (name === 'c' && this.#cell) {
      this.#cell.end = end;
      this.#row?.cells.push(this.#cell);
      this.#cell = undefined;
    } else if (name === 'row' && this.#row) {
      this.#row.contentEnd = end === this.#row.tag.end ? null : start;
      this.sheet.rows.push(this.#row);
      this.#row = undefined;
    } else if (this.#cell) this.#closePart(name, end);
  }

  #openRow({ attributes, start, end, prefix }: Tag): void {
    const last = this.sheet.rows.at(-1)?.number ?? 0;
    const number = within(Number(attributes['r'] ?? last + 1), last + 1, LAST_ROW);
    const style = attributes['customFormat'] === '1' ? numberOrNull(attributes['s']) : null;
    this.#row = { number, prefix, style, tag: { start, end }, contentEnd: null, cells: [] };
  }

  #openCell({ attributes, start, end }: Tag): void {
    if (!this.#row) throw new WorkbookProblem(DAMAGED);
    this.#count += 1;
    if (this.#count > MAX_CELLS) throw new WorkbookProblem(TOO_LARGE);
    const next = (this.#row.cells.at(-1)?.column ?? -1) + 1;
    const column = attributes['r'] === undefined ? next : columnOf(attributes['r']);
    this.#cell = {
      ...{ column: within(column, next, LAST_COLUMN), start, end, tagEnd: end },
      ...{ style: numberOrNull(attributes['s']), type: attributes['t'] ?? null },
      ...{ formula: false, value: '', kept: null },
    };
  }

  #openPart({ name, attributes, start, end }: Tag): void {
    const cell = this.#cell;
    if (!cell) return;
    if (name === 'f') {
      cell.formula = true;
      this.#inside = 'formula';
      this.#formula = '';
      if (attributes['t'] === 'array' || attributes['t'] === 'dataTable') {
        this.#addRange(this.sheet.arrays, attributes['ref']);
      }
    } else if (name === 'v' || name === 't') {
      this.#inside = 'value';
      if (name === 'v' && cell.formula) cell.kept = { start, end };
    } else if (name === 'rPh') this.#phonetic = true;
  }

  #closePart(name: string, end: number): void {
    if (name === 'f') this.#closeFormula(this.#formula);
    if (name === 'v' && this.#cell?.kept) this.#cell.kept.end = end;
    if (name === 'rPh') this.#phonetic = false;
    if (name === 'f' || name === 'v' || name === 't') this.#inside = undefined;
  }

  #closeFormula(formula: string): void {
    if (refersBeyond(formula)) this.sheet.refersBeyond = true;
    for (const [range] of formula.matchAll(RANGE)) this.#addRange(this.sheet.summed, range);
  }

  #addRange(ranges: Range[], ref: string | undefined): void {
    const range = rangeOf(ref);
    if (range) ranges.push(range);
  }

  #addColumns({ min, max, style }: Readonly<Record<string, string>>): void {
    if (style === undefined) return;
    this.sheet.columns.push({ first: Number(min) - 1, last: Number(max) - 1, style: Number(style) });
  }
}

const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?\bref\s*=\s*["']([^"']+)["']/g;

/** Merged cells stand behind all rows: where these are not read, the merged cells of the first ones are looked for. */
const mergesOf = (xml: string, lastRow: number): Range[] =>
  [...xml.matchAll(MERGED)].flatMap(([, ref]) => {
    const range = rangeOf(ref);
    return range && range.firstRow <= lastRow ? [range] : [];
  });

/** Reads a sheet, or only its rows up to a number. @throws WorkbookProblem */
export const readSheet = async (xml: string, lastRow = Infinity): Promise<Sheet> => {
  const reader = new SheetReader();
  const isEnough = () => (reader.sheet.rows.at(-1)?.number ?? 0) >= lastRow;
  await scanXml(xml, {
    opened: (tag) => reader.opened(tag),
    closed: (tag) => reader.closed(tag),
    text: (text) => reader.text(text),
    enough: isEnough,
  });
  return isEnough() ? { ...reader.sheet, merges: mergesOf(xml, lastRow) } : reader.sheet;
};

type Place = (row: number, column: number) => { row: number; column: number };

/** Rows of merged cells that are found by their row; the few that are taller are looked through. */
const TALL = 50;

/** Returns what tells the cell that shows a place: the first one of merged cells. */
export const anchorsOf = ({ merges }: Sheet): Place => {
  const byRow = new Map<number, Range[]>();
  const tall = merges.filter(({ firstRow, lastRow }) => lastRow - firstRow >= TALL);
  for (const range of merges) {
    if (range.lastRow - range.firstRow >= TALL) continue;
    for (let row = range.firstRow; row <= range.lastRow; row += 1) {
      const known = byRow.get(row);
      if (known) known.push(range);
      else byRow.set(row, [range]);
    }
  }
  return (row, column) => {
    const merged = [...(byRow.get(row) ?? []), ...tall].find((range) => isIn(range, row, column));
    return merged ? { row: merged.firstRow, column: merged.firstColumn } : { row, column };
  };
};
