import type { Letterhead } from '../letterhead.ts';

/** What stands around a table, and its columns. */
export interface TableDocument {
  title: string;
  /** Facts below the title. */
  about: string;
  company: Letterhead;
  /** Instant that the file says it was made at. */
  createdAt: string;
  landscape: boolean;
  /** Left of the page number. */
  footer: string;
  columns: readonly { title: string; width: number; right: boolean }[];
  /** In place of a table without lines. */
  empty: string;
  /** Below the table. */
  notes: readonly string[];
}

export interface TableLine {
  kind: 'GROUP' | 'ROW' | 'STRONG' | 'TOTAL';
  /** Depth in a tree: the first cell is indented. */
  level: number;
  texts: readonly string[];
}
