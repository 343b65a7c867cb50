import type pg from 'pg';
import type { Work } from '../platform/db/unitOfWork.ts';
import { settleApproval } from '../purchase/orders/approval/settle.ts';
import { postWaiting } from '../purchase/orders/approval/tell.ts';
import { readStored } from '../purchase/orders/read.ts';
import { ORDER_LIMIT } from './data/orders.ts';
import type { Desk } from './desk.ts';
import type { Registers } from './registers.ts';

/** Limits what may be ordered in the demo company. What was ordered before is in force. */
export const limitOrders = async (client: pg.Client, { accountId, companyId }: Registers): Promise<void> => {
  await client.query('insert into order_limits (account_id, company_id, max_value) values ($1, $2, $3)', [
    ...[accountId, companyId, ORDER_LIMIT],
  ]);
};

/** Makes an order that passes the limit wait, and tells in the assistant who may approve it; nobody here reads mails. */
export const awaitApproval = async (
  { trx, session }: Desk,
  work: Work,
  key: { companyId: number; id: number },
): Promise<void> => {
  const stored = await readStored(trx, session, key);
  const now = { ...stored, supplierId: stored.supplier.id, buildingId: stored.building.id };
  await settleApproval(trx, work, key, { now, before: undefined });
  const order = await readStored(trx, session, key);
  await postWaiting(trx, work, { order, userIds: order.approval?.approvers ?? [] });
};
