import { sql } from 'kysely';
import type { Trx } from '../platform/db/unitOfWork.ts';

/** Tables whose rows the history refers to by their ids. */
export type NamedTable = 'categories' | 'partners' | 'wallets' | 'buildings' | 'cost_estimate_groups';

export interface RowReference {
  table: NamedTable;
  id: number;
}

export type RowNames = (reference: RowReference) => string | undefined;

/**
 * Names of rows of today; those of deleted categories, wallets and buildings as the history has them. The name of a deleted
 * partner went with it (decision 77). One statement.
 */
export const rowNames = async (trx: Trx, accountId: number, references: readonly RowReference[]): Promise<RowNames> => {
  const of = (wanted: NamedTable) => [
    ...new Set(references.flatMap(({ table, id }) => (table === wanted ? [id] : []))),
  ];
  const deleted = (entity: string, table: NamedTable, column: string) => sql`
    select ${`${table} `}::text || a.entity_id, a.details ->> ${column}::text, true from audit_log a
     where a.account_id = ${accountId} and a.entity = ${entity} and a.action = 'delete' and a.entity_id = any(${of(table)}::bigint[])`;
  const { rows } = await sql<{ key: string; name: string | null; gone: boolean }>`
    select 'categories ' || id as key, name, false as gone from categories where account_id = ${accountId} and id = any(${of('categories')}::bigint[])
    union all select 'partners ' || id, name, false from partners where account_id = ${accountId} and id = any(${of('partners')}::bigint[])
    union all select 'wallets ' || id, identifier, false from wallets where account_id = ${accountId} and id = any(${of('wallets')}::bigint[])
    union all select 'buildings ' || id, name, false from buildings where account_id = ${accountId} and id = any(${of('buildings')}::bigint[])
    union all select 'cost_estimate_groups ' || id, name, false from cost_estimate_groups
     where account_id = ${accountId} and id = any(${of('cost_estimate_groups')}::bigint[])
    union all ${deleted('category', 'categories', 'name')}
    union all ${deleted('wallet', 'wallets', 'identifier')}
    union all ${deleted('building', 'buildings', 'name')}`.execute(trx);
  const names = new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])));
  return ({ table, id }) => names.get(`${table} ${id}`);
};
