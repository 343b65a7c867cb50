import { amendmentSums } from '#domain/engineering/estimate/amendments.ts';
import { percentageInTotal, type EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { CellField, type Unread } from '#web/form/tree/CellField.tsx';
import { fieldText, readCell } from './cellText.ts';
import { AMENDED, COLUMNS, typedColumn, type ColumnId } from './columns.ts';
import { GridRow } from './GridRow.tsx';
import { RowDrag } from './RowDrag.tsx';
import { setCell } from './model/cells.ts';
import type { Drop } from './model/drop.ts';
import { indexOfKey, type EstimateRow } from './model/rows.ts';
import type { Shown } from './model/visible.ts';
import type { Commands } from './useCommands.ts';
import type { ContentState } from './useContent.ts';
import type { Cursor } from './useCursor.ts';
import type { CellProblems } from './useSave.ts';
import { useGridKeys } from './useGridKeys.ts';
import { TreeGrid } from '#web/form/tree/TreeGrid.tsx';
import { useMemo } from 'react';

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
  onComposition: (row: EstimateRow | undefined) => void;
  onInsert: () => void;
  onFind: () => void;
  /** Asks where the chosen rows go. */
  onMove: () => void;
  onDrop: (drop: Drop) => void;
}

/** The tree of an estimate, with one field: the cell with the cursor. */
export const EstimateGrid = (props: EstimateGridProps) => {
  const { content, cursor, commands, figures, shown, writable, unread, problems } = props;
  const { active } = cursor;
  const keys = useGridKeys(props);
  const place = active === null ? -1 : shown.findIndex(({ key }) => key === active.key);

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

  const { total } = figures;
  const { rows } = content.now;
  const amendments = useMemo(() => amendmentSums(rows, figures), [rows, figures]);
  const columns = rows.some(({ amendment }) => amendment !== null) ? AMENDED : COLUMNS;
  return (
    <TreeGrid
      label="Linhas do orçamento"
      columns={columns}
      usual="description"
      count={shown.length}
      readOnly={!writable}
      several
      revision={content.revision}
      drag={
        writable ? (
          <RowDrag {...{ rows, shown, chosen: cursor.chosen, several: cursor.several }} onDrop={props.onDrop} />
        ) : undefined
      }
      {...{ cursor, place }}
      {...keys}
    >
      {(index, top) => {
        const one = shown[index];
        if (!one) return null;
        const own = one.kind === 'row' ? figures.rowAt(one.index) : null;
        const { key } = one.row;
        return (
          <GridRow
            key={one.key}
            shown={one}
            figures={own}
            columns={columns}
            amendment={one.kind === 'row' ? amendments.rowAt(one.index) : null}
            share={own?.total ? percentageInTotal(own.total, total) : null}
            top={top}
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
      }}
    </TreeGrid>
  );
};
