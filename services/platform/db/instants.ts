import { sql, type RawBuilder } from 'kysely';

/** A timestamp inside JSON, in the form of the contract: 2026-11-20T12:00:00.000Z. */
export const instant = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
