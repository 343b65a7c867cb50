import { sql, type RawBuilder } from 'kysely';
import type { InstallmentGroups, InstallmentGroupsQuery } from '#schema/financial/installments.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { conditionsOf } from '../transactions/filters.ts';
import type { Reader } from '../transactions/reader.ts';
import { seesBuilding } from '../transactions/visibility.ts';

type Condition = RawBuilder<unknown>;

/** Groups of one answer; the total covers all of them. */
const MOST_GROUPS = 100;

const dayOf = ({ state }: InstallmentGroupsQuery): Condition =>
  state === 'PAID' ? sql`i.payment_date` : sql`i.due_date`;

/** Installments `i` in the state and on the days that are asked for: paid ones by payment, open ones by due date. */
const chosen = (query: InstallmentGroupsQuery, { today }: Reader): Condition => {
  const { state, from = '-infinity', to = 'infinity' } = query;
  const late = state === 'OVERDUE' ? sql`and i.due_date < ${today}::date` : sql``;
  return sql`i.forecast = ${state !== 'PAID'} and ${dayOf(query)} between ${from}::date and ${to}::date ${late}`;
};

/** Whole installments of the transactions that the reader may see, or with a building their shares in it. */
const sourceOf = (query: InstallmentGroupsQuery, reader: Reader): Condition => {
  const { session, companyId, kind, view } = reader;
  const { building, by } = query;
  const own = sql`t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}`;
  if (building === undefined && by !== 'building') {
    return sql`select t.id, t.partner_id, t.category_id, null::bigint as building_id, ${dayOf(query)} as day, i.value
      from transactions t join installments i on i.account_id = t.account_id and i.transaction_id = t.id
      where ${own} and ${chosen(query, reader)} and ${conditionsOf(query, reader)}`;
  }
  const seen = view === 'all' ? sql`true` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  const place =
    building === undefined ? seen : seesBuilding(view, building) ? sql`a.building_id = ${building}` : sql`false`;
  const shares = sql`select t.id, t.partner_id, t.category_id, a.building_id, ${dayOf(query)} as day, s.value
    from transactions t
    join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id and ${place}
    join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id and s.gross_value > 0
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    where ${own} and ${chosen(query, reader)} and ${conditionsOf(query, reader)}`;
  if (building !== undefined) return shares;
  // What belongs to no building is a group of its own.
  return sql`${shares} union all
    select t.id, t.partner_id, t.category_id, null::bigint, ${dayOf(query)}, i.value
    from transactions t join installments i on i.account_id = t.account_id and i.transaction_id = t.id
    where ${own} and ${chosen(query, reader)} and ${conditionsOf({ ...query, building: -1 }, reader)}`;
};

const KEYS: Record<InstallmentGroupsQuery['by'], { key: Condition; name: Condition; join: Condition }> = {
  partner: {
    key: sql`f.partner_id`,
    name: sql`n.name`,
    join: sql`left join partners n on n.account_id = f.account_id and n.id = f.key`,
  },
  category: {
    key: sql`f.category_id`,
    name: sql`n.name`,
    join: sql`left join categories n on n.account_id = f.account_id and n.id = f.key`,
  },
  building: {
    key: sql`f.building_id`,
    name: sql`n.name`,
    join: sql`left join buildings n on n.account_id = f.account_id and n.id = f.key`,
  },
  month: {
    key: sql`(extract(year from f.day) * 100 + extract(month from f.day))::bigint`,
    name: sql`left(f.key::text, 4) || '-' || right(f.key::text, 2)`,
    join: sql``,
  },
};

interface Row {
  id: number | null;
  name: string | null;
  count: number;
  value: string;
  total: string;
  groups: number;
}

/** Sums installments by what they belong to; one statement. */
export const groupInstallments = async (
  trx: Trx,
  reader: Reader,
  query: InstallmentGroupsQuery,
): Promise<InstallmentGroups> => {
  const { key, name, join } = KEYS[query.by];
  const order = query.by === 'month' ? sql`f.key` : sql`f.value desc, f.key nulls last`;
  const { rows } = await sql<Row>`
    with found as (${sourceOf(query, reader)}),
    summed as (
      select ${reader.session.accountId}::bigint as account_id, ${key} as key,
        count(distinct f.id) as count, sum(f.value) as value
      from found f group by 2)
    select f.key as id, ${name} as name, f.count, f.value,
      sum(f.value) over () as total, count(*) over () as groups
    from summed f ${join}
    order by ${order} limit ${MOST_GROUPS}`.execute(trx);
  const [first] = rows;
  return {
    content: rows.map(({ id, name: shown, count, value }) => ({
      id: query.by === 'month' ? null : id,
      name: shown,
      count,
      value,
    })),
    total: first?.total ?? '0.00',
    groups: first?.groups ?? 0,
  };
};
