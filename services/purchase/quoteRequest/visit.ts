import { sql } from 'kysely';
import type { QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readStored, requestAnswer } from './read.ts';
import type { Visitor } from './visitor.ts';

/** The request of a link, whose visit is noted: the buyer sees when, and that it was opened. */
export const visit = async (trx: Trx, work: Work<Outsider>, visitor: Visitor): Promise<QuoteRequest> => {
  const now = work.clock.now();
  await sql`update quote_suppliers set opened_at = coalesce(opened_at, ${now}), seen_at = ${now}
    where account_id = ${visitor.accountId} and id = ${visitor.supplierId} and revoked_at is null`.execute(trx);
  work.audit({ action: 'visit', entity: 'quoteSupplier', entityId: visitor.supplierId });
  return requestAnswer(await readStored(trx, visitor, now), now);
};
