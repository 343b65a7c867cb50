import { sql } from 'kysely';
import type { Regime } from '#domain/engineering/publishedPrices.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** A cost database of published prices that is there already. */
export interface PublishedTable {
  id: number;
  state: string;
  regime: Regime;
}

export const tableKey = ({ state, regime }: { state: string; regime: Regime }): string => `${state} ${regime}`;

/** The cost databases of a month, by state and regime. */
export const tablesOf = async (trx: Trx, accountId: number, month: string): Promise<Map<string, PublishedTable>> => {
  const { rows } = await sql<PublishedTable>`
    select t.id, t.state, t.regime from product_tables t
      join catalogues c on c.account_id = t.account_id and c.id = t.catalogue_id
     where c.account_id = ${accountId} and c.source = 'SINAPI' and c.month = ${month}`.execute(trx);
  return new Map(rows.map((row) => [tableKey(row), row]));
};

/** The last month before that has published prices; null without one. */
export const monthBefore = async (trx: Trx, accountId: number, month: string): Promise<string | null> => {
  const { rows } = await sql<{ month: string }>`
    select c.month from catalogues c
     where c.account_id = ${accountId} and c.source = 'SINAPI' and c.month < ${month}
       and exists (select from product_tables t where t.account_id = c.account_id and t.catalogue_id = c.id)
     order by c.month desc limit 1`.execute(trx);
  return rows[0]?.month ?? null;
};

/** What `products` and `tasks`, and their definitions, call the same thing. */
export const KINDS = {
  INPUT: { table: sql.table('products'), definitions: sql.table('product_definitions'), price: sql.ref('price') },
  COMPOSITION: { table: sql.table('tasks'), definitions: sql.table('task_definitions'), price: sql.ref('unit_price') },
} as const;
export type Kind = keyof typeof KINDS;

/** Prices of a cost database by the key of their code, as one text: single rows take several times as long. */
export const pricesIn = async (
  trx: Trx,
  { accountId, tableId, kind }: { accountId: number; tableId: number; kind: Kind },
): Promise<Map<string, string>> => {
  const { table, definitions, price } = KINDS[kind];
  const { rows } = await sql<{ prices: string | null }>`
    select string_agg(d.code_key || ' ' || trim_scale(r.${price}), ';') as prices
      from ${table} r join ${definitions} d on d.account_id = r.account_id and d.id = r.definition_id
     where r.account_id = ${accountId} and r.product_table_id = ${tableId} and r.${price} is not null`.execute(trx);
  const texts = rows[0]?.prices?.split(';') ?? [];
  return new Map(
    texts.map((text) => {
      const [key = '', known = ''] = text.split(' ');
      return [key, known];
    }),
  );
};
