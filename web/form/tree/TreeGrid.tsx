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
/** Height of the row of titles above those of the columns. */
const GROUPS_HEIGHT = 28;

export interface TreeColumn<Column extends string> {
  id: Column;
  title: string;
  /** Width of its track, as of grid-template-columns. */
  width: string;
  right?: true;
  /** Instead of the title: a checkbox. */
  heading?: ReactNode;
  /** Class of its heading: a line at its left. */
  className?: string | undefined;
}

/** A title over columns that stand side by side. */
export interface TreeColumnGroup {
  title: string;
  /** Columns below it. */
  span: number;
  className?: string | undefined;
}

interface TreeGridProps<Column extends string> {
  label: string;
  columns: readonly TreeColumn<Column>[];
  /** Titles above those of the columns. */
  groups?: readonly TreeColumnGroup[];
  /** Height of a row in px. */
  rowHeight?: number;
  /** Px below which it scrolls sideways. */
  minWidth?: number;
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
  const { columns, groups, cursor, count, place, children, rowHeight = ROW_HEIGHT } = props;
  const { active, takeFocus } = cursor;
  const head = HEAD_HEIGHT + (groups ? GROUPS_HEIGHT : 0);
  const { scroller, reveal, onScroll, first, last } = useWindow(rowHeight, count);
  useEffect(() => {
    if (active === null || !takeFocus()) return;
    reveal(place, head);
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]');
    cell?.focus({ preventScroll: true });
    if (cell instanceof HTMLInputElement) cell.select();
  }, [active, place, props.revision, reveal, scroller, takeFocus, head]);

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
    height: count * rowHeight + head,
    '--columns': columns.map(({ width }) => width).join(' '),
    ...(props.minWidth !== undefined && { minWidth: props.minWidth }),
  };
  return (
    <div ref={scroller} className={styles.scroller} onScroll={onScroll}>
      <div
        role="treegrid"
        aria-label={props.label}
        aria-rowcount={count + (groups ? 2 : 1)}
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
        <Head columns={columns} groups={groups} />
        {indexes.map((index) => children(index, index * rowHeight + head))}
      </div>
      {props.drag}
    </div>
  );
};

type HeadProps<Column extends string> = Pick<TreeGridProps<Column>, 'columns' | 'groups'>;

const Head = <Column extends string>({ columns, groups }: HeadProps<Column>) => {
  const titles = (
    <div role="row" aria-rowindex={groups ? 2 : 1} className={styles.head}>
      {columns.map(({ id, title, right, heading, className }) => (
        <div
          key={id}
          role={(heading ?? title) === '' ? 'gridcell' : 'columnheader'}
          className={[right && styles.right, className].filter(Boolean).join(' ')}
        >
          {heading ?? title}
        </div>
      ))}
    </div>
  );
  if (!groups) return titles;
  return (
    <div role="presentation" className={styles.heads}>
      <div role="row" aria-rowindex={1} className={styles.groups}>
        {groups.map(({ title, span, className }, index) => (
          <div
            key={index}
            role={title === '' ? 'gridcell' : 'columnheader'}
            aria-colspan={span}
            className={className}
            style={{ gridColumn: `span ${span}` }}
          >
            {title}
          </div>
        ))}
      </div>
      {titles}
    </div>
  );
};
