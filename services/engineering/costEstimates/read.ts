import { sql, type RawBuilder } from 'kysely';
import { normalizeSpaces } from '#domain/text.ts';
import {
  MAX_IMPORTED_PAGE,
  MAX_PAGE,
  type CostEstimate,
  type CostEstimateTotals,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Clock } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { orderAndCut, readListQuery, withTotal, type ListKeys } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { ESTIMATE_MISSING, visible, type EstimateKey } from './access.ts';

/** Who asks, and when: what is locked depends on both. */
export interface Reader {
  session: Session;
  clock: Clock;
}

interface HeaderRow extends Omit<CostEstimate, 'company' | 'approvedBy' | 'lock' | 'canChange'> {
  companyId: number;
  companyName: string;
  approverId: number | null;
  approverName: string | null;
  holderId: number | null;
  holderName: string | null;
  since: string | null;
  expiresAt: string | null;
  mine: boolean;
}

/** A lock that still holds: its lease runs, and its session has not ended. */
export const liveLock = (now: Date): RawBuilder<unknown> => sql`
  select k.account_id, k.cost_estimate_id, k.token_hash, k.user_id, k.since, k.expires_at, holder.name
  from cost_estimate_locks k
  join users holder on holder.account_id = k.account_id and holder.id = k.user_id and holder.active
  join access_tokens s on s.token_hash = k.token_hash and s.account_id = k.account_id and s.revoked_at is null
    and s.expires_at > ${now}
  where k.expires_at > ${now}`;

const TABLES = sql`
  from cost_estimates e
  join companies c on c.account_id = e.account_id and c.id = e.company_id
  join buildings b on b.account_id = e.account_id and b.id = e.building_id
  left join partners p on p.account_id = e.account_id and p.id = e.customer_id`;

const columns = ({ session, clock }: Reader): RawBuilder<unknown> => sql`
  e.id, e.code, e.description, c.id as "companyId", c.name as "companyName",
  json_build_object('id', b.id, 'name', b.name) as building,
  case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end as customer,
  e.approved, e.approved_at as "approvedAt", u.id as "approverId", u.name as "approverName",
  e.from_another_system as "fromAnotherSystem", e.duplicate_from as "duplicateFrom", e.discount,
  e.direct_total as "directTotal", e.bdi_total as "bdiTotal", e.total, e.item_count as "itemCount",
  e.amendment_direct_total as "amendmentDirectTotal", e.amendment_total as "amendmentTotal",
  e.current_total as "currentTotal", e.amendment_days as "amendmentDays", e.amendment_count as "amendmentCount",
  e.without_price as "withoutPrice", e.created_at as "createdAt", e.updated_at as "updatedAt", e.version,
  (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'percentage', r.percentage::text,
            'parts', r.parts) order by r.position), '[]')
     from cost_estimate_bdis r where r.account_id = e.account_id and r.cost_estimate_id = e.id) as bdis,
  (select r.id from cost_estimate_bdis r
    where r.account_id = e.account_id and r.cost_estimate_id = e.id and r.is_default) as "defaultBdiId",
  l.user_id as "holderId", l.name as "holderName", l.since, l.expires_at as "expiresAt",
  coalesce(l.token_hash = ${session.tokenHash}, false) as mine
  ${TABLES}
  left join users u on u.account_id = e.account_id and u.id = e.approved_by
  left join (${liveLock(clock.now())}) l on l.account_id = e.account_id and l.cost_estimate_id = e.id`;

const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

const headerOf = (row: HeaderRow, { session }: Reader): CostEstimate => {
  const { companyId, companyName, approverId, approverName, holderId, holderName, since, expiresAt, mine, ...rest } =
    row;
  const user = named(holderId, holderName);
  return {
    ...rest,
    company: { id: companyId, name: companyName, account: { id: session.accountId } },
    approvedBy: named(approverId, approverName),
    lock: user && since !== null && expiresAt !== null ? { user, since, expiresAt, mine } : null,
    canChange: !rest.approved && !rest.fromAnotherSystem,
  };
};

/** Headers of these cost estimates that the user may see. */
const readRows = async (trx: Trx, reader: Reader, condition: RawBuilder<unknown>): Promise<CostEstimate[]> => {
  const { rows } = await sql<HeaderRow>`select ${columns(reader)} where ${condition}`.execute(trx);
  return rows.map((row) => headerOf(row, reader));
};

