import type { ColumnType } from 'kysely';

/** timestamptz: read as ISO 8601 text in UTC, written as text or Date. */
export type InstantColumn = ColumnType<string, string | Date, string | Date>;

/** json or jsonb: read as a value, written as JSON text; optional in an insert when the column has a default. */
export type JsonColumn<T> = ColumnType<T, string | undefined, string>;
