import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import {
  choiceOfAwards,
  comparableTotal,
  compareOffers,
  landedOffer,
  type Offer,
  type RequestedLine,
} from '#domain/purchase/quotes/comparison.ts';
import { answerFigures, type QuoteFreight } from '#domain/purchase/quotes/figures.ts';
import type { Quote, QuoteAnswer, QuoteState, QuoteSupplierState } from '#schema/purchase/quotes/quotes.rest.ts';
import { instant } from '../../platform/db/instants.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { QUOTE_MISSING, visible } from './access.ts';
import { countingAnswer, quoteState, supplierState } from './states.ts';

type Named = { id: number; name: string };

export interface StoredQuoteLine extends RequestedLine<number> {
  product: { id: number; code: string; name: string } | null;
  description: string;
  unit: { id: number; acronyms: string };
  unitFactor: string;
  productFactor: string | null;
  costEstimateGroup: Named | null;
}

interface StoredFile {
  id: number;
  supplierId: number | null;
  name: string;
  size: number;
  contentType: string;
}

export interface StoredAnswer {
  id: number;
  revision: number;
  submittedAt: string;
  freight: QuoteFreight;
  shippingRate: string;
  ipi: string;
  deliveryDays: number | null;
  validUntil: IsoDate | null;
  paymentDays: number[];
  notes: string | null;
  lines: { lineId: number; price: string | null; brand: string | null }[];
}

export interface StoredSupplier {
  id: number;
  partner: Named;
  /** That of the request; null: the one of the register. */
  ownEmail: string | null;
  email: string | null;
  phone: string | null;
  state: QuoteSupplierState;
  sentAt: string | null;
  openedAt: string | null;
  seenAt: string | null;
  remindedAt: string | null;
  declinedAt: string | null;
  declineReason: string | null;
  answer: StoredAnswer | null;
}

/** A quote as it is stored, with everything that belongs to it. */
export interface StoredQuote {
  id: number;
  companyId: number;
  companyName: string;
  document: string;
  title: string;
  state: QuoteState;
  building: Named;
  buyer: Named | null;
  deliveryDate: IsoDate | null;
  deliveryPlace: string | null;
  message: string | null;
  phone: string | null;
  deadline: string | null;
  monthlyRate: string;
  justification: string | null;
  closeReason: string | null;
  sentAt: string | null;
  lines: StoredQuoteLine[];
  suppliers: StoredSupplier[];
  files: StoredFile[];
  awards: { lineId: number; supplierId: number }[];
  orders: { id: number; document: string }[];
  createdAt: string;
  updatedAt: string;
  version: number;
}

/** Lines, suppliers and awards of a quote "q". */
export const LINES = sql`(
  select coalesce(json_agg(json_build_object('id', l.id,
           'product', case when l.product_id is not null then json_build_object('id', l.product_id, 'code', l.code,
             'name', d.name) end,
           'description', l.description, 'unit', json_build_object('id', u.id, 'acronyms', u.acronyms),
           'unitFactor', l.unit_factor::text, 'productFactor', l.product_factor::text, 'quantity', l.quantity::text,
           'costEstimateGroup', case when g.id is not null then json_build_object('id', g.id, 'name', g.name) end,
           'referencePrice', l.reference_price::text) order by l.position), '[]')
    from quote_lines l
    join units u on u.account_id = l.account_id and u.id = l.unit_id
    left join products p on p.account_id = l.account_id and p.id = l.product_id
    left join product_definitions d on d.account_id = p.account_id and d.id = p.definition_id
    left join cost_estimate_groups g on g.account_id = l.account_id and g.id = l.stage_id
   where l.account_id = q.account_id and l.quote_id = q.id) as lines`;

/** The answer of a supplier "s" that counts. */
export const ANSWER = sql`(
  select json_build_object('id', a.id, 'revision', a.revision, 'submittedAt', ${instant('a.submitted_at')},
           'freight', a.freight, 'shippingRate', a.shipping_rate::text, 'ipi', a.ipi::text,
           'deliveryDays', a.delivery_days, 'validUntil', a.valid_until, 'paymentDays', a.payment_days, 'notes', a.notes,
           'lines', (select coalesce(json_agg(json_build_object('lineId', x.line_id, 'price', x.price::text,
                       'brand', x.brand) order by l.position), '[]')
               from quote_answer_lines x
               join quote_lines l on l.account_id = x.account_id and l.id = x.line_id
              where x.account_id = a.account_id and x.answer_id = a.id))
    from quote_answers a
   where a.account_id = s.account_id and a.supplier_id = s.id and ${countingAnswer})`;

export const SUPPLIERS = sql`(
  select coalesce(json_agg(json_build_object('id', s.id, 'partner', json_build_object('id', p.id, 'name', p.name),
           'ownEmail', s.email, 'email', coalesce(s.email, p.email), 'phone', p.phone, 'state', ${supplierState},
           'sentAt', ${instant('s.sent_at')}, 'openedAt', ${instant('s.opened_at')}, 'seenAt', ${instant('s.seen_at')},
           'remindedAt', ${instant('s.reminded_at')}, 'declinedAt', ${instant('s.declined_at')},
           'declineReason', s.decline_reason, 'answer', ${ANSWER}) order by s.position, s.id), '[]')
    from quote_suppliers s
    join partners p on p.account_id = s.account_id and p.id = s.partner_id
   where s.account_id = q.account_id and s.quote_id = q.id) as suppliers`;

