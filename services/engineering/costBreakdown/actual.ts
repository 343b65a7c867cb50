import { sql, type RawBuilder } from 'kysely';
import { startOfMonth } from '#domain/dates.ts';
import type { Regime } from '#domain/financial/financialStatement/lines.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';

/** Gross value of the expenses of a building by stage and category. */
export interface ActualSum {
  stageId: number | null;
  categoryId: number | null;
  value: string;
}

export interface ActualQuestion {
  accountId: number;
  companyId: number;
  buildingId: number;
  regime: Regime;
  /** Included. */
  date: string;
}

/** Shares of the day's own month, looked up by document: the planner would rather read every share of a large building. */
const ofMonth = ({ accountId, companyId, buildingId, regime, date }: ActualQuestion): RawBuilder<unknown> => {
  const days = sql`between ${startOfMonth(date)}::date and ${date}::date`;
  if (regime === 'ACCRUAL') {
    return sql`
      select a.cost_estimate_group_id as stage_id, t.category_id, a.gross_value
      from transactions t
      cross join lateral (
        select * from apportionments a where a.account_id = ${accountId} and a.transaction_id = t.id offset 0
      ) a
      where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type = 'DEBIT'
        and t.competence_date ${days} and a.building_id = ${buildingId}`;
  }
  return sql`
    select a.cost_estimate_group_id as stage_id, t.category_id, s.gross_value
    from installments i
    cross join lateral (
      select * from apportionment_shares s where s.account_id = ${accountId} and s.installment_id = i.id offset 0
    ) s
    join apportionments a on a.account_id = ${accountId} and a.id = s.apportionment_id and a.building_id = ${buildingId}
    join transactions t on t.account_id = ${accountId} and t.id = i.transaction_id
    where i.account_id = ${accountId} and i.company_id = ${companyId} and i.type = 'DEBIT' and not i.forecast
      and i.payment_date ${days}`;
};

/** Expenses up to a day: all of them (migration 0114), less the day's month and what follows it (0065), and the days of that month. */
export const readActual = async (trx: Trx, question: ActualQuestion): Promise<ActualSum[]> => {
  const { accountId, buildingId, regime, date } = question;
  const measure = regime === 'CASH' ? 'PAYMENT' : 'COMPETENCE';
  const kept = sql`where s.account_id = ${accountId} and s.building_id = ${buildingId} and s.measure = ${measure} and s.type = 'DEBIT'`;
  const { rows } = await sql<ActualSum>`
    select stage_id as "stageId", category_id as "categoryId", sum(gross_value) as value
    from (
      select s.stage_id, s.category_id, s.gross_value from site_total_sums s ${kept}
      union all
      select s.stage_id, s.category_id, -s.gross_value from site_result_sums s ${kept} and s.month >= ${startOfMonth(date)}::date
      union all ${ofMonth(question)}
    ) e group by stage_id, category_id having sum(gross_value) <> 0`.execute(trx);
  return rows;
};

/** Number of shares without a stage, by competence date up to the day: what "Classificar" lists. */
export const countLoose = async (trx: Trx, question: ActualQuestion): Promise<number> => {
  const { accountId, companyId, buildingId, date } = question;
  const month = startOfMonth(date);
  const kept = sql`where s.account_id = ${accountId} and s.building_id = ${buildingId} and s.measure = 'COMPETENCE'
    and s.type = 'DEBIT' and s.stage_id is null`;
  const { rows } = await sql<{ count: number }>`
    select (select coalesce(sum(s.count), 0)::bigint from site_total_sums s ${kept})
         - (select coalesce(sum(s.count), 0)::bigint from site_result_sums s ${kept} and s.month >= ${month}::date)
         + (select count(*) from transactions t
             join apportionments a on a.account_id = t.account_id and a.transaction_id = t.id
             where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type = 'DEBIT'
               and t.competence_date between ${month}::date and ${date}::date and a.building_id = ${buildingId}
               and a.cost_estimate_group_id is null) as count`.execute(trx);
  return rows[0]?.count ?? 0;
};

/** What orders of the building commit by stage and category, as it stands now (migration 0049). */
export const readCommitted = async (trx: Trx, accountId: number, buildingId: number): Promise<ActualSum[]> => {
  const { rows } = await sql<ActualSum>`
    select l.stage_id as "stageId", o.category_id as "categoryId", sum(l.committed_value) as value
    from order_lines l join orders o on o.account_id = l.account_id and o.id = l.order_id
    where l.account_id = ${accountId} and l.building_id = ${buildingId} and l.committed_value > 0
    group by l.stage_id, o.category_id`.execute(trx);
  return rows;
};
