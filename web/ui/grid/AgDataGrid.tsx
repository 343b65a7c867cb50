import type {
  CellEditRequestEvent,
  CellKeyDownEvent,
  ColumnMovedEvent,
  ColumnResizedEvent,
  GridApi,
  RowClassRules,
  RowClickedEvent,
  RowSelectionOptions,
  SelectionChangedEvent,
  SelectionColumnDef,
  SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState, type FocusEvent, type RefObject } from 'react';
import { cspNonce } from '../cspNonce.ts';
import { useFocusWhenLost, type RowPlace } from '../lostFocus.ts';
import { actionsColDef, toColDef } from './columns.tsx';
import { gridTexts, gridTheme } from './setup.ts';
import type { DataGridProps, SortEntry } from './types.ts';
import { useRangeKeys } from './useRangeKeys.ts';
import { useRowKeys } from './useRowKeys.ts';
import { useCellProblem } from './useCellProblem.ts';
import { useSelectedRows } from './useSelectedRows.ts';
import styles from './AgDataGrid.module.css';

const manyRows: RowSelectionOptions = {
  mode: 'multiRow',
  headerCheckbox: true,
  checkboxes: true,
  enableClickSelection: false,
};
const checkboxColumn: SelectionColumnDef = {
  width: 44,
  pinned: 'left',
  suppressHeaderMenuButton: true,
  resizable: false,
};

