import { isPaymentMethod, PAYMENT_METHOD_LABELS } from '#domain/paymentMethods.ts';
import type { ListColumn } from '#domain/lists/column.ts';
import type { BuildingLineFragment } from '#web/generated/financial.ts';
import { fetchAll, type ExportPage } from '#web/list/export/fetchAll.ts';
import { saveRows } from '#web/list/export/save.ts';
import type { ExportColumn } from '#domain/files/table.ts';
import type { FileKind } from '#web/list/export/useExport.ts';

/** The most rows whose buildings one answer has, however many each of them has. */
const ROWS_OF_A_PAGE = 90;

/** What one obra bears of a row; null for a row that nobody bears anything of, an installment of 0,00. */
export interface Line<Row> {
  row: Row;
  part: BuildingLineFragment | null;
}

export interface DividedPage<Row> extends ExportPage<Row> {
  byBuilding?: readonly BuildingLineFragment[];
}

export interface DividedList<Row> {
  title: string;
  columns: readonly ExportColumn<Line<Row>>[];
  fetchPage: (page: number, size: number, more: object) => Promise<DividedPage<Row> | null | undefined>;
}

const linesOf = <Row extends { id: string }>({ content, byBuilding = [] }: DividedPage<Row>): Line<Row>[] => {
  const parts = new Map<string, BuildingLineFragment[]>();
  for (const part of byBuilding) parts.set(part.rowId, [...(parts.get(part.rowId) ?? []), part]);
  return content.flatMap((row): Line<Row>[] => (parts.get(row.id) ?? [null]).map((part) => ({ row, part })));
};

/** Saves a list with one line for each obra of a row; the parts come from the services, so that they add up to the cent. */
export const saveByBuilding = async <Row extends { id: string }>(
  { title, columns, fetchPage }: DividedList<Row>,
  kind: FileKind,
  onRows: (progress: string) => void,
): Promise<void> => {
  const pages = await fetchAll((page) => fetchPage(page, ROWS_OF_A_PAGE, { byBuilding: true }), onRows);
  await saveRows(kind, `${title} por obra`, columns, pages.flatMap(linesOf));
};

export const buildingName = ({ part }: Line<unknown>): string =>
  part?.building?.name ?? (part?.otherBuildings ? 'outras obras' : 'sem obra');

export const methodNames = (methods: readonly (string | null)[]): string =>
  methods.map((method) => (isPaymentMethod(method) ? PAYMENT_METHOD_LABELS[method] : (method ?? ''))).join(', ');

/** Columns of the list for its lines: `own` replaces those of that id, and the whole value of a row is left out. */
export const lineColumns = <Row>(
  columns: readonly ListColumn<Row>[],
  own: Readonly<Record<string, (line: Line<Row>) => string | null | undefined>>,
): ExportColumn<Line<Row>>[] =>
  columns
    .filter(({ id }) => id !== 'wholeValue')
    .map(({ id, title, kind, value }) => ({
      title,
      ...(kind && { kind }),
      value: (line) => (own[id] ?? (({ row }) => value(row)))(line),
    }));
