import type { Towards } from '#domain/dates.ts';
import type { ReactNode } from 'react';
import type { MenuAction } from '../Menu.tsx';

/** A sorted column; the list is in order of importance (§3 sort entry). */
export interface SortEntry {
  id: string;
  desc: boolean;
}

export interface Column<Row> {
  /** Also the field the server sorts by. */
  id: string;
  /** Money columns state the currency here: "Valor (R$)". */
  title: string;
  /** date and money format the result of `value`; money is right-aligned. Default: text. */
  kind?: 'text' | 'date' | 'money';
  /** Value of the cell: decimal text for money, ISO day for dates. Also its tooltip when truncated. */
  value: (row: Row) => string | null | undefined;
  /** Renders the cell instead: pills, links. Keep it cheap: it runs for every visible row. */
  render?: (row: Row) => ReactNode;
  /** Fixed width in px; without it the column shares the remaining width (`flex`, default 1). */
  width?: number;
  flex?: number;
  minWidth?: number;
  align?: 'left' | 'right' | 'center';
  sortable?: boolean;
  pinned?: 'left' | 'right';
  /** The obra of the row: hidden by itself in a list of one obra. */
  ofBuilding?: boolean;
  /**
   * True: the cell is edited in place. It is tinted; F2, Enter or a click starts, Enter moves down, Tab right, Esc
   * cancels. Invalid text keeps the cell open and shows the problem.
   */
  editable?: (row: Row) => boolean;
  /** For an editable date: how to complete a day typed without year or month. */
  towards?: Towards;
  /** Of a column that only files have: paper has it, too. */
  paper?: boolean;
  /** strong: weight 600; muted: secondary text colour; out: red, as an overdue date. */
  tone?: 'strong' | 'muted' | 'out' | ((row: Row) => 'strong' | 'muted' | 'out' | undefined);
}

export interface DataGridProps<Row> {
  /** Label for screen readers: "Despesas". */
  ariaLabel: string;
  /** One page of rows in the server's order. */
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  /** The first load shows a skeleton; later loads keep the old rows under a thin progress bar. */
  loading?: boolean;
  /** Shown instead of the grid when there are no rows: an EmptyState. */
  empty?: ReactNode;
  sort?: readonly SortEntry[];
  onSort?: (sort: SortEntry[]) => void;
  /** Ids of the selected rows; give `selected` and `onSelect` to get the checkbox column. */
  selected?: readonly string[];
  onSelect?: (ids: string[]) => void;
  /** Called with the value of an edited cell, parsed by the column's kind: decimal text, ISO day. */
  onEdit?: (row: Row, columnId: string, value: string) => void;
  /** Called with the new width of a column, by mouse or Alt+← → on its title. */
  onResize?: ((columnId: string, width: number) => void) | undefined;
  /** Called with the ids of the columns that may be moved, in their new order. */
  onReorder?: ((columnIds: string[]) => void) | undefined;
  /** Called on a click on a row, or Enter on one of its cells. */
  onOpen?: (row: Row) => void;
  /** Id of the row whose drawer is open. */
  activeId?: string | null;
  /** Id of the row to scroll into view. */
  inView?: string | null;
  /** Actions of the "…" menu at the end of each row; a row without any has no menu. */
  rowActions?: (row: Row) => readonly MenuAction[];
  /** Row height in px: 36 for lists, 32 for estimates. */
  rowHeight?: number;
}

/** Context that the grid passes to its cells. */
export interface GridContext {
  /** Reports why a cell's text is invalid; null once it is valid. */
  report: (problem: string | null, cell: HTMLElement) => void;
}
