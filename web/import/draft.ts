import { isRecord, isText } from '#web/client/storage.ts';
import type { Columns } from './columns.ts';

/** One row of the file, as it is now: cells may have been mended. */
export interface Row {
  line: number;
  cells: readonly string[];
  /** The user leaves it out. */
  out?: true;
}

/** A spreadsheet on its way: kept in this browser until it is imported or given up. */
export interface Draft {
  fileName: string;
  sheet: string;
  /** Empty where no row holds titles. */
  titles: readonly string[];
  /** The rows down to that of the titles, as they would be imported where it holds none; empty without titles. */
  head: readonly Row[];
  columns: Columns;
  rows: readonly Row[];
  existing: 'UPDATE' | 'KEEP';
  createMissing: readonly string[];
  /** Cost database of products; '' until one is chosen. */
  table: string;
}

export const isList = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem);
export const isRow = (value: unknown): value is Row =>
  isRecord(value) && typeof value.line === 'number' && isList(value.cells, isText);
const isColumn = (value: unknown): value is string | null => value === null || isText(value);

export const isDraft = (value: unknown): value is Draft =>
  isRecord(value) &&
  isText(value.fileName) &&
  isText(value.sheet) &&
  isText(value.table) &&
  (value.existing === 'UPDATE' || value.existing === 'KEEP') &&
  isList(value.titles, isText) &&
  isList(value.head, isRow) &&
  isList(value.columns, isColumn) &&
  isList(value.createMissing, isText) &&
  isList(value.rows, isRow);
