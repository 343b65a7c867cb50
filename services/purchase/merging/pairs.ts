import { sql, type RawBuilder } from 'kysely';
import type { ProductPair } from '#schema/purchase/merging.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { steerPlanner } from '../../platform/db/planner.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { notFound } from '../../platform/errors.ts';
import { page, readListQuery, type ListKeys } from '../../platform/register/lists.ts';
import { readProductsById } from '../products/rows.ts';

interface PairRow {
  id: number;
  first: number;
  second: number;
  dismissed: boolean;
}

const COLUMNS = sql`x.id, a.id as first, b.id as second, x.dismissed`;
const PRODUCTS = sql`
  join products a on a.account_id = x.account_id and a.definition_id = x.first_id
  join products b on b.account_id = x.account_id and b.definition_id = x.second_id`;

const withProducts = async (trx: Trx, accountId: number, rows: readonly PairRow[]): Promise<ProductPair[]> => {
  const ids = rows.flatMap(({ first, second }) => [first, second]);
  const products = new Map((await readProductsById(trx, accountId, ids)).map((product) => [product.id, product]));
  return rows.flatMap(({ id, first: firstId, second: secondId, dismissed }) => {
    const [first, second] = [products.get(firstId), products.get(secondId)];
    return first && second ? [{ id, first, second, dismissed }] : [];
  });
};

interface PairFilter {
  productTable?: number | undefined;
  product?: number | undefined;
}

const conditionsOf = (accountId: number, { productTable, product }: PairFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`x.account_id = ${accountId} and x.in_use and not x.dismissed`,
      ...(productTable === undefined
        ? []
        : [
            sql`x.catalogue_id = (select catalogue_id from product_tables
              where account_id = ${accountId} and id = ${productTable} and source = 'GO')`,
          ]),
      ...(product === undefined
        ? []
        : [
            sql`(select definition_id from products where account_id = ${accountId} and id = ${product})
              in (x.first_id, x.second_id)`,
          ]),
    ],
    sql` and `,
  );

const rules = { sortable: { id: 'x.id' }, defaultSort: 'id', key: 'x.id', maxSize: 500 };

/** Suggested pairs whose products are both in use; the pair that was noticed first stands first. */
export const listPairs = async (
  trx: Trx,
  accountId: number,
  query: Pick<ListKeys, 'page' | 'size'> & PairFilter,
): Promise<PageOf<ProductPair>> => {
  const list = readListQuery({ page: query.page, size: query.size ?? 50 }, rules);
  await steerPlanner(trx, 'byKey');
  const { rows } = await sql<PairRow>`
    select ${COLUMNS} from (
        select x.* from product_pairs x where ${conditionsOf(accountId, query)}
         order by x.id limit ${list.size} offset ${list.offset}) x ${PRODUCTS} order by x.id`.execute(trx);
  return page(list, await withProducts(trx, accountId, rows), await countPairs(trx, accountId, query));
};

/** How many pairs are suggested: of a cost database, or of all. */
export const countPairs = async (trx: Trx, accountId: number, filter: PairFilter): Promise<number> => {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from product_pairs x where ${conditionsOf(accountId, filter)}`.execute(trx);
  return rows[0]?.total ?? 0;
};

/** Says whether the products of a pair are different ones. @throws ServiceError 404 */
export const dismissPair = async (trx: Trx, work: Work, id: number, dismissed: boolean): Promise<ProductPair> => {
  const { accountId } = work.session;
  await sql`update product_pairs set dismissed = ${dismissed} where account_id = ${accountId} and id = ${id}`.execute(
    trx,
  );
  const { rows } = await sql<PairRow>`
    select ${COLUMNS} from product_pairs x ${PRODUCTS} where x.account_id = ${accountId} and x.id = ${id}`.execute(trx);
  const [pair] = await withProducts(trx, accountId, rows);
  if (!pair) throw notFound('Par de insumos não encontrado.');
  const codes = [pair.first.code, pair.second.code];
  work.audit({ action: dismissed ? 'dismiss' : 'suggest', entity: 'productPair', entityId: id, details: { codes } });
  return pair;
};
