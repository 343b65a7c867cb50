import { sql } from 'kysely';
import { MAX_BUILDING_PARTS, type BuildingPart } from '#schema/financial/transactions/byBuilding.rest.ts';
import { invalid } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readIds } from '../../platform/register/lists.ts';
import { conditionsOf, type TransactionFilter } from './filters.ts';
import { chosenApportionments, paidIn } from './parts.ts';
import type { Reader } from './reader.ts';

type Query = Pick<TransactionFilter, 'building' | 'costEstimateGroup' | 'withinStage' | 'paidFrom' | 'paidTo'> & {
  ids: string;
};

/** Without apportionment an installment is one part. A share of 0.00 is none. */
const IS_PART = sql`(s.gross_value > 0 or (s.apportionment_id is null and not exists (
  select from apportionments x where x.account_id = t.account_id and x.transaction_id = t.id)))`;

/**
 * Divides the rows of a page among their buildings: the shares that the filter means, and in one part what buildings that
 * the reader may not see bear. The parts of a row add up to its figures in the list. One statement.
 * @throws ServiceError 400 at `ids` for more parts than one answer may have
 */
export const partsByBuilding = async (
  trx: Trx,
  reader: Reader,
  row: 'transaction' | 'installment',
  { ids: requested, ...filter }: Query,
): Promise<{ content: BuildingPart[] }> => {
  const { session, view } = reader;
  const key = row === 'transaction' ? sql`t.id` : sql`i.id`;
  const seen = view === 'all' ? sql`a.id is not null` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  const { rows } = await sql<BuildingPart>`
    with parts as (
      select ${key} as row_id, a.id is not null and not ${seen} as others, case when ${seen} then a.building_id end as building_id,
             i.forecast, i.payment_date, i.payment_method, i.wallet_id,
             coalesce(s.value, i.value) as value, coalesce(s.gross_value, i.gross_value) as gross_value
        from transactions t
        join installments i on i.account_id = t.account_id and i.transaction_id = t.id
        left join apportionment_shares s on s.account_id = i.account_id and s.installment_id = i.id
        left join apportionments a on a.account_id = s.account_id and a.id = s.apportionment_id
       where ${conditionsOf(filter, reader)} and ${key} = any(${readIds(requested)}::bigint[]) and ${IS_PART}
         and ${chosenApportionments(filter, reader) ?? sql`true`} and ${paidIn(filter) ?? sql`true`})
    select p.row_id as "rowId", p.others as "otherBuildings",
           case when b.id is not null then json_build_object('id', b.id, 'name', b.name) end as building,
           sum(p.value) as value, sum(p.gross_value) as "grossValue",
           coalesce(sum(p.value) filter (where not p.forecast), 0.00) as "paidValue",
           coalesce(sum(p.value) filter (where p.forecast), 0.00) as "openValue",
           max(p.payment_date) as "paymentDate",
           coalesce(array_agg(distinct p.payment_method) filter (where not p.forecast), '{}') as "paymentMethods",
           coalesce(json_agg(distinct jsonb_build_object('id', w.id, 'text', w.identifier)) filter (where not p.forecast), '[]') as banks
      from parts p
      left join buildings b on b.account_id = ${session.accountId} and b.id = p.building_id
      left join wallets w on w.account_id = ${session.accountId} and w.id = p.wallet_id
     group by p.row_id, p.others, b.id, b.name
     order by p.row_id, p.others, search_key(b.name), b.id
     limit ${MAX_BUILDING_PARTS + 1}`.execute(trx);
  if (rows.length > MAX_BUILDING_PARTS) {
    const message = 'Estes lançamentos têm obras demais para uma resposta: peça páginas menores.';
    throw invalid([{ path: 'ids', message }], message);
  }
  return { content: rows };
};
