import { sql, type RawBuilder } from 'kysely';
import type { ListQuery } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Source of the rows: transactions `t`, or tables joined to them. */
export interface RowsOfPartners {
  columns: RawBuilder<unknown>;
  /** Joins after `transactions as t`. */
  joins?: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** Sort keys within one partner. */
  keys: readonly RawBuilder<unknown>[];
}

/** Returns 1 (ascending) or −1 (descending) when a list sorts by partner name alone, else 0. */
export const partnerOrder = (sort: string | undefined): 1 | -1 | 0 => {
  if (sort === 'partner') return 1;
  return sort === 'partner:desc' ? -1 : 0;
};

interface Cut {
  limit: number;
  offset: number;
}

type Half = 'named' | 'nameless';

const fromHalf: Record<Half, (accountId: number) => { from: RawBuilder<unknown>; where: RawBuilder<unknown> }> = {
  named: (accountId) => ({
    from: sql`partners p join transactions t on t.account_id = p.account_id and t.partner_id = p.id`,
    where: sql`p.account_id = ${accountId}`,
  }),
  nameless: () => ({ from: sql`transactions t`, where: sql`t.partner_id is null` }),
};

/**
 * Reads a page sorted by partner name. Walks the partners in order, looks up the transactions of each and stops when
 * the page is full; the opposite join would sort every transaction. Transactions without a partner come last, or first
 * when descending, as SQL sorts nulls.
 */
export const pageByPartner = async <Row>(
  trx: Trx,
  list: ListQuery,
  order: 1 | -1,
  { columns, joins = sql``, where, keys }: RowsOfPartners,
  accountId: number,
): Promise<Row[]> => {
  const direction = order === 1 ? sql`asc` : sql`desc`;
  const sourceOf = (half: Half): RawBuilder<unknown> => {
    const { from, where: own } = fromHalf[half](accountId);
    return sql`from ${from} ${joins} where ${own} and ${where}`;
  };
  const read = async (half: Half, { limit, offset }: Cut): Promise<Row[]> => {
    const sorted = [...(half === 'named' ? [sql`search_key(p.name)`] : []), ...keys].map(
      (key) => sql`${key} ${direction}`,
    );
    const { rows } = await sql<Row>`select ${columns} ${sourceOf(half)}
      order by ${sql.join(sorted)} limit ${limit} offset ${offset}`.execute(trx);
    return rows;
  };
  const countOf = async (half: Half): Promise<number> =>
    (await sql<{ count: number }>`select count(*) as count ${sourceOf(half)}`.execute(trx)).rows[0]?.count ?? 0;

  const [first, second]: [Half, Half] = order === 1 ? ['named', 'nameless'] : ['nameless', 'named'];
  const rows = await read(first, { limit: list.size, offset: list.offset });
  if (rows.length === list.size) return rows;
  // Counts the first half only when the page lies wholly in the second half.
  const skipped = rows.length > 0 || list.offset === 0 ? 0 : list.offset - (await countOf(first));
  return [...rows, ...(await read(second, { limit: list.size - rows.length, offset: skipped }))];
};
