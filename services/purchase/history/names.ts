import { sql } from 'kysely';
import { rowNames, type RowReference } from '../../financial/rowNames.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Tables of purchases whose rows the history refers to, beside those of the financial part. */
const OWN = ['users', 'units', 'brands', 'products', 'order_lines', 'quote_lines', 'quote_suppliers'] as const;
type OwnTable = (typeof OWN)[number];

export type NameReference = RowReference | { table: OwnTable; id: number };

export type NamesOf = (reference: NameReference) => string | undefined;

const isOwn = (reference: NameReference): reference is { table: OwnTable; id: number } =>
  (OWN as readonly string[]).includes(reference.table);

/** Names of rows of today. Two statements. */
export const namesOf = async (trx: Trx, accountId: number, references: readonly NameReference[]): Promise<NamesOf> => {
  const own = references.filter(isOwn);
  const shared = await rowNames(
    trx,
    accountId,
    references.flatMap((reference) => (isOwn(reference) ? [] : [reference])),
  );
  const of = (wanted: OwnTable) =>
    sql`(${[...new Set(own.flatMap(({ table, id }) => (table === wanted ? [id] : [])))]}::bigint[])`;
  const { rows } = await sql<{ key: string; name: string | null }>`
    select 'users ' || id as key, name from users where account_id = ${accountId} and id = any${of('users')}
    union all select 'units ' || id, acronyms from units where account_id = ${accountId} and id = any${of('units')}
    union all select 'brands ' || id, name from brands where account_id = ${accountId} and id = any${of('brands')}
    union all select 'products ' || p.id, d.name
      from products p join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
     where p.account_id = ${accountId} and p.id = any${of('products')}
    union all select 'order_lines ' || id, coalesce(description, name) from order_lines
     where account_id = ${accountId} and id = any${of('order_lines')}
    union all select 'quote_lines ' || id, description from quote_lines
     where account_id = ${accountId} and id = any${of('quote_lines')}
    union all select 'quote_suppliers ' || s.id, p.name
      from quote_suppliers s join partners p on p.account_id = s.account_id and p.id = s.partner_id
     where s.account_id = ${accountId} and s.id = any${of('quote_suppliers')}`.execute(trx);
  const names = new Map(rows.flatMap(({ key, name }) => (name === null ? [] : [[key, name] as const])));
  return (reference) => (isOwn(reference) ? names.get(`${reference.table} ${reference.id}`) : shared(reference));
};