export const AWARDS = sql`(
  select coalesce(json_agg(json_build_object('lineId', x.line_id, 'supplierId', x.supplier_id) order by l.position), '[]')
    from quote_awards x join quote_lines l on l.account_id = x.account_id and l.id = x.line_id
   where x.account_id = q.account_id and x.quote_id = q.id) as awards`;

const FILES = sql`(
  select coalesce(json_agg(json_build_object('id', f.id, 'supplierId', f.supplier_id, 'name', f.name, 'size', f.size,
           'contentType', f.media_type) order by f.id), '[]')
    from quote_files f where f.account_id = q.account_id and f.quote_id = q.id) as files`;

/** Orders that a quote "q" led to. */
export const ORDERS = sql`(
  select coalesce(json_agg(json_build_object('id', o.id, 'document', o.document) order by o.id), '[]')
    from orders o where o.account_id = q.account_id and o.quote_id = q.id) as orders`;

const named = (alias: string): RawBuilder<unknown> => sql`json_build_object('id', ${sql.ref(`${alias}.id`)},
  'name', ${sql.ref(`${alias}.name`)})`;

/** One quote that the user may see, as it stands at an instant. @throws ServiceError 404 */
export const readStored = async (
  trx: Trx,
  session: Session,
  { companyId, id }: { companyId: number; id: number },
  now: Date,
): Promise<StoredQuote> => {
  const { rows } = await sql<StoredQuote>`
    select q.id, q.company_id as "companyId", c.name as "companyName", q.document, q.title,
           ${quoteState(now)} as state, ${named('b')} as building,
           case when w.id is not null then ${named('w')} end as buyer, q.delivery_date as "deliveryDate",
           q.delivery_place as "deliveryPlace", q.message, q.phone, q.deadline, q.monthly_rate as "monthlyRate",
           q.justification, q.close_reason as "closeReason", q.sent_at as "sentAt", q.created_at as "createdAt",
           q.updated_at as "updatedAt", q.version, ${LINES}, ${SUPPLIERS}, ${FILES}, ${ORDERS},
           ${AWARDS}
      from quotes q
      join companies c on c.account_id = q.account_id and c.id = q.company_id
      join buildings b on b.account_id = q.account_id and b.id = q.building_id
      left join users w on w.account_id = q.account_id and w.id = q.buyer_id
     where ${visible(session, companyId)} and q.id = ${id}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(QUOTE_MISSING);
  return found;
};

/** Prices of what an answer offers, by line. */
const pricesOf = ({ lines }: StoredAnswer): Map<number, string> =>
  new Map(lines.flatMap(({ lineId, price }) => (price === null ? [] : [[lineId, price] as const])));

/** The answers that count, as the comparison takes them. */
export const offersOf = ({ suppliers }: Pick<StoredQuote, 'suppliers'>): Offer<number>[] =>
  suppliers.flatMap(({ id, answer }) =>
    answer === null ? [] : [{ ...answer, supplierId: id, prices: pricesOf(answer) }],
  );

/** A file as the contract answers it. */
export const fileAnswer = (
  { companyId, id }: Pick<StoredQuote, 'companyId' | 'id'>,
  { supplierId: _supplierId, ...file }: StoredFile,
) => ({ ...file, link: `/api/v1/purchase/company/${companyId}/quote/${id}/attachments/${file.id}` });

const answerOf = (quote: StoredQuote, { id: supplierId, answer }: StoredSupplier): QuoteAnswer | null => {
  if (answer === null) return null;
  const prices = pricesOf(answer);
  const lines = quote.lines.map(({ id, quantity }) => ({ quantity, price: prices.get(id) ?? null }));
  const { total, offered } = answerFigures(lines, answer);
  const offer = { ...answer, supplierId, prices };
  const landed = landedOffer(quote.lines, offer, quote.monthlyRate);
  return {
    ...answer,
    lines: answer.lines.map((line) => ({
      ...line,
      landed: landed.lines.get(line.lineId)?.landed ?? null,
      presentValue: landed.lines.get(line.lineId)?.presentValue ?? null,
    })),
    ...{ total, offered, comparableTotal: comparableTotal(quote.lines, offer), presentValue: landed.presentValue },
    attachments: quote.files.filter((file) => file.supplierId === supplierId).map((file) => fileAnswer(quote, file)),
  };
};

/** Comparison of the answers, and what the awards cost. */
export const comparisonOf = (quote: StoredQuote): Quote['comparison'] => {
  const offers = offersOf(quote);
  return {
    ...compareOffers(quote.lines, offers, quote.monthlyRate),
    awarded: quote.awards.length === 0 ? null : choiceOfAwards(quote.lines, offers, quote.awards, quote.monthlyRate),
  };
};

/** The answer of the contract. */
export const quoteAnswer = (quote: StoredQuote, session: Session): Quote => {
  const { companyId, companyName, files, lines, suppliers, ...rest } = quote;
  return {
    ...rest,
    company: { id: companyId, name: companyName, account: { id: session.accountId } },
    lines: lines.map(({ productFactor: _productFactor, ...line }) => line),
    suppliers: suppliers.map((supplier) => {
      const { ownEmail: _ownEmail, ...told } = supplier;
      return { ...told, answer: answerOf(quote, supplier) };
    }),
    attachments: files.filter(({ supplierId }) => supplierId === null).map((file) => fileAnswer(quote, file)),
    comparison: comparisonOf(quote),
  };
};

/** @throws ServiceError 404 */
export const readQuote = async (
  trx: Trx,
  session: Session,
  key: { companyId: number; id: number },
  now: Date,
): Promise<Quote> => quoteAnswer(await readStored(trx, session, key, now), session);
