import { useCallback, useState, type KeyboardEvent, type RefObject } from 'react';

/** A cell: the key of its row and its column; -1 is the name of the row. */
export interface Cell {
  key: string;
  column: number;
}

/** A row that arrows walk over. */
export interface CellRow {
  key: string;
  /** Whether it unfolds, and is; null where it does not. */
  open: boolean | null;
}

interface CellsOptions {
  table: RefObject<HTMLTableElement | null>;
  rows: readonly CellRow[];
  /** Columns with values. */
  columns: number;
  onFold: (key: string) => void;
}

/**
 * The cell with the focus in a table: arrows walk, Home and End go to the first and to the last column, and on the name of a
 * row the arrows fold and unfold it. One cell of the table can be reached by Tab.
 */
export const useCells = ({ table, rows, columns, onFold }: CellsOptions) => {
  const [at, setAt] = useState<Cell | null>(null);
  const index = at === null ? -1 : rows.findIndex(({ key }) => key === at.key);
  const current = index < 0 ? { key: rows[0]?.key ?? '', column: 0 } : (at ?? { key: '', column: 0 });

  const focus = useCallback(
    (cell: Cell) => {
      setAt(cell);
      const name = `${cell.key}/${cell.column}`;
      table.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(name)}"]`)?.focus();
    },
    [table],
  );

  const moved = (key: string, row: CellRow): Cell | null => {
    const { column } = current;
    const place = rows.indexOf(row);
    const lowest = row.open === null ? 0 : -1;
    const beside = (step: number): Cell => {
      const next = rows[Math.min(rows.length - 1, Math.max(0, place + step))] ?? row;
      return { key: next.key, column: column === -1 && next.open === null ? 0 : column };
    };
    switch (key) {
      case 'ArrowUp':
        return beside(-1);
      case 'ArrowDown':
        return beside(1);
      case 'ArrowLeft':
        return { key: row.key, column: Math.max(lowest, column - 1) };
      case 'ArrowRight':
        return { key: row.key, column: Math.min(columns - 1, column + 1) };
      case 'Home':
        return { key: row.key, column: 0 };
      case 'End':
        return { key: row.key, column: columns - 1 };
      default:
        return null;
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows.find(({ key }) => key === current.key);
    if (!row || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const folds =
      current.column === -1 &&
      ((event.key === 'ArrowLeft' && row.open === true) || (event.key === 'ArrowRight' && row.open === false));
    const next = folds ? null : moved(event.key, row);
    if (!folds && !next) return;
    event.preventDefault();
    if (folds) onFold(row.key);
    else if (next) focus(next);
  };

  /** Props of a cell's button. */
  const cell = (key: string, column: number) => ({
    'data-cell': `${key}/${column}`,
    tabIndex: current.key === key && current.column === column ? 0 : -1,
    onFocus: () => setAt({ key, column }),
  });

  return { cell, onKeyDown };
};
