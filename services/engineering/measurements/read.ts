import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { retentionOf } from '#domain/engineering/measurements/sheet.ts';
import { isZero, percentageOf, subtract, type Money } from '#domain/money.ts';
import { normalizeSpaces } from '#domain/text.ts';
import type { Measurement, MeasurementTotals } from '#schema/engineering/measurements/measurements.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { visible } from '../costEstimates/access.ts';

export const MEASUREMENT_MISSING = 'Medição não encontrada.';

type Figures = Pick<Measurement, 'contractedValue' | 'previousValue' | 'accumulatedValue'>;

interface HeaderRow extends Omit<
  Measurement,
  | 'periodValue'
  | 'balanceValue'
  | 'previousPercentage'
  | 'periodPercentage'
  | 'percentage'
  | 'netValue'
  | 'canReopen'
  | 'dueDate'
> {
  paymentDays: number;
  dueDate: string | null;
}

const named = (alias: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null
    then json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`;

/** A document that was made, as JSON. */
export const madeDocument = (alias: string): RawBuilder<unknown> =>
  sql`case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)},
    'type', ${sql.ref(`${alias}.type`)}, 'status', ${sql.ref(`${alias}.status`)}) end`;

const TABLES = sql`
  from measurements m
  join measurement_contracts k on k.account_id = m.account_id and k.id = m.contract_id
  join cost_estimates e on e.account_id = k.account_id and e.id = k.cost_estimate_id
  join buildings b on b.account_id = e.account_id and b.id = e.building_id
  left join partners p on p.account_id = k.account_id and p.id = coalesce(k.partner_id, e.customer_id)`;

const columns = sql`
  m.id, m.contract_id as "contractId", k.kind, m.number, e.company_id as "companyId",
  json_build_object('id', b.id, 'name', b.name) as building,
  json_build_object('id', e.id, 'code', e.code, 'description', e.description) as "costEstimate", ${named('p')} as partner,
  m.period_start as "periodStart", m.period_end as "periodEnd", m.status, m.contracted_value as "contractedValue",
  m.previous_value as "previousValue", m.accumulated_value as "accumulatedValue", m.excess_value as "excessValue",
  m.unresolved, case m.status when 'CLOSED' then m.retention_percentage else k.retention_percentage end as "retentionPercentage",
  m.retention_value as "retentionValue", m.due_date as "dueDate", k.payment_days as "paymentDays",
  ${madeDocument('t')} as transaction,
  (select count(*) from measurement_photos f where f.account_id = m.account_id and f.measurement_id = m.id) as "photoCount",
  m.review_at as "reviewRequestedAt", ${named('reviewer')} as "reviewRequestedBy", m.closed_at as "closedAt",
  ${named('closer')} as "closedBy", m.updated_at as "updatedAt", ${named('updater')} as "updatedBy",
  not exists (select from measurements n where n.account_id = m.account_id and n.contract_id = m.contract_id
    and n.number > m.number) as "isLast", m.version
  ${TABLES}
  left join transactions t on t.account_id = m.account_id and t.id = m.transaction_id
  left join users reviewer on reviewer.account_id = m.account_id and reviewer.id = m.review_by
  left join users closer on closer.account_id = m.account_id and closer.id = m.closed_by
  left join users updater on updater.account_id = m.account_id and updater.id = m.updated_by`;

const percentage = (part: Money, whole: Money): string | null => (isZero(whole) ? null : percentageOf(part, whole));

/** What follows from the sums of a measurement. */
const derived = ({ contractedValue, previousValue, accumulatedValue }: Figures) => {
  const periodValue = subtract(accumulatedValue, previousValue);
  return {
    periodValue,
    balanceValue: subtract(contractedValue, accumulatedValue),
    previousPercentage: percentage(previousValue, contractedValue),
    periodPercentage: percentage(periodValue, contractedValue),
    percentage: percentage(accumulatedValue, contractedValue),
  };
};

const headerOf = ({ paymentDays, ...row }: HeaderRow): Measurement => {
  const figures = derived(row);
  const closed = row.status === 'CLOSED';
  const retentionValue = closed ? row.retentionValue : retentionOf(figures.periodValue, row.retentionPercentage);
  return {
    ...row,
    ...figures,
    retentionValue,
    netValue: subtract(figures.periodValue, retentionValue),
    dueDate: row.dueDate ?? addDays(row.periodEnd, paymentDays),
    canReopen: closed && row.isLast && (row.transaction === null || row.transaction.status === 'OPEN'),
  };
};

const readRows = async (trx: Trx, condition: RawBuilder<unknown>): Promise<Measurement[]> => {
  const { rows } = await sql<HeaderRow>`select ${columns} where ${condition}`.execute(trx);
  return rows.map(headerOf);
};

/** One measurement without its rows. @throws ServiceError 404 also where the user may not see it */
export const readMeasurement = async (trx: Trx, session: Session, id: number): Promise<Measurement> => {
  const [found] = await readRows(
    trx,
    sql`${visible(session)} and m.account_id = ${session.accountId} and m.id = ${id}`,
  );
  if (!found) throw notFound(MEASUREMENT_MISSING);
  return found;
};

/** Filters of the list, as the contract declares them. */
export interface MeasurementQuery extends ListKeys {
  building?: number;
  costEstimate?: number;
  contract?: number;
  transaction?: number;
  kind?: string;
  status?: string;
}

const PERIOD = sql`(m.accumulated_value - m.previous_value)`;

const rules = {
  sortable: {
    number: 'm.number',
    building: sql`search_key(b.name)`,
    costEstimate: sql`search_key(e.code)`,
    partner: sql`search_key(p.name)`,
    periodEnd: 'm.period_end',
    status: 'm.status',
    periodValue: PERIOD,
    accumulatedValue: 'm.accumulated_value',
    updatedAt: 'm.updated_at',
  },
  defaultSort: 'periodEnd:desc',
  key: 'm.id',
};

const searched = (search: string | null | undefined): RawBuilder<unknown>[] =>
  normalizeSpaces(search ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map(
      (word) => sql`search_key(concat_ws(' ', m.number, e.code, e.description, b.name, p.name, p.trade_name)) like
        search_pattern(${word})`,
    );

/** Measurements that made a document: by closing, or the last one of a contract that has released its retention. */
const madeBy = (id: number): RawBuilder<unknown> => sql`(m.transaction_id = ${id} or (m.status = 'CLOSED' and exists (
  select from retention_releases r where r.account_id = m.account_id and r.contract_id = m.contract_id
    and r.transaction_id = ${id}) and not exists (
  select from measurements n where n.account_id = m.account_id and n.contract_id = m.contract_id
    and n.status = 'CLOSED' and n.number > m.number)))`;

const narrowed = ({ building, costEstimate, contract, transaction, kind, status }: MeasurementQuery) => [
  ...(transaction === undefined ? [] : [madeBy(transaction)]),
  ...[
    [sql`e.building_id`, building] as const,
    [sql`e.id`, costEstimate] as const,
    [sql`m.contract_id`, contract] as const,
    [sql`k.kind`, kind] as const,
    [sql`m.status`, status] as const,
  ].flatMap(([column, value]): RawBuilder<unknown>[] => (value === undefined ? [] : [sql`${column} = ${value}`])),
];

const inCompany = (session: Session, companyId: number) => [
  visible(session, companyId),
  sql`m.account_id = ${session.accountId}`,
];

/** A page of the measurements of a company. */
export const listMeasurements = async (
  trx: Trx,
  session: Session,
  companyId: number,
  query: MeasurementQuery,
): Promise<PageOf<Measurement>> => {
  const list = readListQuery(query, rules);
  const where = sql.join(
    [
      ...inCompany(session, companyId),
      ...(list.ids ? [sql`m.id = any(${list.ids}::bigint[])`] : []),
      ...searched(list.search),
      ...narrowed(query),
    ],
    sql` and `,
  );
  const content = await readRows(trx, sql`${where} ${orderAndCut(list)}`);
  return withTotal(list, content, async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${TABLES} where ${where}`.execute(trx);
    return rows[0]?.total ?? 0;
  });
};

/** Counts of the views of the list under the filter without the status, and sums under all of it. */
export const totalMeasurements = async (
  trx: Trx,
  session: Session,
  companyId: number,
  { status, ...query }: MeasurementQuery,
): Promise<MeasurementTotals> => {
  const shown = status === undefined ? sql`true` : sql`m.status = ${status}`;
  const where = sql.join([...inCompany(session, companyId), ...searched(query.search), ...narrowed(query)], sql` and `);
  const { rows } = await sql<MeasurementTotals>`
    select count(*) as "all", count(*) filter (where m.status = 'OPEN') as open,
           count(*) filter (where m.status = 'REVIEW') as review, count(*) filter (where m.status = 'CLOSED') as closed,
           coalesce(sum(${PERIOD}) filter (where ${shown}), 0.00) as "periodValue",
           coalesce(sum(m.retention_value) filter (where ${shown}), 0.00) as "retentionValue"
    ${TABLES} where ${where}`.execute(trx);
  return rows[0] ?? { all: 0, open: 0, review: 0, closed: 0, periodValue: '0.00', retentionValue: '0.00' };
};
