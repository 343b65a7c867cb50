import { formatDate, parseDate } from '#domain/dates.ts';
import { formatMoney, parseMoney } from '#domain/money.ts';
import type { ColDef, ICellRendererParams } from 'ag-grid-community';
import { today } from '../clock.ts';
import { IconButton } from '../IconButton.tsx';
import { MoreIcon } from '../icons.ts';
import { Menu } from '../Menu.tsx';
import type { Column, DataGridProps } from './types.ts';
import styles from './AgDataGrid.module.css';

const printed = (column: { kind?: Column<unknown>['kind'] }, value: string | null | undefined): string => {
  if (value === null || value === undefined || value === '') return '—';
  if (column.kind === 'money') return formatMoney(value).replace('-', '−');
  return column.kind === 'date' ? formatDate(value) : value;
};

const cellClass = <Row,>(column: Column<Row>) => {
  const align = column.align ?? (column.kind === 'money' ? 'right' : 'left');
  const base = align === 'right' ? 'ag-right-aligned-cell' : align === 'center' ? (styles.center ?? '') : '';
  return (row: Row | undefined): string[] => {
    const tone = typeof column.tone === 'function' ? (row ? column.tone(row) : undefined) : column.tone;
    const editable = row && column.editable?.(row) ? (styles.editable ?? '') : '';
    return [base, tone ? (styles[tone] ?? '') : '', editable].filter(Boolean);
  };
};

/** What was typed, by the kind of the column; what cannot be read leaves the cell as it was. */
const parsed = <Row,>({ kind }: Column<Row>, typed: string, before: string): string => {
  if (kind === 'money') return parseMoney(typed) ?? before;
  if (kind === 'date') return parseDate(typed, today()) ?? before;
  return typed;
};

const editing = <Row,>(column: Column<Row>): ColDef<Row> =>
  column.editable
    ? {
        editable: ({ data }) => data !== undefined && column.editable?.(data) === true,
        singleClickEdit: true,
        cellEditor: 'agTextCellEditor',
        cellEditorParams: { useFormatter: true },
        valueParser: ({ newValue, oldValue }: { newValue: string | null; oldValue: string }) =>
          newValue === null ? oldValue : parsed(column, newValue, oldValue),
      }
    : {};

/** A column of ours as one of AG Grid's. Its comparator is neutral: the server has sorted. */
export const toColDef = <Row,>(column: Column<Row>): ColDef<Row> => {
  const classes = cellClass(column);
  const right = (column.align ?? (column.kind === 'money' ? 'right' : 'left')) === 'right';
  const { render } = column;
  return {
    colId: column.id,
    headerName: column.title,
    headerClass: right ? 'ag-right-aligned-header' : column.align === 'center' ? styles.center : undefined,
    valueGetter: ({ data }) => (data === undefined ? '' : column.value(data)),
    valueFormatter: ({ value }: { value: string | null | undefined }) => printed(column, value),
    cellDataType: false,
    cellClass: ({ data }) => classes(data),
    cellRenderer: render && (({ data }: ICellRendererParams<Row>) => (data === undefined ? null : render(data))),
    tooltipValueGetter: ({ data }) => (data === undefined ? null : printed(column, column.value(data))),
    ...editing(column),
    sortable: column.sortable ?? false,
    comparator: () => 0,
    width: column.width,
    minWidth: column.minWidth ?? (column.width === undefined ? 90 : undefined),
    flex: column.width === undefined ? (column.flex ?? 1) : undefined,
    pinned: column.pinned,
    lockPinned: true,
    suppressMovable: column.pinned !== undefined,
  };
};

/** The "…" at the end of a row. */
export const actionsColDef = <Row,>(rowActions: NonNullable<DataGridProps<Row>['rowActions']>): ColDef<Row> => ({
  colId: 'actions',
  headerName: 'Ações',
  headerClass: styles.hiddenTitle,
  cellClass: styles.actions,
  width: 44,
  resizable: false,
  sortable: false,
  pinned: 'right',
  lockPinned: true,
  suppressMovable: true,
  cellRenderer: ({ data }: ICellRendererParams<Row>) =>
    data === undefined ? null : (
      <Menu trigger={<IconButton size="small" label="Mais ações" icon={<MoreIcon />} />} actions={rowActions(data)} />
    ),
});
