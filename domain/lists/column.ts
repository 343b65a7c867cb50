import type { ExportColumn } from '../files/table.ts';

/** What a grid and a file have in common of a column. */
export interface ListColumn<Row> extends ExportColumn<Row> {
  id: string;
}
