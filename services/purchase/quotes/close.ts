import type { Quote } from '#schema/purchase/quotes/quotes.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { ENTITY } from './access.ts';
import { holdQuote } from './hold.ts';
import { readQuote } from './read.ts';
import { requireOpen, type Buyer } from './save.ts';
import { touchQuote } from './store.ts';

interface Asked {
  id: number;
  version: number | undefined;
}

/** Closes a quote without an order: its links lead to no request any more. @throws ServiceError 404, 409, 422 */
export const closeQuote = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, version, reason }: Asked & { reason: string | null | undefined },
): Promise<Quote> => {
  const now = work.clock.now();
  requireOpen(await holdQuote(trx, session, { companyId, id, version }, now));
  const closeReason = blankAsNull(reason) ?? null;
  await touchQuote(trx, work, id, { closed_at: now, close_reason: closeReason });
  work.audit({ action: 'close', entity: ENTITY, entityId: id, details: { reason: closeReason } });
  return readQuote(trx, session, { companyId, id }, now);
};

/** Opens a closed quote again; its deadline stays. @throws ServiceError 404, 409, 422 */
export const reopenQuote = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, version }: Asked,
): Promise<Quote> => {
  const now = work.clock.now();
  const { state } = await holdQuote(trx, session, { companyId, id, version }, now);
  if (state !== 'CLOSED') {
    const message = 'Só uma cotação encerrada é reaberta.';
    throw ruleBroken(message, [{ path: 'id', message }]);
  }
  await touchQuote(trx, work, id, { closed_at: null, close_reason: null });
  work.audit({ action: 'reopen', entity: ENTITY, entityId: id, details: {} });
  return readQuote(trx, session, { companyId, id }, now);
};
