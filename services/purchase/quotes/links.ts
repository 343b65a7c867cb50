import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { newLink } from '../links/newLink.ts';

/** Path of a supplier's page (specification §2). */
const PAGE = '/quote-request';

/** Makes a link of a supplier. Returns its path once. */
export const makeLink = (trx: Trx, accountId: number, supplierId: number, now: Date): Promise<string> =>
  newLink(PAGE, (tokenHash) =>
    sql`
      insert into quote_links (account_id, token_hash, quote_id, supplier_id, created_at)
      select s.account_id, ${tokenHash}, s.quote_id, s.id, ${now}
        from quote_suppliers s where s.account_id = ${accountId} and s.id = ${supplierId}`.execute(trx),
  );
