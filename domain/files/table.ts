/** A column of a file; every grid column is one. */
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

export const titlesOf = (columns: readonly Pick<ExportColumn<never>, 'title'>[]): string[] =>
  columns.map(({ title }) => title);

export const cellsOf = <Row>(columns: readonly ExportColumn<Row>[], row: Row): Cell[] =>
  columns.map(({ kind = 'text', value }) => ({ kind, value: value(row) ?? '' }));

export const tableOf = <Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Table => ({
  titles: titlesOf(columns),
  rows: rows.map((row) => cellsOf(columns, row)),
});

/** Text of a file that is written piece by piece, so that no piece needs those before it. */
export interface TableText {
  write(rows: readonly (readonly Cell[])[]): string;
  /** What is left to write, once. */
  end(): string;
}
