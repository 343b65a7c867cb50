import { xlsxOf } from '#domain/files/sheetTable.ts';
import type { Table } from '#domain/files/table.ts';

/** Returns an XLSX workbook with one sheet. */
export const xlsxBlob = (table: Table, title: string): Blob =>
  new Blob(
    xlsxOf(table, title).map((part) => part.slice().buffer),
    { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  );
