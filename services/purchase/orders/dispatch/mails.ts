import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/unitOfWork.ts';

/** Kinds of mails to the supplier of an order: the order itself, and that its delivery date is kept. */
export type OrderMailKind = 'ORDER' | 'ORDER_DATE_KEPT';

interface OrderMail {
  orderId: number;
  kind: OrderMailKind;
  address: string;
}

/** Queues a mail within the command that causes it; the same mail that waits already is not queued again. */
export const queueOrderMail = async (
  trx: Trx,
  accountId: number,
  { orderId, kind, address }: OrderMail,
  now: Date,
): Promise<void> => {
  await sql`
    insert into outgoing_mail (account_id, order_id, kind, address, created_at, next_attempt_at)
    select ${accountId}::bigint, ${orderId}::bigint, ${kind}, ${address}, ${now}::timestamptz, ${now}::timestamptz
     where not exists (select from outgoing_mail m
       where m.account_id = ${accountId} and m.order_id = ${orderId} and m.kind = ${kind}
         and m.address = ${address} and m.sent_at is null and m.failed_at is null)`.execute(trx);
};
