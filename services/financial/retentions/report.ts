import type { FastifyInstance } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { compareDates } from '#domain/dates.ts';
import {
  retentionEndpoints as endpoints,
  type RetentionMonth,
  type RetentionRecord,
  type RetentionSums,
} from '#schema/financial/retentions/retentions.rest.ts';
import type { QueryOf } from '#schema/platform/endpoint.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { invalid } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { orderAndCut, page, readListQuery, type ListRules } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { expense } from '../transactions/kinds.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { matchesSearch } from '../transactions/search.ts';
import { visibleRows, widened } from '../transactions/visibility.ts';
import { rateText } from './columns.ts';

type Filter = Omit<QueryOf<(typeof endpoints)['list']>, 'page' | 'size' | 'sort'>;

/** Taxes of a company: withheld, collected, to collect, overdue, and the documents behind each figure. */
export const retentions = async (app: FastifyInstance): Promise<void> => {
  const { clock } = app.platform;

  implement(app, endpoints.list, ({ session, params, query, read }) =>
    read(async (trx) =>
      listRetentions(
        trx,
        await widened(trx, readerOf(session, params.companyId, expense, clock.today(session.timeZone))),
        query,
      ),
    ),
  );

  implement(app, endpoints.months, ({ session, params, query, read }) =>
    read(async (trx) =>
      sumRetentions(
        trx,
        await widened(trx, readerOf(session, params.companyId, expense, clock.today(session.timeZone))),
        query,
      ),
    ),
  );
};

/**
 * Installments of payables as `x`. The fact of one that was split by a part payment is that of the installment that it was
 * split from.
 */
const source = ({ session, companyId, view, today }: Reader): RawBuilder<unknown> => sql`(
  select i.id, r.tax, r.base, r.rate, i.gross_value as value, i.due_date, i.payment_date, i.forecast, t.id as payable_id,
    case when not i.forecast then 'PAID' when i.due_date < ${today}::date then 'OVERDUE' else 'OPEN' end as status,
    coalesce(f.fact_date, g.fact_date, n.emission_date) as fact_date,
    n.id as invoice_id, n.document_number, n.emission_date, n.partner_id, n.invoice_value, t.partner_id as collector_id
  from transaction_retentions r
  join transactions t on t.account_id = r.account_id and t.id = r.payable_transaction_id
  join transactions n on n.account_id = r.account_id and n.id = r.transaction_id
  join installments i on i.account_id = t.account_id and i.transaction_id = t.id
  left join retention_installments f on f.account_id = i.account_id and f.installment_id = i.id
  left join retention_installments g on g.account_id = i.account_id and g.installment_id = i.split_from
  where r.account_id = ${session.accountId} and r.company_id = ${companyId} and ${visibleRows(view)})`;

const dayOf = ({ by }: Filter): RawBuilder<unknown> => (by === 'FACT' ? sql`x.fact_date` : sql`x.due_date`);

const conditionsOf = (filter: Filter, { session: { accountId }, companyId }: Reader): RawBuilder<unknown> => {
  const { tax, status, from, to, partner, search } = filter;
  const day = dayOf(filter);
  return sql.join(
    [
      sql`true`,
      ...(tax === undefined ? [] : [sql`x.tax = ${tax}`]),
      ...(status === undefined ? [] : [sql`x.status = ${status}`]),
      ...(from === undefined ? [] : [sql`${day} >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`${day} <= ${to}::date`]),
      ...(partner === undefined ? [] : [sql`(x.partner_id = ${partner} or x.collector_id = ${partner})`]),
      ...(search ? [matchesSearch(sql`x.invoice_id`, search, { accountId, companyId, type: 'DEBIT' })] : []),
    ],
    sql` and `,
  );
};

const rules: ListRules = {
  sortable: {
    dueDate: 'x.due_date',
    factDate: 'x.fact_date',
    value: 'x.value',
    tax: sql`array_position(array['ISS', 'INSS', 'IRRF', 'CSRF', 'GUARANTEE'], x.tax)`,
    status: sql`array_position(array['OVERDUE', 'OPEN', 'PAID'], x.status)`,
    supplier: sql`search_key(p.name)`,
    collector: sql`search_key(c.name)`,
    documentNumber: sql`search_key(x.document_number)`,
    id: 'x.id',
  },
  defaultSort: 'dueDate',
  key: 'x.id',
};

const checkPeriod = ({ from, to }: Filter): void => {
  if (from === undefined || to === undefined || compareDates(from, to) <= 0) return;
  throw invalid([{ path: 'to', message: 'O fim do período é anterior ao começo.' }]);
};

/** A page of installments of payables; two statements. */
export const listRetentions = async (
  trx: Trx,
  reader: Reader,
  query: QueryOf<(typeof endpoints)['list']>,
): Promise<PageOf<RetentionRecord>> => {
  const { page: number, size, sort, ...filter } = query;
  checkPeriod(filter);
  const list = readListQuery({ page: number, size, sort }, rules);
  const where = conditionsOf(filter, reader);
  const { rows } = await sql<RetentionRecord>`
    select x.id, x.tax, x.status, x.value::text as value, x.base::text as base, ${rateText(sql`x.rate`)} as rate,
      x.due_date as "dueDate", x.payment_date as "paymentDate", x.fact_date as "factDate", x.payable_id as "payableId",
      case when c.id is not null then json_build_object('id', c.id, 'name', c.name) end as collector,
      json_build_object('id', x.invoice_id, 'documentNumber', x.document_number, 'emissionDate', x.emission_date,
        'invoiceValue', x.invoice_value::text,
        'partner', case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end) as transaction
    from ${source(reader)} x
    left join partners p on p.account_id = ${reader.session.accountId} and p.id = x.partner_id
    left join partners c on c.account_id = ${reader.session.accountId} and c.id = x.collector_id
    where ${where} ${orderAndCut(list)}`.execute(trx);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*) as count from ${source(reader)} x where ${where}`.execute(trx);
  return page(list, rows, counted[0]?.count ?? 0);
};

const SUMS = sql`count(*) as count, coalesce(sum(x.value), 0.00)::text as retained,
  coalesce(sum(x.value) filter (where x.status = 'PAID'), 0.00)::text as paid,
  coalesce(sum(x.value) filter (where x.status = 'OPEN'), 0.00)::text as "toPay",
  coalesce(sum(x.value) filter (where x.status = 'OVERDUE'), 0.00)::text as overdue`;

const MAX_MONTHS = 240;

/** Sums by month and tax, and over the filter; two statements. */
export const sumRetentions = async (
  trx: Trx,
  reader: Reader,
  filter: Filter,
): Promise<{ content: RetentionMonth[]; totals: RetentionSums }> => {
  checkPeriod(filter);
  const where = conditionsOf(filter, reader);
  const { rows } = await sql<RetentionMonth>`
    select x.tax, to_char(${dayOf(filter)}, 'YYYY-MM') as month, ${SUMS}
    from ${source(reader)} x where ${where} group by 1, 2
    order by 2, array_position(array['ISS', 'INSS', 'IRRF', 'CSRF', 'GUARANTEE'], x.tax)
    limit ${MAX_MONTHS * 5}`.execute(trx);
  const { rows: totals } = await sql<RetentionSums>`
    select ${SUMS} from ${source(reader)} x where ${where}`.execute(trx);
  const nothing = { count: 0, retained: '0.00', paid: '0.00', toPay: '0.00', overdue: '0.00' };
  return { content: rows, totals: totals[0] ?? nothing };
};
