import { sql } from 'kysely';
import { hashToken, newToken } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Path of a supplier's page (specification §2). */
const PAGE = '/quote-request';

/** Makes a link of a supplier. Returns its path once; only the hash of the token is stored. */
export const makeLink = async (trx: Trx, accountId: number, supplierId: number, now: Date): Promise<string> => {
  const token = newToken();
  await sql`
    insert into quote_links (account_id, token_hash, quote_id, supplier_id, created_at)
    select s.account_id, ${hashToken(token)}, s.quote_id, s.id, ${now}
      from quote_suppliers s where s.account_id = ${accountId} and s.id = ${supplierId}`.execute(trx);
  return `${PAGE}/${token}`;
};
