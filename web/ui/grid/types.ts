import type { Towards } from '#domain/dates.ts';
import type { ReactNode } from 'react';
import type { MenuAction } from '../Menu.tsx';

/** One sorted column, in order of importance (§3 sort entry). */
export interface SortEntry {
  id: string;
  desc: boolean;
}

export interface Column<Row> {
  /** Also the name the server sorts by. */
  id: string;
  /** Money columns carry the currency here: "Valor (R$)". */
  title: string;
  /** date and money format what `value` gives; money is right-aligned. Default text. */
  kind?: 'text' | 'date' | 'money';
  /** Text of the cell: decimal text for money, ISO for dates. Also its tooltip when it is cut. */
  value: (row: Row) => string | null | undefined;
  /** Draws the cell instead: pills, links. Keep it light: it runs for every visible row. */
  render?: (row: Row) => ReactNode;
  /** Fixed width, else it shares what is left (`flex`, default 1). */
  width?: number;
  flex?: number;
  minWidth?: number;
  align?: 'left' | 'right' | 'center';
  sortable?: boolean;
  pinned?: 'left' | 'right';
  /**
   * Edited in place where true: tinted, F2 or Enter or a click; Enter goes down, Tab right, Esc cancels. What cannot be
   * read keeps the cell open and says why.
   */
  editable?: (row: Row) => boolean;
  /** Of an editable date: where a day without year or month is looked for. */
  towards?: Towards;
  /** strong: 600; muted: second text colour; out: red, as an overdue date. */
  tone?: 'strong' | 'muted' | 'out' | ((row: Row) => 'strong' | 'muted' | 'out' | undefined);
}

export interface DataGridProps<Row> {
  /** Read aloud: "Despesas". */
  ariaLabel: string;
  /** One page of rows, as the server ordered them. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** First load shows a skeleton; later loads keep the old rows under a thin bar. */
  loading?: boolean;
  /** Shown instead of the grid when there are no rows: an EmptyState. */
  empty?: ReactNode;
  sort?: readonly SortEntry[];
  onSort?: (sort: SortEntry[]) => void;
  /** Ids of the selected rows; give both to get the checkbox column. */
  selected?: readonly string[];
  onSelect?: (ids: string[]) => void;
  /** What was typed into an editable cell, read by the column's kind: decimal text, ISO day. */
  onEdit?: (row: Row, columnId: string, value: string) => void;
  /** Click on a row, or Enter on a cell of it. */
  onOpen?: (row: Row) => void;
  /** Row whose drawer is open. */
  activeId?: string | null;
  /** Row that is scrolled to, once it is named. */
  inView?: string | null;
  /** Actions behind "…" at the end of each row. */
  rowActions?: (row: Row) => readonly MenuAction[];
  /** 36 for lists, 32 for estimates. */
  rowHeight?: number;
}

/** What the grid hands to its cells. */
export interface GridContext {
  /** Why what is typed in a cell cannot be taken; null once it can. */
  report: (problem: string | null, cell: HTMLElement) => void;
}
