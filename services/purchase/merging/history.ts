import { sql, type RawBuilder } from 'kysely';
import type { ProductMerge } from '#schema/purchase/merging.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import { orderAndCut, readListQuery, withTotal } from '../../platform/register/lists.ts';

interface MergeRow {
  id: number;
  told: Pick<ProductMerge, 'survivor' | 'compositions'> & {
    merged: (ProductMerge['merged'][number] & { id: number })[];
  };
  mergedAt: string;
  mergedBy: ProductMerge['mergedBy'];
  undoneAt: string | null;
  undoneBy: ProductMerge['undoneBy'];
}

const named = (alias: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

const COLUMNS = sql`
  x.id, x.told, x.merged_at as "mergedAt", ${named('u')} as "mergedBy", x.undone_at as "undoneAt", ${named('w')} as "undoneBy"
  from product_merges x
  left join users u on u.account_id = x.account_id and u.id = x.user_id
  left join users w on w.account_id = x.account_id and w.id = x.undone_by`;

const answer = ({ told: { survivor, merged, compositions }, ...row }: MergeRow): ProductMerge => ({
  ...row,
  survivor,
  compositions,
  merged: merged.map(({ code, name, unit, factor }) => ({ code, name, unit, factor })),
});

export const MERGE_NOT_FOUND = 'Unificação não encontrada.';

/** @throws ServiceError 404 */
export const readMerge = async (trx: Trx, accountId: number, id: number): Promise<ProductMerge> => {
  const { rows } = await sql<MergeRow>`
    select ${COLUMNS} where x.account_id = ${accountId} and x.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound(MERGE_NOT_FOUND);
  return answer(row);
};

const rules = { sortable: { id: 'x.id' }, defaultSort: 'id:desc', key: 'x.id', maxSize: 500 };

/** Merges of a cost database, or into a product, the latest first. */
export const listMerges = async (
  trx: Trx,
  accountId: number,
  query: { page?: number; size?: number; productTable?: number; product?: number },
): Promise<PageOf<ProductMerge>> => {
  const list = readListQuery({ page: query.page, size: query.size ?? 50 }, rules);
  const conditions = sql.join(
    [
      sql`x.account_id = ${accountId}`,
      ...(query.productTable === undefined ? [] : [sql`x.product_table_id = ${query.productTable}`]),
      ...(query.product === undefined ? [] : [sql`x.survivor_id = ${query.product}`]),
    ],
    sql` and `,
  );
  const { rows } = await sql<MergeRow>`select ${COLUMNS} where ${conditions} ${orderAndCut(list)}`.execute(trx);
  return withTotal(list, rows.map(answer), async () => {
    const counted = await sql<{ total: number }>`
      select count(*) as total from product_merges x where ${conditions}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
};
