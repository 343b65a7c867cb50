import type { MenuAction } from '#web/ui/index.ts';
import type { ReactNode } from 'react';

/** A column of a document's lines. */
export interface LineColumn<Line> {
  id: string;
  title: string;
  /** CSS width; absent: the column takes the remaining space. */
  width?: string;
  align?: 'right';
  /** Place on a phone's card; default: a line of its own with the title before it. */
  card?: 'title' | 'meta' | 'end' | 'none';
  /** The cell as text, also where the line cannot be edited. */
  render: (line: Line, index: number) => ReactNode;
  /** The field of the cell; absent: it cannot be edited. */
  edit?: (line: Line, index: number) => ReactNode;
  /** Returns the line with the value that the line above has in this column (Ctrl+D). */
  repeat?: (line: Line, above: Line) => Line;
}

/** Rows inside a line, opened in place by Right and closed by Left. */
export interface NestedLines<Line> {
  has: (line: Line) => boolean;
  /** Name of the line for its button: "Argamassa 1:4". */
  name: (line: Line) => string;
  open: ReadonlySet<string>;
  setOpen: (key: string, open: boolean) => void;
  /** Table rows of an open line, or list items on a phone. */
  content: (line: Line, columns: number) => ReactNode;
}

export interface LineGridProps<Line> {
  ariaLabel: string;
  lines: readonly Line[];
  keyOf: (line: Line) => string;
  columns: readonly LineColumn<Line>[];
  readOnly: boolean;
  /** The lines in another order, or one with a repeated value. */
  onChange: (lines: readonly Line[]) => void;
  onRemove: (line: Line, index: number) => void;
  onUndo: () => void;
  onRedo: () => void;
  nested?: NestedLines<Line>;
  /** Ctrl+Enter on a line. */
  onFollow?: (line: Line) => void;
  /** Actions of a line before those that every line has. */
  actions?: (line: Line) => readonly MenuAction[];
  /** What `onRemove` does with a line, where that is not "Retirar". */
  removal?: (line: Line) => Pick<MenuAction, 'label' | 'disabled'>;
  /** Why a line cannot be saved as it is; shown below it. */
  problem?: (line: Line, index: number) => string | undefined;
  /** The field below the lines that adds one; it bears `data-adds`. */
  add?: ReactNode;
  /** Text pasted anywhere in the grid; returns whether the caller has taken it as lines. */
  onPasteText?: (text: string) => boolean;
}
