import { CLIENT_COLUMNS, WRITTEN_COLUMNS, type ClientColumn } from '#domain/engineering/estimate/clientColumns.ts';
import { letters } from '#domain/files/workbook.ts';
import type {
  ClientWorkbookLayoutFieldsFragment,
  CostEstimateClientWorkbookQuery,
} from '#web/generated/engineering.ts';

export type Workbook = NonNullable<CostEstimateClientWorkbookQuery['costEstimateClientWorkbook']>;
export type Sheet = Workbook['sheets'][number];

export interface Layout {
  sheet: string;
  headerRow: number;
  columns: Partial<Record<ClientColumn, string>>;
}

export const COLUMN_LABELS: Readonly<Record<ClientColumn, string>> = {
  item: 'Item',
  code: 'Código',
  description: 'Descrição',
  unit: 'Unidade',
  quantity: 'Quantidade',
  unitPrice: 'Preço unitário sem BDI',
  bdi: 'BDI',
  unitPriceWithBdi: 'Preço unitário com BDI',
  directTotal: 'Total sem BDI',
  total: 'Total com BDI',
};

/** Columns that are only read. */
export const READ_COLUMNS = CLIENT_COLUMNS.slice(0, CLIENT_COLUMNS.length - WRITTEN_COLUMNS.length);

/** The layout of the form from that of the gateway. */
export const layoutOf = (
  found: ClientWorkbookLayoutFieldsFragment | null | undefined,
  sheets: readonly Sheet[],
): Layout => {
  if (!found) return { sheet: sheets.find(({ hidden }) => !hidden)?.name ?? '', headerRow: 1, columns: {} };
  const columns = CLIENT_COLUMNS.flatMap((column) => {
    const letter = found.columns[column];
    return letter ? [[column, letter] as const] : [];
  });
  return { sheet: found.sheet, headerRow: found.headerRow, columns: Object.fromEntries(columns) };
};

/** The layout of another sheet: what was proposed for the file if it is of that one, else what its own titles say. */
export const layoutOfSheet = (name: string, { sheets, proposed }: Workbook): Layout => {
  if (proposed?.sheet === name) return layoutOf(proposed, sheets);
  const own = sheets.find((sheet) => sheet.name === name)?.proposed;
  return own ? layoutOf(own, sheets) : { sheet: name, headerRow: 1, columns: {} };
};

/** Columns of a sheet with what stands in the row of titles, else below it. */
export const columnOptions = ({ rows }: Sheet, headerRow: number): { value: string; label: string }[] => {
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const at = (number: number) => rows.find((row) => row.number === number)?.cells ?? [];
  return Array.from({ length: width }, (_, column) => {
    const title = at(headerRow)[column] || at(headerRow - 1)[column] || '';
    return {
      value: letters(column),
      label: title === '' ? letters(column) : `${letters(column)} · ${title.slice(0, 40)}`,
    };
  });
};

/** Gives a column its meaning; a column that had it before has none. */
export const withColumn = (layout: Layout, column: ClientColumn, letter: string): Layout => {
  const others = Object.entries(layout.columns).filter(([name, at]) => name !== column && at !== letter);
  return { ...layout, columns: { ...Object.fromEntries(others), ...(letter !== '' && { [column]: letter }) } };
};
