import { sql } from 'kysely';
import { compare } from '#domain/money.ts';
import { choiceOfAwards, compareOffers, type Award } from '#domain/purchase/quotes/comparison.ts';
import type { Quote, QuoteAwardsBody } from '#schema/purchase/quotes/quotes.rest.ts';
import { Problems } from '../../platform/problems.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { blankAsNull } from '../../platform/text.ts';
import { ENTITY } from './access.ts';
import { refreshQuoteFigures } from './figures.ts';
import { holdQuote } from './hold.ts';
import { offersOf, readQuote, type StoredQuote } from './read.ts';
import { requireOpen, type Buyer } from './save.ts';
import { touchQuote } from './store.ts';

/** Problems with awards: each line once, to a supplier whose answer offers it. */
export const checkAwards = (quote: StoredQuote, awards: readonly Award<number>[], problems: Problems): void => {
  const offers = new Map(offersOf(quote).map((offer) => [offer.supplierId, offer]));
  awards.forEach(({ lineId, supplierId }, index) => {
    const path = `awards.${index}`;
    const line = quote.lines.find(({ id }) => id === lineId);
    const supplier = quote.suppliers.find(({ id }) => id === supplierId);
    if (!line) problems.rule(`${path}.lineId`, 'Item não encontrado nesta cotação.');
    if (!supplier) problems.rule(`${path}.supplierId`, 'Fornecedor não encontrado nesta cotação.');
    if (awards.findIndex((one) => one.lineId === lineId) !== index)
      problems.rule(`${path}.lineId`, 'Este item já foi escolhido.');
    if (line && supplier && offers.get(supplierId)?.prices.has(lineId) !== true)
      problems.rule(`${path}.supplierId`, `${supplier.partner.name} não cotou ${line.description}.`);
  });
};

/** Whether the awards cost more than the best combination of the same lines, in what is compared: present values. */
export const isDearer = (quote: StoredQuote, awards: readonly Award<number>[]): boolean => {
  const awarded = new Set(awards.map(({ lineId }) => lineId));
  const lines = quote.lines.filter(({ id }) => awarded.has(id));
  const offers = offersOf(quote);
  const best = compareOffers(lines, offers, quote.monthlyRate).bestCombination;
  const chosen = choiceOfAwards(lines, offers, awards, quote.monthlyRate);
  return best !== null && compare(chosen.presentValue, best.presentValue) > 0;
};

export const JUSTIFY = 'Explique por que a escolha não é a combinação mais barata.';

/** Stores who gets which line; an empty list takes all awards back. @throws ServiceError 404, 409, 422 */
export const awardQuote = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, body }: { id: number; body: QuoteAwardsBody },
): Promise<Quote> => {
  const now = work.clock.now();
  const before = await holdQuote(trx, session, { companyId, id, version: body.version }, now);
  requireOpen(before);
  const problems = new Problems();
  checkAwards(before, body.awards, problems);
  problems.refuse();
  const justification =
    body.justification === undefined ? before.justification : (blankAsNull(body.justification) ?? null);
  if (justification === null && isDearer(before, body.awards)) problems.rule('justification', JUSTIFY);
  problems.refuse();
  await sql`delete from quote_awards where account_id = ${session.accountId} and quote_id = ${id}`.execute(trx);
  if (body.awards.length > 0)
    await sql`
      insert into quote_awards (account_id, quote_id, line_id, supplier_id)
      select ${session.accountId}::bigint, ${id}::bigint, r."lineId", r."supplierId"
        from json_to_recordset(${JSON.stringify(body.awards)}::json) as r("lineId" bigint, "supplierId" bigint)`.execute(
      trx,
    );
  await touchQuote(trx, work, id, { justification });
  await refreshQuoteFigures(trx, session.accountId, [id]);
  const details = {
    before: { awards: before.awards, justification: before.justification },
    after: { awards: body.awards, justification },
  };
  work.audit({ action: 'award', entity: ENTITY, entityId: id, details });
  return readQuote(trx, session, { companyId, id }, now);
};
