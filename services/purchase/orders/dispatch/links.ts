import { sql } from 'kysely';
import type { Trx } from '../../../platform/db/unitOfWork.ts';
import { newLink } from '../../links/newLink.ts';

/** Path of the page where a supplier confirms his order. */
const PAGE = '/order-confirmation';

/** Makes a link of an order that was sent. Returns its path once. */
export const makeOrderLink = (trx: Trx, accountId: number, orderId: number, now: Date): Promise<string> =>
  newLink(PAGE, (tokenHash) =>
    sql`
      insert into order_links (account_id, token_hash, order_id, created_at)
      values (${accountId}, ${tokenHash}, ${orderId}, ${now})`.execute(trx),
  );
