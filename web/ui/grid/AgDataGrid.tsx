import type {
  CellEditRequestEvent,
  CellKeyDownEvent,
  GridApi,
  RowClassRules,
  RowClickedEvent,
  RowSelectionOptions,
  SelectionChangedEvent,
  SelectionColumnDef,
  SortChangedEvent,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { cspNonce } from '../cspNonce.ts';
import { actionsColDef, toColDef } from './columns.tsx';
import { gridTexts, gridTheme } from './setup.ts';
import type { DataGridProps, SortEntry } from './types.ts';
import { useCellProblem } from './useCellProblem.ts';
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

const applySelection = (api: GridApi, selected: readonly string[]) => {
  const wanted = new Set(selected);
  api.forEachNode((node) => {
    if (node.id !== undefined && node.isSelected() !== wanted.has(node.id))
      node.setSelected(wanted.has(node.id), false, 'api');
  });
};

/** Marks the row whose drawer is open, without drawing it anew: that would move the focus. */
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

/** Clicks on checkboxes, menus and links inside a row are theirs, not the row's. */
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
  useEffect(() => {
    if (api && selected) applySelection(api, selected);
  }, [api, selected, rowData]);
  const rowClassRules = useActiveRow(api, activeId, onOpen !== undefined);
  useEffect(() => {
    if (api)
      host.current?.querySelector('[role="grid"], [role="treegrid"]')?.setAttribute('aria-label', props.ariaLabel);
    // What frames find by it: where the rows scroll.
    host.current?.querySelector('.ag-grid-viewport')?.setAttribute('data-scroller', '');
  }, [api, props.ariaLabel]);

  const sortChanged = (event: SortChangedEvent<Row>) => {
    if (event.source === 'uiColumnSorted') onSort?.(sortOf(event.api));
  };
  const selectionChanged = (event: SelectionChangedEvent<Row>) => {
    if (event.source !== 'api' && event.source !== 'rowDataChanged') onSelect?.(event.api.getSelectedRows().map(rowId));
  };
  const rowClicked = (event: RowClickedEvent<Row>) => {
    if (event.data !== undefined && !isOnControl(event.event)) onOpen?.(event.data);
  };
  const keyPressed = ({ event, data }: CellKeyDownEvent<Row>) => {
    if (event instanceof KeyboardEvent && event.key === 'Enter' && !isOnControl(event) && data !== undefined)
      onOpen?.(data);
  };
  const edited = ({ data, colDef, newValue, oldValue }: CellEditRequestEvent<Row, string>) => {
    if (newValue != null && newValue !== oldValue) props.onEdit?.(data, colDef.colId ?? '', newValue);
  };

  return (
    <div ref={host} className={styles.grid} aria-busy={props.loading}>
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
