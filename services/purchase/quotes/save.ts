import type { Quote, QuoteUpdate } from '#schema/purchase/quotes/quotes.rest.ts';
import { sql } from 'kysely';
import { ruleBroken } from '../../platform/errors.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { personOf, type Session } from '../../platform/session.ts';
import { ENTITY } from './access.ts';
import { readDraft, type QuoteDraft } from './draft.ts';
import { refreshQuoteFigures } from './figures.ts';
import { holdQuote, type VersionedKey } from './hold.ts';
import { tellDeadline } from './mails.ts';
import { quoteAnswer, readStored, type StoredQuote } from './read.ts';
import { findReferences, referenceProblems } from './references.ts';
import { insertQuote, lineRows, storeLines, storeSuppliers, updateQuoteHeader, type QuoteLineRow } from './store.ts';

/** Who writes quotes of which company. */
export interface Buyer {
  session: Session;
  companyId: number;
}

/** What the history keeps of a quote. */
export const snapshot = (quote: StoredQuote) => {
  const { lines, suppliers, files: _files, orders, ...header } = quote;
  return {
    ...header,
    orders: orders.map(({ document }) => document),
    lines: lines.map(({ product, unit, costEstimateGroup, ...line }) => ({
      ...line,
      ...{ productId: product?.id ?? null, unitId: unit.id, stageId: costEstimateGroup?.id ?? null },
    })),
    suppliers: suppliers.map(({ id, partner, ownEmail, state }) => ({
      ...{ id, partnerId: partner.id, email: ownEmail, state },
    })),
  };
};

const DECIDED = {
  ORDERED: 'Esta cotação já gerou pedidos.',
  CLOSED: 'Esta cotação está encerrada. Reabra-a para continuar.',
} as const;

/** @throws ServiceError 422 for a quote that is decided */
export const requireOpen = ({ state }: Pick<StoredQuote, 'state'>): void => {
  if (state === 'ORDERED' || state === 'CLOSED') {
    const message = DECIDED[state];
    throw ruleBroken(message, [{ path: 'id', message }]);
  }
};

const SENT = 'A cotação já foi enviada: o que os fornecedores leem dos itens não muda.';

/** Once it was sent, what suppliers read of the lines stays. A line in words may still get its product. */
const checkSentLines = (before: StoredQuote, rows: readonly QuoteLineRow[], problems: Problems): void => {
  if (before.sentAt === null) return;
  if (rows.length !== before.lines.length) problems.rule('lines', SENT);
  rows.forEach((row, index) => {
    const stored = before.lines[index];
    const same =
      stored !== undefined &&
      row.id === stored.id &&
      row.description === stored.description &&
      row.unit_id === stored.unit.id &&
      row.quantity === stored.quantity &&
      (stored.product === null || row.product_id === stored.product.id);
    if (!same) problems.rule(`lines.${index}`, SENT);
  });
};

const plan = async (
  trx: Trx,
  { session, companyId }: Buyer,
  { body, before, now }: { body: QuoteUpdate; before: StoredQuote | undefined; now: Date },
): Promise<{ draft: QuoteDraft; rows: QuoteLineRow[] }> => {
  const problems = new Problems();
  const draft = readDraft(body, { before, userId: personOf(session), now }, problems);
  const references = await findReferences(trx, session, companyId, draft);
  problems.rules(referenceProblems(draft, before, { session, companyId, references }));
  problems.refuse();
  const rows = await lineRows(trx, session.accountId, draft, references);
  if (before) checkSentLines(before, rows, problems);
  problems.refuse();
  return { draft, rows };
};

/** Writes the parts, and reads the quote as it is then. */
const storeParts = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, draft, rows }: { id: number; draft: QuoteDraft; rows: readonly QuoteLineRow[] },
): Promise<StoredQuote> => {
  const key = { accountId: session.accountId, id };
  await storeLines(trx, key, rows);
  await storeSuppliers(trx, key, draft.suppliers);
  await refreshQuoteFigures(trx, session.accountId, [id]);
  return readStored(trx, session, { companyId, id }, work.clock.now());
};

/** Creates a draft. @throws ServiceError 400, 409, 422 */
export const createQuote = async (trx: Trx, work: Work, buyer: Buyer, body: QuoteUpdate): Promise<Quote> => {
  const planned = await plan(trx, buyer, { body, before: undefined, now: work.clock.now() });
  const id = await insertQuote(trx, work, buyer.companyId, planned.draft);
  const stored = await storeParts(trx, work, buyer, { id, ...planned });
  work.audit({ action: 'create', entity: ENTITY, entityId: id, details: { after: snapshot(stored) } });
  return quoteAnswer(stored, buyer.session);
};

/** Changes a quote; whoever was asked is told of another deadline. @throws ServiceError 400, 404, 409, 422 */
export const updateQuote = async (
  trx: Trx,
  work: Work,
  buyer: Buyer,
  { id, body: { version, ...body } }: { id: number; body: QuoteUpdate },
): Promise<Quote> => {
  const now = work.clock.now();
  const before = await holdQuote(trx, buyer.session, { companyId: buyer.companyId, id, version }, now);
  requireOpen(before);
  const planned = await plan(trx, buyer, { body, before, now });
  await updateQuoteHeader(trx, work, id, planned.draft);
  const after = await storeParts(trx, work, buyer, { id, ...planned });
  if (before.sentAt !== null && before.deadline !== after.deadline)
    await tellDeadline(trx, buyer.session.accountId, id, now);
  const details = { before: snapshot(before), after: snapshot(after) };
  work.audit({ action: 'update', entity: ENTITY, entityId: id, details });
  return quoteAnswer(after, buyer.session);
};

/** Deletes a quote that led to no order, with its answers and links. @throws ServiceError 404, 409, 422 */
export const removeQuote = async (
  trx: Trx,
  work: Work,
  { session }: Buyer,
  key: VersionedKey,
): Promise<{ id: number }> => {
  const before = await holdQuote(trx, session, key, work.clock.now());
  if (before.orders.length > 0) {
    const message = `Esta cotação gerou ${before.orders.map(({ document }) => document).join(', ')}: exclua antes os pedidos.`;
    throw ruleBroken(message, [{ path: 'id', message }]);
  }
  await sql`delete from quotes where account_id = ${session.accountId} and id = ${key.id}`.execute(trx);
  const was = { companyId: before.companyId, buildingIds: [before.building.id] };
  work.audit({ action: 'delete', entity: ENTITY, entityId: key.id, details: { before: snapshot(before) }, was });
  return { id: key.id };
};
