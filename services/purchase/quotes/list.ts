import { sql, type RawBuilder } from 'kysely';
import type { IsoDate } from '#domain/dates.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { QuoteState, QuoteSummary, QuoteTotals } from '#schema/purchase/quotes/quotes.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { allIds, orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from './access.ts';
import { ORDERS } from './read.ts';
import { quoteState, supplierState } from './states.ts';

/** Filters of the list, as the contract declares them. */
export interface QuoteQuery extends ListKeys {
  building?: number;
  supplier?: number;
  state?: QuoteState;
  deadlineFrom?: IsoDate;
  deadlineTo?: IsoDate;
}

/** Who asks for the quotes of which company, and when. */
export interface QuoteReader {
  session: Session;
  companyId: number;
  now: Date;
}

const TABLES = sql`
  from quotes q
  join buildings b on b.account_id = q.account_id and b.id = q.building_id`;

const rulesAt = (now: Date) => ({
  sortable: {
    // "COT-9" stands before "COT-10"; other numbers follow.
    document: sql`coalesce(lpad(q.number::text, 9, '0'), search_key(q.document))`,
    title: sql`search_key(q.title)`,
    buildingName: sql`search_key(b.name)`,
    state: quoteState(now),
    deadline: 'q.deadline',
    referenceTotal: 'q.reference_total',
    bestTotal: 'q.best_total',
    date: 'q.created_at',
  },
  defaultSort: 'date:desc',
  key: 'q.id',
});

/** Words in any order in number, title, building, lines and suppliers; a company has some hundred quotes a year. */
const searched = (search: string | null | undefined): RawBuilder<unknown>[] => {
  const words = normalizeSpaces(search ?? '')
    .split(' ')
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const text = sql`search_key(concat_ws(' ', q.document, q.title,
    (select b.name from buildings b where b.account_id = q.account_id and b.id = q.building_id),
    (select string_agg(concat_ws(' ', l.code, l.description), ' ') from quote_lines l
      where l.account_id = q.account_id and l.quote_id = q.id),
    (select string_agg(concat_ws(' ', p.name, p.trade_name), ' ') from quote_suppliers s
       join partners p on p.account_id = s.account_id and p.id = s.partner_id
      where s.account_id = q.account_id and s.quote_id = q.id)))`;
  return [
    sql`(select bool_and(position(search_key(w.word) in t.text) > 0)
           from (select ${text} as text) t cross join unnest(${words}::text[]) as w (word))`,
  ];
};

const dayOf = ({ timeZone }: Session) => sql`(q.deadline at time zone ${timeZone})::date`;

const narrowed = ({ session, now }: QuoteReader, query: QuoteQuery): RawBuilder<unknown>[] => [
  ...(query.building === undefined ? [] : [sql`q.building_id = ${query.building}`]),
  ...(query.supplier === undefined
    ? []
    : [
        sql`exists (select from quote_suppliers s where s.account_id = q.account_id and s.quote_id = q.id
              and s.partner_id = ${query.supplier})`,
      ]),
  ...(query.deadlineFrom === undefined ? [] : [sql`${dayOf(session)} >= ${query.deadlineFrom}::date`]),
  ...(query.deadlineTo === undefined ? [] : [sql`${dayOf(session)} <= ${query.deadlineTo}::date`]),
  ...(query.state === undefined ? [] : [sql`${quoteState(now)} = ${query.state}`]),
];

const SUPPLIERS = sql`(
  select coalesce(json_agg(json_build_object('supplierId', s.id, 'name', p.name, 'state', ${supplierState})
           order by s.position, s.id), '[]')
    from quote_suppliers s join partners p on p.account_id = s.account_id and p.id = s.partner_id
   where s.account_id = q.account_id and s.quote_id = q.id) as suppliers`;

