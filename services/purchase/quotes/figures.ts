import { sql } from 'kysely';
import { choiceOfAwards, compareOffers, referenceTotal } from '#domain/purchase/quotes/comparison.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { AWARDS, LINES, offersOf, ORDERS, SUPPLIERS, type StoredQuote } from './read.ts';

type Compared = Pick<StoredQuote, 'id' | 'lines' | 'suppliers' | 'awards' | 'orders' | 'monthlyRate'>;

/** What the awards cost once orders were made, else the best combination that buys every line. */
const bestOf = (quote: Compared) => {
  const { lines, awards, monthlyRate } = quote;
  const offers = offersOf(quote);
  if (quote.orders.length > 0) return choiceOfAwards(lines, offers, awards, monthlyRate);
  const best = compareOffers(lines, offers, monthlyRate).bestCombination;
  return best?.missing.length === 0 ? best : null;
};

const figuresOf = (quote: Compared) => {
  const best = bestOf(quote);
  const bought = new Set(best?.awards.map(({ lineId }) => lineId));
  return {
    id: quote.id,
    line_count: quote.lines.length,
    reference_total: referenceTotal(quote.lines),
    best_total: best?.total ?? null,
    best_reference: referenceTotal(quote.lines.filter(({ id }) => bought.has(id))),
  };
};

/** Writes what follows from lines, answers and awards. Whoever changes one of them calls it. Two SQL statements. */
export const refreshQuoteFigures = async (trx: Trx, accountId: number, ids: readonly number[]): Promise<void> => {
  const { rows } = await sql<Compared>`
    select q.id, q.monthly_rate as "monthlyRate", ${LINES}, ${SUPPLIERS}, ${AWARDS}, ${ORDERS}
      from quotes q where q.account_id = ${accountId} and q.id = any(${[...ids]}::bigint[]) order by q.id`.execute(trx);
  const figures = JSON.stringify(rows.map(figuresOf));
  await sql`
    update quotes q set line_count = r.line_count, reference_total = r.reference_total, best_total = r.best_total,
           best_reference = r.best_reference
      from json_to_recordset(${figures}::json)
        as r(id bigint, line_count integer, reference_total numeric, best_total numeric, best_reference numeric)
     where q.account_id = ${accountId} and q.id = r.id`.execute(trx);
};
