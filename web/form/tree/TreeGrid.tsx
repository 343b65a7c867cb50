import {
  useEffect,
  type ClipboardEvent,
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import styles from './tree.module.css';
import { useWindow } from './useWindow.ts';
import type { TreeCursor, TreePlace } from './useTreeCursor.ts';

export const ROW_HEIGHT = 32;
export const HEAD_HEIGHT = 34;

export interface TreeColumn<Column extends string> {
  id: Column;
  title: string;
  /** Width of its track, as of grid-template-columns. */
  width: string;
  right?: true;
}

interface TreeGridProps<Column extends string> {
  label: string;
  columns: readonly TreeColumn<Column>[];
  /** Column where the cursor begins. */
  usual: Column;
  cursor: TreeCursor<Column>;
  /** Rows that are shown, all of one height. */
  count: number;
  /** Index of the row with the cursor among them; -1 without one. */
  place: number;
  readOnly: boolean;
  /** Several rows can be chosen. */
  several: boolean;
  /** Takes rows by mouse: pressing one of several that are chosen keeps them, so that all of them can be moved. */
  drag?: ReactNode;
  /** Its columns fit wherever it stands: it is as wide as its place. */
  narrow?: boolean;
  /** Changes when fields begin anew, so that the focus goes to the one with the cursor. */
  revision: number;
  onKeyDown: (event: KeyboardEvent) => void;
  onCopy?: (event: ClipboardEvent) => void;
  onCut?: (event: ClipboardEvent) => void;
  onPaste?: (event: ClipboardEvent) => void;
  /** One row, at so many pixels from the top; its cells name their column and, for a field, `data-active`. */
  children: (index: number, top: number) => ReactNode;
}

/** A tree as rows of one height, of which only those in sight are rendered, and one of whose cells has the cursor. */
export const TreeGrid = <Column extends string>(props: TreeGridProps<Column>) => {
  const { columns, cursor, count, place, children } = props;
  const { active, takeFocus } = cursor;
  const { scroller, reveal, onScroll, first, last } = useWindow(ROW_HEIGHT, count);
  useEffect(() => {
    if (active === null || !takeFocus()) return;
    reveal(place, HEAD_HEIGHT);
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]');
    cell?.focus({ preventScroll: true });
    if (cell instanceof HTMLInputElement) cell.select();
  }, [active, place, props.revision, reveal, scroller, takeFocus]);

  const cellAt = ({ target }: MouseEvent): TreePlace<Column> | null => {
    if (!(target instanceof Element) || target.closest('button, input, label')) return null;
    const key = target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const column = columns.find(({ id }) => id === target.closest<HTMLElement>('[data-column]')?.dataset.column);
    return key === undefined || !column ? null : { key, column: column.id };
  };
  const isTaken = (key: string): boolean => props.drag !== undefined && cursor.several && cursor.chosen.has(key);
  const press = (event: MouseEvent<HTMLDivElement>) => {
    const cell = event.button === 0 ? cellAt(event) : null;
    if (!cell) return;
    event.preventDefault();
    if (event.shiftKey && props.several) cursor.extend(cell.key);
    else if (!isTaken(cell.key)) cursor.go(cell);
  };
  // Chosen rows that were pressed and not moved: the cursor goes where the mouse has let go.
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const cell = event.shiftKey ? null : cellAt(event);
    if (cell && isTaken(cell.key)) cursor.go(cell);
  };

  const indexes = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  // The row with the cursor stays rendered, so that the focus is not lost by scrolling.
  if (place >= 0 && (place < first || place >= last)) indexes.push(place);
  const tracks: CSSProperties & Record<'--columns', string> = {
    height: count * ROW_HEIGHT + HEAD_HEIGHT,
    '--columns': columns.map(({ width }) => width).join(' '),
  };
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
      <div
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={count + 1}
        aria-multiselectable={props.several}
        aria-readonly={props.readOnly}
        className={`${styles.grid} ${props.narrow ? styles.narrow : ''}`}
        style={tracks}
        tabIndex={active === null ? 0 : -1}
        onFocus={(event) => {
          const [key] = cursor.keys;
          if (event.target === event.currentTarget && active === null && key !== undefined)
            cursor.go({ key, column: props.usual });
        }}
        onMouseDown={press}
        onClick={click}
        onKeyDown={props.onKeyDown}
        onCopy={props.onCopy}
        onCut={props.onCut}
        onPaste={props.onPaste}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {columns.map(({ id, title, right }) => (
            <div key={id} role="columnheader" className={right && styles.right}>
              {title}
            </div>
          ))}
        </div>
        {indexes.map((index) => children(index, index * ROW_HEIGHT + HEAD_HEIGHT))}
      </div>
      {props.drag}
    </div>
  );
};
