import { sql, type RawBuilder } from 'kysely';
import type { Usage, UsedKey } from '../platform/register/usages.ts';

/** Something that refers to products. */
export interface ProductUsage extends Usage {
  /** Items of an estimate or an order, for which §8 has a sentence of its own where a cost database is deleted. */
  documentItems?: boolean;
}

/** Products that are about to be deleted: an id, or a statement that selects ids. */
export interface DeletedProducts {
  accountId: UsedKey['account_id'];
  ids: RawBuilder<unknown>;
  /** Cost database that is deleted with them; its own compositions go along, and those that use these count as well. */
  productTableId?: UsedKey['id'];
}

/**
 * Whatever keeps products from being deleted, one by one or with their cost database. A new table that refers to
 * products adds a line: `rows` selects its rows `where account_id = ${accountId} and product_id in (${ids})`.
 */
export const usagesOfProducts = ({ accountId, ids, productTableId }: DeletedProducts): ProductUsage[] => {
  const own = sql`select id from tasks where account_id = ${accountId} and product_table_id = ${productTableId ?? null}`;
  return [
    {
      one: 'composição',
      many: 'composições',
      rows: sql`select distinct i.task_id from task_items i
                 where i.account_id = ${accountId} and (i.product_id in (${ids}) or i.child_task_id in (${own}))
                   and i.task_id not in (${own})`,
    },
    {
      one: 'orçamento',
      many: 'orçamentos',
      rows: sql`select distinct r.cost_estimate_id from cost_estimate_resources r
                 where r.account_id = ${accountId}
                   and (r.product_id in (${ids}) or r.product_table_id = ${productTableId ?? null})`,
      documentItems: true,
    },
    {
      one: 'pedido',
      many: 'pedidos',
      rows: sql`select distinct l.order_id from order_lines l
                 where l.account_id = ${accountId} and l.product_id in (${ids})`,
      documentItems: true,
    },
    {
      one: 'cotação',
      many: 'cotações',
      rows: sql`select distinct l.quote_id from quote_lines l
                 where l.account_id = ${accountId} and l.product_id in (${ids})`,
      documentItems: true,
    },
  ];
};
