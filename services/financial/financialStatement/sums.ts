import { sql, type RawBuilder } from 'kysely';
import { firstDay } from '#domain/financial/financialStatement/months.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { StatementPeriod, StatementScope } from './scope.ts';

/** Kept sums of one category in one month (migration 0065). */
export interface KeptSum {
  measure: 'COMPETENCE' | 'PAYMENT';
  type: 'CREDIT' | 'DEBIT';
  categoryId: number | null;
  categoryName: string | null;
  /** As the register has it. */
  statementLine: string | null;
  /** YYYY-MM. */
  month: string;
  grossValue: string;
  increase: string;
  discount: string;
}

const MEASURES = { CASH: 'PAYMENT', ACCRUAL: 'COMPETENCE' } as const;

/** The sums of the scope: of the whole company, or of the shares of a building. */
const sumsOf = ({ accountId, companyId, building }: StatementScope): RawBuilder<unknown> =>
  building
    ? sql`site_result_sums s where s.account_id = ${accountId} and s.building_id = ${building.id}`
    : sql`result_sums s where s.account_id = ${accountId} and s.company_id = ${companyId}`;

const within = ({ from, to }: StatementPeriod): RawBuilder<unknown> =>
  sql`s.month between ${firstDay(from)}::date and ${firstDay(to)}::date`;

/**
 * Sums by category and month. Of payments both regimes need increases and discounts, which the accrual regime reads beside the
 * gross values of the documents.
 */
export const readSums = async (trx: Trx, scope: StatementScope, period: StatementPeriod): Promise<KeptSum[]> => {
  const { rows } = await sql<KeptSum>`
    select s.measure, s.type, s.category_id as "categoryId", c.name as "categoryName", c.statement_line as "statementLine",
           to_char(s.month, 'YYYY-MM') as month, s.gross_value as "grossValue", s.increase, s.discount
    from (
      select s.measure, s.type, s.category_id, s.month, sum(s.gross_value) as gross_value, sum(s.increase) as increase,
             sum(s.discount) as discount
      from ${sumsOf(scope)} and ${within(period)} and s.measure in ('PAYMENT', ${MEASURES[period.regime]})
      group by s.measure, s.type, s.category_id, s.month
      having (sum(s.gross_value), sum(s.increase), sum(s.discount)) <> (0, 0, 0)
    ) s
    left join categories c on c.account_id = ${scope.accountId} and c.id = s.category_id
    order by search_key(c.name), s.category_id, s.type, s.month`.execute(trx);
  return rows;
};

/** Gross value of the company's expenses in the period that no building bears. */
export const expensesWithoutBuilding = async (
  trx: Trx,
  { accountId, companyId }: StatementScope,
  period: StatementPeriod,
): Promise<string> => {
  const counted = sql`s.type = 'DEBIT' and s.measure = ${MEASURES[period.regime]} and ${within(period)}`;
  const { rows } = await sql<{ value: string }>`
    select (select coalesce(sum(s.gross_value), 0.00) from result_sums s
             where s.account_id = ${accountId} and s.company_id = ${companyId} and ${counted})
         - (select coalesce(sum(s.gross_value), 0.00) from site_result_sums s
             where s.account_id = ${accountId} and ${counted} and s.building_id = any(array(
               select b.id from buildings b where b.account_id = ${accountId} and b.company_id = ${companyId}))) as value`.execute(
    trx,
  );
  return rows[0]?.value ?? '0.00';
};