const sortOf = (api: GridApi): SortEntry[] =>
  api
    .getColumnState()
    .filter((column) => column.sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .map((column) => ({ id: column.colId, desc: column.sort === 'desc' }));

/** Ids of the shown columns that may be moved, in their order. */
const movableIds = (api: GridApi): string[] =>
  api
    .getAllDisplayedColumns()
    .filter((column) => !column.isPinned())
    .map((column) => column.getColId());

const sameSort = (a: readonly SortEntry[], b: readonly SortEntry[]) =>
  a.length === b.length && a.every((entry, index) => entry.id === b[index]?.id && entry.desc === b[index].desc);

const applySort = (api: GridApi, sort: readonly SortEntry[]) => {
  if (sameSort(sortOf(api), sort)) return;
  const state = sort.map(({ id, desc }, sortIndex) => ({
    colId: id,
    sort: desc ? ('desc' as const) : ('asc' as const),
    sortIndex,
  }));
  api.applyColumnState({ state, defaultState: { sort: null } });
};

/** Highlights the row whose drawer is open without re-rendering it, which would move the focus. */
const useActiveRow = <Row,>(api: GridApi<Row> | null, activeId: string | null, clickable: boolean) => {
  const active = useRef<string | null>(null);
  useEffect(() => {
    const before = active.current;
    active.current = activeId;
    for (const id of new Set([before, activeId])) {
      const node = id === null ? undefined : api?.getRowNode(id);
      if (node?.data !== undefined) node.updateData(node.data);
    }
    const node = activeId === null ? undefined : api?.getRowNode(activeId);
    if (node) api?.ensureNodeVisible(node);
  }, [api, activeId]);
  return useMemo<RowClassRules<Row>>(
    () => ({
      [styles.active ?? 'active']: ({ node }) => node.id === active.current,
      [styles.clickable ?? 'clickable']: () => clickable,
    }),
    [clickable],
  );
};

const firstCell = (api: GridApi) =>
  api.getAllDisplayedColumns().find((column) => !column.getColId().startsWith('ag-Grid'));

/** The first cell of a row in which Enter opens the row: in one that can be edited, it would begin to edit. */
const openingCell = <Row,>(api: GridApi<Row>, index: number) => {
  const node = api.getDisplayedRowAtIndex(index);
  const cells = api.getAllDisplayedColumns().filter((column) => !column.getColId().startsWith('ag-Grid'));
  return cells.find((column) => node && !column.isCellEditable(node)) ?? cells[0];
};

/**
 * Returns a lost focus to the row that opened a drawer, a menu or a dialog, or to the next row when that one has been
 * removed.
 */
const useRowFocus = <Row,>(
  api: GridApi<Row> | null,
  host: RefObject<HTMLDivElement | null>,
  { activeId = null, selected }: Pick<DataGridProps<Row>, 'activeId' | 'selected'>,
  rowData: readonly Row[],
) => {
  const at = useRef<RowPlace | null>(null);
  /** Row of the open drawer. */
  const opened = useRef<RowPlace | null>(null);
  /** Focuses the row that had the focus last, or one beside it. */
  const find = (step?: -1 | 0 | 1) => {
    if (!api || api.isDestroyed() || api.getDisplayedRowCount() === 0) return;
    const { id, index } = at.current ?? { id: '', index: 0 };
    const last = api.getDisplayedRowCount() - 1;
    const row = Math.max(0, Math.min((api.getRowNode(id)?.rowIndex ?? index) + (step ?? 0), last));
    const cell = step === undefined ? firstCell(api) : openingCell(api, row);
    if (!cell) return;
    api.ensureIndexVisible(row);
    api.setFocusedCell(row, cell);
  };
  useEffect(() => {
    const index = activeId === null ? null : api?.getRowNode(activeId)?.rowIndex;
    if (activeId !== null && index != null) at.current = opened.current = { id: activeId, index };
  }, [api, activeId, rowData]);
  // A user who moved to another row in the drawer gets the focus back on that row.
  const open = activeId !== null;
  useEffect(() => {
    if (!open) return undefined;
    const box = host.current;
    // Runs after the drawer has returned the focus to the row that opened it.
    return () => {
      setTimeout(() => {
        at.current = opened.current ?? at.current;
        if (box?.contains(document.activeElement)) find();
      });
    };
    // Only opening and closing count.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [open]);
  useFocusWhenLost(
    useMemo(() => [rowData, activeId, selected], [rowData, activeId, selected]),
    () => find(),
  );
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest('[row-id]');
    const id = row?.getAttribute('row-id');
    if (id != null) at.current = { id, index: Number(row?.getAttribute('row-index')) };
  };
  return { onFocus, focusRow: find };
};

/** Clicks on checkboxes, menus and links inside a row do not open the row. */
const isOnControl = (event: Event | null | undefined) =>
  event?.target instanceof Element &&
  event.target.closest(`button, a, input, [role="menu"], .ag-selection-checkbox, .${styles.editable}`) !== null;

/** The grid itself, in its own chunk; screens use ../DataGrid.tsx. */
export const AgDataGrid = <Row,>(props: DataGridProps<Row>) => {
  const { rows, columns, rowId, rowActions, sort, selected, activeId = null, onSort, onSelect, onOpen } = props;
  const [api, setApi] = useState<GridApi<Row> | null>(null);
  const cells = useCellProblem(styles.grid ?? '');
  const host = useRef<HTMLDivElement>(null);
  const colDefs = useMemo(
    () => [...columns.map((column) => toColDef(column)), ...(rowActions ? [actionsColDef(rowActions)] : [])],
    [columns, rowActions],
  );
  const rowData = useMemo(() => [...rows], [rows]);

  useEffect(() => {
    if (api && sort) applySort(api, sort);
  }, [api, sort, colDefs]);
  const tell = useSelectedRows(api, selected, rowData);
  const { inView = null } = props;
  useEffect(() => {
    const node = inView === null ? undefined : api?.getRowNode(inView);
    if (node) api?.ensureNodeVisible(node);
  }, [api, inView]);
  const rowClassRules = useActiveRow(api, activeId, onOpen !== undefined);
  const { onFocus, focusRow } = useRowFocus(api, host, props, rowData);
  const rangePressed = useRangeKeys<Row>();
  useRowKeys(api, onOpen !== undefined, focusRow);
  useEffect(() => {
    if (api)
      host.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', props.ariaLabel);
    // Marks the scrolling element for the frames around the grid.
    host.current?.querySelector('.ag-grid-viewport')?.setAttribute('data-scroller', '');
  }, [api, props.ariaLabel]);

  const sortChanged = (event: SortChangedEvent<Row>) => {
    if (event.source === 'uiColumnSorted') onSort?.(sortOf(event.api));
  };
  const selectionChanged = (event: SelectionChangedEvent<Row>) => {
    if (event.source === 'api' || event.source === 'rowDataChanged') return;
    const ids = event.api.getSelectedRows().map(rowId);
    tell(ids);
    onSelect?.(ids);
  };
  const rowClicked = (event: RowClickedEvent<Row>) => {
    if (event.data !== undefined && !isOnControl(event.event)) onOpen?.(event.data);
  };
  const keyPressed = (pressed: CellKeyDownEvent<Row>) => {
    const { event, data } = pressed;
    if (selected && onSelect) rangePressed(pressed);
    if (event instanceof KeyboardEvent && event.key === 'Enter' && !isOnControl(event) && data !== undefined)
      onOpen?.(data);
  };
  const resized = ({ finished, source, columns: all, flexColumns }: ColumnResizedEvent<Row>) => {
    if (!finished || source !== 'uiColumnResized') return;
    // Without those that took or gave the space.
    const column = all?.find((one) => !flexColumns?.includes(one));
    if (column) props.onResize?.(column.getColId(), column.getActualWidth());
  };
  const moved = ({ finished, source, api: grid }: ColumnMovedEvent<Row>) => {
    if (finished && source === 'uiColumnMoved') props.onReorder?.(movableIds(grid));
  };
  const edited = ({ data, colDef, newValue, oldValue }: CellEditRequestEvent<Row, string>) => {
    if (newValue != null && newValue !== oldValue) props.onEdit?.(data, colDef.colId ?? '', newValue);
  };

  return (
    <div ref={host} className={styles.grid} aria-busy={props.loading} onFocus={onFocus}>
      {props.loading && <div className={styles.progress} role="progressbar" aria-label="Carregando…" />}
      <AgGridReact<Row>
        theme={gridTheme}
        styleNonce={cspNonce()}
        localeText={gridTexts}
        rowData={rowData}
        columnDefs={colDefs}
        getRowId={({ data }) => rowId(data)}
        rowHeight={props.rowHeight ?? 36}
        rowSelection={selected && onSelect ? manyRows : undefined}
        selectionColumnDef={checkboxColumn}
        rowClassRules={rowClassRules}
        tooltipShowMode="whenTruncated"
        tooltipShowDelay={400}
        multiSortKey="ctrl"
        suppressDragLeaveHidesColumns
        suppressNoRowsOverlay
        onGridReady={(event) => setApi(event.api)}
        onSortChanged={sortChanged}
        onColumnResized={resized}
        onColumnMoved={moved}
        onSelectionChanged={selectionChanged}
        onRowClicked={rowClicked}
        readOnlyEdit
        invalidEditValueMode="block"
        context={cells.context}
        onCellEditingStopped={cells.clear}
        enterNavigatesVerticallyAfterEdit
        stopEditingWhenCellsLoseFocus
        onCellEditRequest={edited}
        onCellKeyDown={(event) => 'column' in event && keyPressed(event)}
      />
      {cells.problem && (
        <p role="alert" className={styles.problem} style={{ top: cells.problem.top, left: cells.problem.left }}>
          {cells.problem.text}
        </p>
      )}
    </div>
  );
};
