/** A column of an export; every grid column is one. */
export interface ExportColumn<Row> {
  title: string;
  kind?: 'text' | 'date' | 'money';
  /** Text, ISO day or decimal text. */
  value: (row: Row) => string | null | undefined;
}

export interface Cell {
  kind: 'text' | 'date' | 'money';
  value: string;
}

/** A list as rows of cells; '' is an empty cell. */
export interface Table {
  titles: string[];
  rows: Cell[][];
}

export const tableOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Table => ({
  titles: columns.map(({ title }) => title),
  rows: rows.map((row) => columns.map(({ kind = 'text', value }) => ({ kind, value: value(row) ?? '' }))),
});
