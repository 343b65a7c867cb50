import { sql } from 'kysely';
import { isEmail } from '#domain/email.ts';
import { todayIn } from '#domain/dates.ts';
import type { QuoteAnswerBody, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { ENTITY } from '../quotes/access.ts';
import { refreshQuoteFigures } from '../quotes/figures.ts';
import { queueQuoteMails } from '../quotes/mails.ts';
import type { StoredAnswer } from '../quotes/read.ts';
import { announceNews } from './messages.ts';
import { holdRequest, readStored, requestAnswer, type StoredRequest } from './read.ts';
import { checkComplete, readTyped } from './typed.ts';
import type { Visitor } from './visitor.ts';

const CLOSED: Record<Exclude<QuoteRequest['state'], 'OPEN'>, string> = {
  EXPIRED: 'O prazo desta cotação terminou.',
  DECLINED: 'Você recusou esta cotação. Volte a participar para responder.',
  REVOKED: 'Este link não vale mais.',
};

/** @throws ServiceError 422 for a request that takes no answers */
export const requireOpen = ({ state }: StoredRequest): void => {
  if (state === 'OPEN') return;
  const message = CLOSED[state];
  throw ruleBroken(message, [{ path: 'token', message }]);
};

/** Keeps what a supplier has typed. @throws ServiceError 400, 404, 422 */
export const saveDraft = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  body: QuoteAnswerBody,
): Promise<{ savedAt: string }> => {
  const now = work.clock.now();
  const stored = await holdRequest(trx, visitor, now);
  requireOpen(stored);
  const problems = new Problems();
  const typed = readTyped(body, stored.request.lines, problems);
  problems.refuse();
  await sql`
    insert into quote_drafts (account_id, supplier_id, body, saved_at)
    values (${visitor.accountId}, ${visitor.supplierId}, ${JSON.stringify(typed)}::jsonb, ${now})
    on conflict (account_id, supplier_id) do update set body = excluded.body, saved_at = excluded.saved_at`.execute(
    trx,
  );
  work.audit({ action: 'saveDraft', entity: 'quoteSupplier', entityId: visitor.supplierId });
  return { savedAt: now.toISOString() };
};

/** Whether an answer says what the stored one says already: a repeated call makes no other revision. */
const isSame = (typed: QuoteAnswerBody, answer: StoredAnswer): boolean => {
  const { lines, shippingRate, ipi, ...rest } = typed;
  const said = new Map(lines.map((line) => [line.lineId, line]));
  return (
    lines.length === answer.lines.length &&
    answer.lines.every(({ lineId, price, brand }) => {
      const line = said.get(lineId);
      return line !== undefined && line.price === price && line.brand === brand;
    }) &&
    (shippingRate ?? '0.00') === answer.shippingRate &&
    (ipi ?? '0.0000') === answer.ipi &&
    rest.freight === answer.freight &&
    rest.deliveryDays === answer.deliveryDays &&
    rest.validUntil === answer.validUntil &&
    rest.notes === answer.notes &&
    rest.paymentDays.join() === answer.paymentDays.join()
  );
};

const insertAnswer = async (
  trx: Trx,
  { accountId, quoteId, supplierId }: Visitor,
  typed: QuoteAnswerBody,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    insert into quote_answers (account_id, quote_id, supplier_id, revision, submitted_at, freight, shipping_rate, ipi,
      delivery_days, valid_until, payment_days, notes)
    select ${accountId}::bigint, ${quoteId}::bigint, ${supplierId}::bigint, coalesce(max(a.revision), 0) + 1, ${now},
           ${typed.freight}, ${typed.shippingRate ?? '0'}::numeric, ${typed.ipi ?? '0'}::numeric,
           ${typed.deliveryDays}::integer, ${typed.validUntil}::date, ${typed.paymentDays}::integer[], ${typed.notes}
      from quote_answers a where a.account_id = ${accountId} and a.supplier_id = ${supplierId}
    returning id`.execute(trx);
  await sql`
    insert into quote_answer_lines (account_id, quote_id, answer_id, line_id, price, brand)
    select ${accountId}::bigint, ${quoteId}::bigint, ${rows[0]?.id ?? 0}::bigint, r."lineId", r.price, r.brand
      from json_to_recordset(${JSON.stringify(typed.lines)}::json) as r("lineId" bigint, price numeric, brand text)`.execute(
    trx,
  );
};

/** Deletes the draft, and notes the answer where it says anything new. */
const storeAnswer = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  { stored, typed }: { stored: StoredRequest; typed: QuoteAnswerBody },
): Promise<void> => {
  const { accountId, quoteId, supplierId } = visitor;
  await sql`delete from quote_drafts where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(trx);
  if (stored.answer !== null && isSame(typed, stored.answer)) return;
  await insertAnswer(trx, visitor, typed, work.clock.now());
  await refreshQuoteFigures(trx, accountId, [quoteId]);
  work.audit({ action: 'answer', entity: ENTITY, entityId: quoteId, details: { supplierId, answer: typed } });
  await announceNews(trx, work, visitor, {
    type: stored.answer === null ? 'ANSWERED' : 'CHANGED',
    priced: typed.lines.filter(({ price }) => price !== null).length,
    lines: stored.request.lines.length,
  });
};

