import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { pagesOf } from '../links/visitors.ts';

/** The supplier of an order, as his link names it. */
export interface Visitor {
  accountId: number;
  orderId: number;
}

const find = async (database: Platform['database'], tokenHash: Buffer): Promise<Visitor | undefined> => {
  const [visitor] = await database.everywhere(sql<Visitor>`
    select account_id as "accountId", order_id as "orderId" from find_order_link(${tokenHash})`);
  return visitor;
};

/** The calls of pages where suppliers confirm orders. */
export const orderPages = (platform: Platform) =>
  pagesOf(platform, { kind: 'order', find, keyOf: ({ orderId }) => orderId });
