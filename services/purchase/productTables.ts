import type { FastifyInstance } from 'fastify';
import { sql, type Selectable } from 'kysely';
import { PRODUCT_TABLE_IN_USE, productTableCreated } from '#domain/messages.ts';
import { productTableEndpoints, type ProductTable } from '#schema/purchase/productTables.rest.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';
import { conflict, ruleBroken } from '../platform/errors.ts';
import { answered, implement } from '../platform/http/route.ts';
import { implementRegister } from '../platform/register/feature.ts';
import { choice, name } from '../platform/register/fields.ts';
import { registerStore } from '../platform/register/store.ts';
import type { UsedKey } from '../platform/register/usages.ts';
import { deleteUnusedCatalogue, insertOwnCatalogue } from './catalogues.ts';
import type { CostSource, ProductTableRow } from './tables.ts';
import { usagesOfProducts, type ProductUsage } from './usagesOfProducts.ts';

type Row = Selectable<ProductTableRow>;

const usagesOf = ({ account_id, id }: UsedKey): ProductUsage[] =>
  usagesOfProducts({
    accountId: account_id,
    ids: sql`select id from products where account_id = ${account_id} and product_table_id = ${id}`,
    productTableId: id,
  });

/** Only an import makes cost databases of published prices, and none changes its source. */
const requireSource = (before: Row | undefined, source: CostSource | undefined): void => {
  if (source === undefined || source === (before?.source ?? 'GO')) return;
  const message = before
    ? 'A origem de uma tabela de insumos não pode mudar.'
    : 'Tabelas SINAPI são criadas pela importação.';
  throw ruleBroken(message, [{ path: 'source', message }]);
};

const requirePublishedName = (before: Row | undefined, kept: unknown): void => {
  if (before?.source !== 'SINAPI' || kept === undefined || kept === before.name) return;
  const message = 'O nome de uma tabela SINAPI não pode mudar.';
  throw ruleBroken(message, [{ path: 'name', message }]);
};

/** @throws ServiceError 409 in the words of §8 while an estimate or an order has items of the cost database */
export const requireNoDocumentItems = async (trx: Trx, usages: readonly ProductUsage[]): Promise<void> => {
  const items = usages.filter(({ documentItems }) => documentItems).map(({ rows }) => sql`exists (${rows})`);
  if (items.length === 0) return;
  const { rows } = await sql<{ used: boolean }>`select ${sql.join(items, sql` or `)} as used`.execute(trx);
  if (rows[0]?.used) throw conflict(PRODUCT_TABLE_IN_USE);
};

/** Deletes the lines of its compositions, which go with it: they refer to its products and to each other. */
const deleteLines = async (trx: Trx, accountId: number, id: number): Promise<void> => {
  await sql`delete from task_items i using tasks t where i.account_id = ${accountId} and t.account_id = i.account_id
    and t.id = i.task_id and t.product_table_id = ${id}`.execute(trx);
};

const store = registerStore(productTableEndpoints, {
  table: 'product_tables',
  entity: 'productTable',
  noun: { name: 'Tabela de insumos', feminine: true },
  missing: 'Tabela de insumos não encontrada.',
  fields: { name, source: choice },
  defaultSort: 'name',
  joined: {
    columns: sql<{ month: string | null; account_name: string; product_count: number }>`k.month, a.name as account_name,
      (select coalesce(sum(n.count), 0) from product_counts n
        where n.account_id = r.account_id and n.product_table_id = r.id) as product_count`,
    tables: sql`join catalogues k on k.account_id = r.account_id and k.id = r.catalogue_id
      join accounts a on a.id = r.account_id`,
  },
  answer: ({ month, state, regime, product_count, account_id, account_name }): Partial<ProductTable> => ({
    ...{ month, state, regime, productCount: product_count, account: { id: account_id, name: account_name } },
  }),
  check: async ({ trx, before, body, columns }) => {
    if (body) {
      requireSource(before, body.source);
      requirePublishedName(before, columns?.['name']);
    } else if (before) {
      await requireNoDocumentItems(trx, usagesOf(before));
    }
  },
  usages: usagesOf,
});

/** Cost databases (§7): those of the account itself are made here, published ones by an import. */
export const productTables = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    product_tables_name_key: { message: 'Já existe uma tabela de insumos com este nome.', field: 'name' },
  });
  const { create, remove, ...calls } = productTableEndpoints;
  implementRegister(app, calls, store);

  implement(app, create, async ({ session, body, write }) => {
    const row = await write(async (trx, work) => {
      requireSource(undefined, body.source);
      const catalogue = { catalogue_id: await insertOwnCatalogue(trx, session.accountId), source: 'GO' as const };
      const made = await store.rows.create(trx, work, { ...store.columns(body), ...catalogue });
      return store.read(trx, { session, params: {} }, made.id);
    });
    return answered(row, productTableCreated(row.name));
  });

  implement(app, remove, ({ session, params, write }) =>
    write(async (trx, work) => {
      const { catalogue_id } = await store.rows.lock(trx, session, { id: params.id }, 'delete');
      await deleteLines(trx, session.accountId, params.id);
      await store.remove(trx, work, { session, params: {} }, params.id);
      await deleteUnusedCatalogue(trx, session.accountId, catalogue_id);
      return { id: params.id };
    }),
  );
};