const ANSWERED = sql`(
  select count(*) from quote_suppliers s where s.account_id = q.account_id and s.quote_id = q.id
     and s.declined_at is null
     and exists (select from quote_answers a where a.account_id = s.account_id and a.supplier_id = s.id)) as answered`;

/** A page of the quotes of a company. @throws ServiceError 400 */
export const listQuotes = async (trx: Trx, reader: QuoteReader, query: QuoteQuery): Promise<PageOf<QuoteSummary>> => {
  const { session, companyId, now } = reader;
  const list = readListQuery(query, rulesAt(now));
  const where = sql.join(
    [
      visible(session, companyId),
      ...(list.ids ? [sql`q.id = any(${list.ids}::bigint[])`] : []),
      ...searched(list.search),
      ...narrowed(reader, query),
    ],
    sql` and `,
  );
  const { rows } = await sql<QuoteSummary>`
    select q.id, q.document, q.title, ${quoteState(now)} as state,
           json_build_object('id', b.id, 'name', b.name) as building, q.line_count as "lineCount", ${SUPPLIERS},
           ${ANSWERED}, q.deadline, q.reference_total as "referenceTotal", q.best_total as "bestTotal",
           q.best_reference as "bestReference", ${ORDERS}, q.created_at as "createdAt", q.version
      from (select q.id ${TABLES} where ${where} ${orderAndCut(list)}) page
      join quotes q on q.account_id = ${session.accountId} and q.id = page.id
      join buildings b on b.account_id = q.account_id and b.id = q.building_id
     order by ${sql.join(list.order.map(({ column, desc }) => (desc ? sql`${column} desc` : column)))}`.execute(trx);
  const answered = await withTotal(list, rows, async () => {
    const counted = await sql<{ total: number }>`select count(*) as total from quotes q where ${where}`.execute(trx);
    return counted.rows[0]?.total ?? 0;
  });
  return { ...answered, ...(await allIds(trx, list, sql`${TABLES} where ${where}`)) };
};

/** Counts of the views under the filter without the state, and sums over the filter. */
export const totalQuotes = async (trx: Trx, reader: QuoteReader, query: QuoteQuery): Promise<QuoteTotals> => {
  const { session, companyId, now } = reader;
  const { state: asked, ...beside } = query;
  const where = sql.join(
    [visible(session, companyId), ...searched(query.search), ...narrowed(reader, beside)],
    sql` and `,
  );
  const counted = asked === undefined ? sql`true` : sql`state = ${asked}`;
  const open = sql`${counted} and state not in ('ORDERED', 'CLOSED')`;
  const thisYear = sql`date_part('year', created_at at time zone ${session.timeZone})
    = date_part('year', ${now}::timestamptz at time zone ${session.timeZone})`;
  const { rows } = await sql<QuoteTotals>`
    select count(*) as "all", count(*) filter (where state = 'DRAFT') as draft,
           count(*) filter (where state = 'WAITING') as waiting, count(*) filter (where state = 'TO_DECIDE') as "toDecide",
           count(*) filter (where state = 'ORDERED') as ordered, count(*) filter (where state = 'CLOSED') as closed,
           coalesce(sum(reference_total) filter (where ${open}), 0.00) as "openReference",
           coalesce(sum(best_reference) filter (where ${open}), 0.00) as "answeredReference",
           coalesce(sum(best_total) filter (where ${open} and best_reference is not null), 0.00) as "answeredBest",
           coalesce(sum(best_reference - best_total) filter (where ${counted} and state = 'ORDERED' and ${thisYear}), 0.00)
             as saved
      from (select q.reference_total, q.best_total, q.best_reference, q.created_at, ${quoteState(now)} as state
              from quotes q where ${where}) quoted`.execute(trx);
  const none = { all: 0, draft: 0, waiting: 0, toDecide: 0, ordered: 0, closed: 0 };
  return rows[0] ?? { ...none, openReference: '0.00', answeredReference: '0.00', answeredBest: '0.00', saved: '0.00' };
};