/** One cost estimate. @throws ServiceError 404 also where the user may not see it */
export const readEstimate = async (trx: Trx, reader: Reader, { id, companyId }: EstimateKey): Promise<CostEstimate> => {
  const [found] = await readRows(trx, reader, sql`${visible(reader.session, companyId)} and e.id = ${id}`);
  if (!found) throw notFound(ESTIMATE_MISSING);
  return found;
};

/** Filters of the list, as the contract declares them. */
export interface EstimateQuery extends ListKeys {
  building?: number;
  customer?: number;
  approved?: boolean;
  fromAnotherSystem?: boolean;
}

const rules = {
  sortable: {
    code: sql`search_key(e.code)`,
    description: sql`search_key(e.description)`,
    building: sql`search_key(b.name)`,
    customer: sql`search_key(p.name)`,
    approved: 'e.approved',
    total: 'e.total',
    amendmentTotal: 'e.amendment_total',
    currentTotal: 'e.current_total',
    createdAt: 'e.created_at',
    updatedAt: 'e.updated_at',
  },
  defaultSort: 'updatedAt:desc',
  key: 'e.id',
};

/** Words in any order in code, description, building and customer. */
const searched = (search: string | null | undefined): RawBuilder<unknown>[] =>
  normalizeSpaces(search ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map(
      (word) => sql`search_key(concat_ws(' ', e.code, e.description, b.name, p.name, p.trade_name)) like
        search_pattern(${word})`,
    );

const narrowed = ({ building, customer, approved, fromAnotherSystem }: EstimateQuery): RawBuilder<unknown>[] =>
  [
    [sql`e.building_id`, building] as const,
    [sql`e.customer_id`, customer] as const,
    [sql`e.approved`, approved] as const,
    [sql`e.from_another_system`, fromAnotherSystem] as const,
  ].flatMap(([column, value]) => (value === undefined ? [] : [sql`${column} = ${value}`]));

/** A page of the cost estimates of a company. */
export const listEstimates = async (
  trx: Trx,
  reader: Reader,
  companyId: number,
  query: EstimateQuery,
): Promise<PageOf<CostEstimate>> => {
  const maxSize = query.fromAnotherSystem ? MAX_IMPORTED_PAGE : MAX_PAGE;
  const list = readListQuery(query, { ...rules, maxSize });
  const where = sql.join(
    [
      visible(reader.session, companyId),
      ...(list.ids ? [sql`e.id = any(${list.ids}::bigint[])`] : []),
      ...searched(list.search),
      ...narrowed(query),
    ],
    sql` and `,
  );
  const content = await readRows(trx, reader, sql`${where} ${orderAndCut(list)}`);
  return withTotal(list, content, async () => {
    const { rows } = await sql<{ total: number }>`select count(*) as total ${TABLES} where ${where}`.execute(trx);
    return rows[0]?.total ?? 0;
  });
};

/** Counts of the views of the list, under the filter without what the views differ in, and the sum of what it leaves. */
export const totalEstimates = async (
  trx: Trx,
  { session }: Reader,
  companyId: number,
  { approved, fromAnotherSystem, ...query }: EstimateQuery,
): Promise<CostEstimateTotals> => {
  const shown = narrowed({
    ...(approved === undefined ? {} : { approved }),
    ...(fromAnotherSystem === undefined ? {} : { fromAnotherSystem }),
  });
  const leaves = sql.join([sql`true`, ...shown], sql` and `);
  const where = sql.join([visible(session, companyId), ...searched(query.search), ...narrowed(query)], sql` and `);
  const { rows } = await sql<CostEstimateTotals>`
    select count(*) as "all", count(*) filter (where not e.approved and not e.from_another_system) as open,
           count(*) filter (where e.approved) as approved, count(*) filter (where e.from_another_system) as imported,
           coalesce(sum(e.total) filter (where ${leaves}), 0.00) as total,
           coalesce(sum(e.amendment_total) filter (where ${leaves}), 0.00) as "amendmentTotal",
           coalesce(sum(e.current_total) filter (where ${leaves}), 0.00) as "currentTotal"
    ${TABLES} where ${where}`.execute(trx);
  const nothing = { total: '0.00', amendmentTotal: '0.00', currentTotal: '0.00' };
  return rows[0] ?? { all: 0, open: 0, approved: 0, imported: 0, ...nothing };
};
