import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { pagesOf } from '../links/visitors.ts';

/** The supplier of an order, as his link names it. */
export interface Visitor {
  accountId: number;
  orderId: number;
}

const find = async ({ kysely }: Platform['database'], tokenHash: Buffer): Promise<Visitor | undefined> => {
  const { rows } = await sql<Visitor>`
    select account_id as "accountId", order_id as "orderId" from find_order_link(${tokenHash})`.execute(kysely);
  return rows[0];
};

/** The calls of pages where suppliers confirm orders. */
export const orderPages = (platform: Platform) =>
  pagesOf(platform, { kind: 'order', find, keyOf: ({ orderId }) => orderId });
