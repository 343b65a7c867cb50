import type { ListColumn } from '#domain/lists/column.ts';
import type { Column } from '#web/ui/index.ts';

export type Looks<Row> = Readonly<Record<string, Partial<Omit<Column<Row>, keyof ListColumn<Row>>>>>;

/** Columns of a grid: those that files have, too, and how each looks, by its id. */
export const withLooks = <Row>(columns: readonly ListColumn<Row>[], looks: Looks<Row>): Column<Row>[] =>
  columns.map((column) => ({ ...column, ...looks[column.id] }));