/** Sends an answer; it replaces the one before, which is kept. @throws ServiceError 400, 404, 422 */
export const sendAnswer = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  { copyTo, ...body }: QuoteAnswerBody & { copyTo?: string | null },
): Promise<QuoteRequest> => {
  const now = work.clock.now();
  const stored = await holdRequest(trx, visitor, now);
  requireOpen(stored);
  const problems = new Problems();
  const { lines } = stored.request;
  const typed = readTyped(body, lines, problems);
  checkComplete(typed, { lines, today: todayIn(now) }, problems);
  const address = blankAsNull(copyTo) ?? null;
  if (address !== null && !isEmail(address)) problems.rule('copyTo', 'Informe um e-mail válido.');
  problems.refuse();
  await storeAnswer(trx, work, visitor, { stored, typed });
  if (address !== null)
    await queueQuoteMails(
      trx,
      visitor.accountId,
      { supplierIds: [visitor.supplierId], kind: 'QUOTE_COPY', address },
      now,
    );
  return requestAnswer(await readStored(trx, visitor, now), now);
};

/** Declines a request; the answer before, if any, does not count any more. @throws ServiceError 404, 422 */
export const declineRequest = async (
  trx: Trx,
  work: Work<Outsider>,
  visitor: Visitor,
  reason: string | null | undefined,
): Promise<QuoteRequest> => {
  const { accountId, quoteId, supplierId } = visitor;
  const now = work.clock.now();
  const stored = await holdRequest(trx, visitor, now);
  if (stored.state !== 'DECLINED') requireOpen(stored);
  const declineReason = blankAsNull(reason) ?? null;
  await sql`update quote_suppliers set declined_at = ${now}, decline_reason = ${declineReason}
    where account_id = ${accountId} and id = ${supplierId}`.execute(trx);
  await sql`delete from quote_drafts where account_id = ${accountId} and supplier_id = ${supplierId}`.execute(trx);
  await sql`delete from quote_awards
    where account_id = ${accountId} and quote_id = ${quoteId} and supplier_id = ${supplierId}`.execute(trx);
  await refreshQuoteFigures(trx, accountId, [quoteId]);
  work.audit({ action: 'decline', entity: ENTITY, entityId: quoteId, details: { supplierId, reason: declineReason } });
  if (stored.state !== 'DECLINED') await announceNews(trx, work, visitor, { type: 'DECLINED', reason: declineReason });
  return requestAnswer(await readStored(trx, visitor, now), now);
};

/** Takes a decline back; the answer before it, if any, counts again. @throws ServiceError 404, 422 */
export const resumeRequest = async (trx: Trx, work: Work<Outsider>, visitor: Visitor): Promise<QuoteRequest> => {
  const { accountId, quoteId, supplierId } = visitor;
  const now = work.clock.now();
  const stored = await holdRequest(trx, visitor, now);
  if (stored.state !== 'DECLINED') requireOpen(stored);
  await sql`update quote_suppliers set declined_at = null, decline_reason = null
    where account_id = ${accountId} and id = ${supplierId}`.execute(trx);
  await refreshQuoteFigures(trx, accountId, [quoteId]);
  work.audit({ action: 'resume', entity: ENTITY, entityId: quoteId, details: { supplierId } });
  if (stored.state === 'DECLINED') await announceNews(trx, work, visitor, { type: 'RESUMED' });
  return requestAnswer(await readStored(trx, visitor, now), now);
};
