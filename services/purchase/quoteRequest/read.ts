import { sql } from 'kysely';
import type { QuoteAnswerBody, QuoteRequest } from '#schema/purchase/quotes/quoteRequest.rest.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { MISSING } from '../links/visitors.ts';
import { ANSWER, type StoredAnswer } from '../quotes/read.ts';
import { quoteState } from '../quotes/states.ts';
import type { Visitor } from './visitor.ts';

type File = NonNullable<QuoteRequest['request']>['attachments'][number];

/** What one supplier may know of a request. Nothing of another supplier, and no reference price, is read. */
export interface StoredRequest {
  company: string;
  phone: string | null;
  state: QuoteRequest['state'];
  request: Omit<NonNullable<QuoteRequest['request']>, 'attachments' | 'deadline'> & { deadline: string | null };
  files: (File & { own: boolean })[];
  answer: StoredAnswer | null;
  draft: QuoteAnswerBody | null;
  savedAt: string | null;
}

/** The request of a link as it stands at an instant. @throws ServiceError 404 for a link that is gone */
export const readStored = async (
  trx: Trx,
  { accountId, quoteId, supplierId }: Visitor,
  now: Date,
): Promise<StoredRequest> => {
  const { rows } = await sql<StoredRequest & { deadline: string | null }>`
    select c.name as company, q.phone, q.deadline, d.body as draft, d.saved_at as "savedAt", ${ANSWER} as answer,
           case when s.revoked_at is not null then 'REVOKED'
                when ${quoteState(now)} in ('ORDERED', 'CLOSED') or q.deadline is null or q.deadline <= ${now} then 'EXPIRED'
                when s.declined_at is not null then 'DECLINED'
                else 'OPEN' end as state,
           json_build_object('document', q.document, 'title', q.title, 'supplier', p.name, 'buyer', w.name,
             'building', b.name, 'deliveryPlace', q.delivery_place, 'deliveryDate', q.delivery_date, 'message', q.message,
             'lines', (select coalesce(json_agg(json_build_object('id', l.id, 'code', l.code,
                         'description', l.description, 'unit', u.acronyms, 'quantity', l.quantity::text)
                         order by l.position), '[]')
                from quote_lines l join units u on u.account_id = l.account_id and u.id = l.unit_id
               where l.account_id = q.account_id and l.quote_id = q.id)) as request,
           (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size,
                     'contentType', f.media_type, 'own', f.supplier_id is not null) order by f.id), '[]')
              from quote_files f where f.account_id = q.account_id and f.quote_id = q.id
               and (f.supplier_id is null or f.supplier_id = s.id)) as files
      from quote_suppliers s
      join quotes q on q.account_id = s.account_id and q.id = s.quote_id
      join companies c on c.account_id = q.account_id and c.id = q.company_id
      join buildings b on b.account_id = q.account_id and b.id = q.building_id
      join partners p on p.account_id = s.account_id and p.id = s.partner_id
      left join users w on w.account_id = q.account_id and w.id = q.buyer_id
      left join quote_drafts d on d.account_id = s.account_id and d.supplier_id = s.id
     where s.account_id = ${accountId} and s.quote_id = ${quoteId} and s.id = ${supplierId}`.execute(trx);
  const [found] = rows;
  if (!found) throw notFound(MISSING);
  const { deadline, ...stored } = found;
  return { ...stored, request: { ...stored.request, deadline } };
};

/** Holds request and supplier until the SQL transaction ends, then reads them: answers of a request wait for each other. */
export const holdRequest = async (trx: Trx, visitor: Visitor, now: Date): Promise<StoredRequest> => {
  const { accountId, quoteId, supplierId } = visitor;
  await sql`select from quotes where account_id = ${accountId} and id = ${quoteId} for no key update`.execute(trx);
  await sql`select from quote_suppliers where account_id = ${accountId} and id = ${supplierId} for update`.execute(trx);
  return readStored(trx, visitor, now);
};

/** A sent answer as the page types it. */
const typedOf = (answer: StoredAnswer): QuoteAnswerBody => ({
  lines: answer.lines.map(({ lineId, price, brand }) => ({ lineId, price, unavailable: price === null, brand })),
  ...{ freight: answer.freight, shippingRate: answer.shippingRate, ipi: answer.ipi },
  ...{ deliveryDays: answer.deliveryDays, validUntil: answer.validUntil, paymentDays: answer.paymentDays },
  notes: answer.notes,
});

const fileOf = ({ own: _own, ...file }: StoredRequest['files'][number]): File => file;

/** The answer of the contract. */
export const requestAnswer = (stored: StoredRequest, now: Date): QuoteRequest => {
  const { company, phone, state, request, files, answer, draft, savedAt } = stored;
  const head = { company, phone, state, now: now.toISOString(), answeredAt: answer?.submittedAt ?? null };
  if (state !== 'OPEN' || request.deadline === null) return { ...head, request: null, answer: null };
  const typed = draft ?? (answer && typedOf(answer));
  const own = files.filter((file) => file.own).map(fileOf);
  return {
    ...head,
    request: {
      ...request,
      deadline: request.deadline,
      attachments: files.filter((file) => !file.own).map(fileOf),
    },
    answer:
      typed === null && own.length === 0
        ? null
        : { ...(typed ?? NOTHING_TYPED), savedAt: draft === null ? null : savedAt, attachments: own },
  };
};

const NOTHING_TYPED: QuoteAnswerBody = {
  ...{ lines: [], freight: 'INCLUDED', shippingRate: null, ipi: null, deliveryDays: null, validUntil: null },
  ...{ paymentDays: [], notes: null },
};
