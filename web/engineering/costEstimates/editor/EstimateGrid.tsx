import { percentageInTotal, type EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { useEffect, type MouseEvent } from 'react';
import { CellField, type Unread } from '#web/form/tree/CellField.tsx';
import { fieldText, readCell } from './cellText.ts';
import { COLUMNS, typedColumn, type ColumnId } from './columns.ts';
import styles from './estimate.module.css';
import { GridRow } from './GridRow.tsx';
import { setCell } from './model/cells.ts';
import { indexOfKey, type EstimateRow } from './model/rows.ts';
import type { Shown } from './model/visible.ts';
import type { Commands } from './useCommands.ts';
import type { ContentState } from './useContent.ts';
import type { Cursor } from './useCursor.ts';
import type { CellProblems } from './useSave.ts';
import { useGridKeys } from './useGridKeys.ts';
import { useWindow } from '#web/form/tree/useWindow.ts';

export const ROW_HEIGHT = 32;
const HEAD_HEIGHT = 34;
export const UNITS_LIST = 'estimate-units';

export type UnreadCells = Readonly<Record<string, Unread>>;

export interface EstimateGridProps {
  content: ContentState;
  cursor: Cursor;
  commands: Commands;
  figures: EstimateFigures;
  shown: readonly Shown[];
  writable: boolean;
  /** Rows that the search has found. */
  marked: ReadonlySet<string>;
  unread: UnreadCells;
  problems: CellProblems;
  onUnread: (cell: string, unread: Unread | null) => void;
  isOpen: (row: EstimateRow) => boolean;
  onToggle: (row: EstimateRow) => void;
  onMemo: (row: EstimateRow) => void;
  onInsert: () => void;
  onFind: () => void;
}

/** The tree of an estimate: rows of one height, of which only those in sight are rendered, and one field. */
export const EstimateGrid = (props: EstimateGridProps) => {
  const { content, cursor, commands, figures, shown, writable, unread, problems } = props;
  const { active } = cursor;
  const view = useWindow(ROW_HEIGHT, shown.length);
  const keys = useGridKeys(props);
  const place = active === null ? -1 : shown.findIndex(({ key }) => key === active.key);
  const { scroller, reveal } = view;
  const { takeFocus } = cursor;
  useEffect(() => {
    if (active === null || !takeFocus()) return;
    reveal(place, HEAD_HEIGHT);
    const cell = scroller.current?.querySelector<HTMLElement>('[data-active]');
    cell?.focus({ preventScroll: true });
    if (cell instanceof HTMLInputElement) cell.select();
  }, [active, place, content.revision, reveal, scroller, takeFocus]);

  const typed = (row: EstimateRow, column: ColumnId) => {
    const own = typedColumn(column);
    if (!own) return null;
    const cell = `${row.key}.${own}`;
    const right = column === 'quantity' || column === 'unitPrice';
    const problemOf = (text: string): string | null => {
      const read = readCell(own, text);
      return 'problem' in read ? read.problem : null;
    };
    const type = (text: string): void => {
      const read = readCell(own, text);
      if ('problem' in read) return;
      commands.edit((rows) => setCell(rows, indexOfKey(rows, row.key), read.cell), cell);
    };
    return (
      <CellField
        key={`${cell}.${content.revision}`}
        label={`${COLUMNS.find(({ id }) => id === column)?.title ?? ''} de ${row.description || 'linha nova'}`}
        value={fieldText(row, own)}
        unread={unread[cell]}
        problem={problems[cell]}
        right={right}
        list={column === 'unit' ? UNITS_LIST : undefined}
        problemOf={problemOf}
        onType={type}
        onUnread={(left) => props.onUnread(cell, left)}
      />
    );
  };

  const press = (event: MouseEvent<HTMLDivElement>) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('button, input')) return;
    const key = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const column = COLUMNS.find(
      ({ id }) => id === (event.target as Element).closest<HTMLElement>('[data-column]')?.dataset.column,
    );
    if (key === undefined || !column) return;
    event.preventDefault();
    if (event.shiftKey) cursor.extend(key);
    else cursor.go({ key, column: column.id });
  };

  const indexes = Array.from({ length: Math.max(0, view.last - view.first) }, (_, index) => view.first + index);
  // The row with the cursor stays rendered, so that the focus is not lost by scrolling.
  if (place >= 0 && (place < view.first || place >= view.last)) indexes.push(place);
  const { total } = figures;
  return (
    <div ref={scroller} className={styles.scroller} onScroll={view.onScroll}>
      <div
        role="treegrid"
        aria-label="Linhas do orçamento"
        aria-rowcount={shown.length + 1}
        aria-multiselectable="true"
        aria-readonly={!writable}
        className={styles.grid}
        style={{ height: shown.length * ROW_HEIGHT + HEAD_HEIGHT }}
        tabIndex={active === null ? 0 : -1}
        onFocus={(event) => {
          const [first] = cursor.keys;
          if (event.target === event.currentTarget && active === null && first !== undefined)
            cursor.go({ key: first, column: 'description' });
        }}
        onMouseDown={press}
        {...keys}
      >
        <div role="row" aria-rowindex={1} className={styles.head}>
          {COLUMNS.map(({ id, title, right }) => (
            <div key={id} role="columnheader" className={right && styles.right}>
              {title}
            </div>
          ))}
        </div>
        {indexes.map((index) => {
          const one = shown[index];
          if (!one) return null;
          const own = one.kind === 'row' ? figures.rowAt(one.index) : null;
          const { key } = one.row;
          return (
            <GridRow
              key={one.key}
              shown={one}
              figures={own}
              share={own?.total ? percentageInTotal(own.total, total) : null}
              top={index * ROW_HEIGHT + HEAD_HEIGHT}
              place={index + 2}
              active={one.kind === 'row' && active?.key === key ? active.column : null}
              chosen={one.kind === 'row' && cursor.several && cursor.chosen.has(key)}
              marked={props.marked.has(key)}
              open={props.isOpen(one.row)}
              writable={writable}
              unread={(column) => unread[`${key}.${column}`]}
              problem={(column) => problems[`${key}.${column}`]}
              onToggle={props.onToggle}
              onMemo={props.onMemo}
              field={typed}
            />
          );
        })}
      </div>
    </div>
  );
};
