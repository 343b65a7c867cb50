import { sql } from 'kysely';
import type { SheetFigures } from '#domain/engineering/measurements/sheet.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';

interface Changed {
  id: number;
  figures: SheetFigures;
  /** The sums follow the contract, and nobody changed the measurement: it keeps its version. */
  followed?: boolean;
}

/** Writes the sums of a measurement as its next version. */
export const storeFigures = async (trx: Trx, work: Work, { id, figures, followed }: Changed): Promise<void> => {
  const { accountId, userId } = work.session;
  await sql`
    update measurements set contracted_value = ${figures.contractedValue}::numeric,
      previous_value = ${figures.previousValue}::numeric, accumulated_value = ${figures.accumulatedValue}::numeric,
      excess_value = ${figures.excessValue}::numeric, unresolved = ${figures.unresolved.length},
      version = version + ${followed ? 0 : 1}::integer, updated_at = ${work.clock.now()}, updated_by = ${userId}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
};

/** A line to write, with its accumulated values. */
export interface StoredEntry {
  line_id: number;
  accumulated: string;
  value: string;
  direct_value: string;
  excess_confirmed: boolean;
  reason: string | null;
}

/** Writes entries in one statement; each becomes its next version. */
export const storeEntries = async (
  trx: Trx,
  work: Work,
  measurementId: number,
  entries: readonly StoredEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  const { accountId, userId } = work.session;
  await sql`
    insert into measurement_entries as x (account_id, measurement_id, line_id, accumulated, value, direct_value,
      excess_confirmed, reason, version, updated_at, updated_by)
    select ${accountId}::bigint, ${measurementId}::bigint, r.line_id, r.accumulated, r.value, r.direct_value, r.excess_confirmed,
           r.reason, 1, ${work.clock.now()}, ${userId}::bigint
    from json_to_recordset(${JSON.stringify(entries)}::json) as r(line_id bigint, accumulated numeric, value numeric,
      direct_value numeric, excess_confirmed boolean, reason text)
    on conflict (account_id, measurement_id, line_id) do update set accumulated = excluded.accumulated,
      value = excluded.value, direct_value = excluded.direct_value, excess_confirmed = excluded.excess_confirmed,
      reason = excluded.reason, version = x.version + 1, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`.execute(trx);
};
