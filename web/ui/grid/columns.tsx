import { isIsoDate, parseDate } from '#domain/dates.ts';
import { isPositive, parseMoney } from '#domain/money.ts';
import type { ColDef, ICellRendererParams, IErrorValidationParams } from 'ag-grid-community';
import { today } from '../clock.ts';
import { IconButton } from '../IconButton.tsx';
import { MoreIcon } from '../icons.ts';
import { Menu } from '../Menu.tsx';
import { cellText } from '../PrintTable.tsx';
import type { Column, DataGridProps, GridContext } from './types.ts';
import styles from './AgDataGrid.module.css';

const cellClass = <Row,>(column: Column<Row>) => {
  const align = column.align ?? (column.kind === 'money' ? 'right' : 'left');
  const base = align === 'right' ? 'ag-right-aligned-cell' : align === 'center' ? (styles.center ?? '') : '';
  return (row: Row | undefined): string[] => {
    const tone = typeof column.tone === 'function' ? (row ? column.tone(row) : undefined) : column.tone;
    const editable = row && column.editable?.(row) ? (styles.editable ?? '') : '';
    return [base, tone ? (styles[tone] ?? '') : '', editable].filter(Boolean);
  };
};

/**
 * Parses the typed text by the column's kind; returns null for invalid text. A value that is parsed already stays
 * unchanged.
 */
const parsed = <Row,>(column: Column<Row>, typed: string): string | null => {
  const { kind } = column;
  if (kind === 'money') return /^-?\d+\.\d\d$/.test(typed) ? typed : parseMoney(typed);
  if (kind === 'date') return isIsoDate(typed) ? typed : parseDate(typed, today(), column.towards);
  return typed;
};

/**
 * Returns why the typed text is invalid, or null; the cell stays open with it until the text is valid or Esc is
 * pressed.
 */
const problemOf = <Row,>(column: Column<Row>, typed: string): string | null => {
  const value = parsed(column, typed);
  if (value === null) {
    return column.kind === 'date' ? 'Não é uma data. Digite como 31/12/2026.' : 'Não é um valor. Digite como 1.234,56.';
  }
  return column.kind === 'money' && !isPositive(value) ? 'Informe um valor maior que zero.' : null;
};

const editing = <Row,>(column: Column<Row>): ColDef<Row> =>
  column.editable
    ? {
        editable: ({ data }) => data !== undefined && column.editable?.(data) === true,
        singleClickEdit: true,
        cellEditor: 'agTextCellEditor',
        cellEditorParams: {
          useFormatter: true,
          // The grid passes the result of `valueParser` below: the value, or the text when parsing failed.
          getValidationErrors: ({ value, cellEditorParams }: IErrorValidationParams<Row, string, GridContext>) => {
            const problem = problemOf(column, value ?? '');
            cellEditorParams.context.report(problem, cellEditorParams.eGridCell);
            return problem === null ? null : [problem];
          },
        },
        valueParser: ({ newValue, oldValue }: { newValue: string | null; oldValue: string }) =>
          newValue === null ? oldValue : (parsed(column, newValue) ?? newValue),
      }
    : {};

/** Converts a Column to AG Grid's ColDef. The comparator is neutral, because the server sorts. */
export const toColDef = <Row,>(column: Column<Row>): ColDef<Row> => {
  const classes = cellClass(column);
  const right = (column.align ?? (column.kind === 'money' ? 'right' : 'left')) === 'right';
  const { render } = column;
  return {
    colId: column.id,
    headerName: column.title,
    headerClass: right ? 'ag-right-aligned-header' : column.align === 'center' ? styles.center : undefined,
    valueGetter: ({ data }) => (data === undefined ? '' : column.value(data)),
    valueFormatter: ({ value }: { value: string | null | undefined }) => cellText(column, value),
    cellDataType: false,
    cellClass: ({ data }) => classes(data),
    cellRenderer: render && (({ data }: ICellRendererParams<Row>) => (data === undefined ? null : render(data))),
    // What is rendered may change with the row while the value stays.
    equals: render && (() => false),
    tooltip: ({ data }) => (data === undefined ? null : cellText(column, column.value(data))),
    ...editing(column),
    sortable: column.sortable ?? false,
    comparator: () => 0,
    width: column.width,
    minWidth: column.minWidth ?? (column.width === undefined ? 90 : undefined),
    // null also takes it away from a column that had it.
    flex: column.width === undefined ? (column.flex ?? 1) : null,
    pinned: column.pinned,
    lockPinned: true,
    suppressMovable: column.pinned !== undefined,
  };
};

/** The "…" menu at the end of a row. */
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
  cellRenderer: ({ data }: ICellRendererParams<Row>) => {
    const actions = data === undefined ? [] : rowActions(data);
    if (actions.length === 0) return null;
    return <Menu trigger={<IconButton size="small" label="Mais ações" icon={<MoreIcon />} />} actions={actions} />;
  },
});
