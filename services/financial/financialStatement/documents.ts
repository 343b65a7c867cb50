import { sql, type RawBuilder } from 'kysely';
import {
  addsToResult,
  CHARGES,
  UNCLASSIFIED,
  type Charge,
  type Figure,
} from '#domain/financial/financialStatement/lines.ts';
import { firstDay, lastDayOf } from '#domain/financial/financialStatement/months.ts';
import type { StatementDocument } from '#schema/financial/financialStatement/financialStatement.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { StatementPeriod, StatementScope } from './scope.ts';

type Sql = RawBuilder<unknown>;

const between = (day: Sql, { from, to }: StatementPeriod): Sql =>
  sql`${day} between ${firstDay(from)}::date and ${lastDayOf(to)}::date`;

/** Documents by their competence date, whole or by the shares of a building: `amount` is gross. */
const byCompetence = ({ accountId, companyId, building }: StatementScope, period: StatementPeriod): Sql => {
  const dated = sql`t.account_id = ${accountId} and t.company_id = ${companyId} and ${between(sql`t.competence_date`, period)}`;
  if (!building) {
    return sql`select t.id, t.type, t.category_id, t.competence_date as date, t.gross_value as gross from transactions t where ${dated}`;
  }
  return sql`
    select t.id, t.type, t.category_id, t.competence_date as date, a.gross_value as gross
    from apportionments a join transactions t on t.account_id = a.account_id and t.id = a.transaction_id
    where a.account_id = ${accountId} and a.building_id = ${building.id} and ${dated}`;
};

/** Paid installments by the date of payment, or the shares of a building in them. */
const byPayment = ({ accountId, companyId, building }: StatementScope, period: StatementPeriod): Sql => {
  const paid = sql`i.account_id = ${accountId} and i.company_id = ${companyId} and not i.forecast and ${between(sql`i.payment_date`, period)}`;
  if (!building) {
    return sql`
      select t.id, t.type, t.category_id, i.payment_date as date, i.gross_value as gross, i.increase, i.discount
      from installments i join transactions t on t.account_id = i.account_id and t.id = i.transaction_id where ${paid}`;
  }
  return sql`
    select t.id, t.type, t.category_id, i.payment_date as date, s.gross_value as gross, s.increase, s.discount
    from apportionments a
    join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
    join installments i on i.account_id = s.account_id and i.id = s.installment_id
    join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
    where a.account_id = ${accountId} and a.building_id = ${building.id} and ${paid}`;
};

/** Categories of a figure, as a condition on the rows `f`; undefined where no category is behind it. */
const categoriesOf = (figure: Figure, accountId: number): Sql | undefined => {
  switch (figure.kind) {
    case 'CATEGORY':
      return sql`f.category_id = ${figure.categoryId}`;
    case 'WITHOUT_CATEGORY':
      return sql`f.category_id is null and f.type = ${figure.type}`;
    case 'CHARGE':
      return undefined;
    case 'LINE':
      return figure.line === UNCLASSIFIED
        ? sql`(f.category_id is null or f.category_id = any(array(
            select c.id from categories c where c.account_id = ${accountId} and c.statement_line is null)))`
        : sql`f.category_id = any(array(
            select c.id from categories c where c.account_id = ${accountId} and c.statement_line = ${figure.line}))`;
  }
};

const chargesOf = (figure: Figure): readonly Charge[] => {
  if (figure.kind === 'CHARGE') return [figure.charge];
  return figure.kind === 'LINE' && figure.line === 'FINANCIAL_RESULT' ? CHARGES : [];
};

const chargeRows = (charge: Charge, payments: Sql): Sql => {
  const [what = '', whose = ''] = charge.split('-');
  const column = sql.ref(`f.${what}`);
  return sql`select f.id, f.date, ${addsToResult(charge) ? sql`` : sql`-`}${column} as value
    from (${payments}) f where f.type = ${whose.toUpperCase()} and ${column} <> 0`;
};

/** What every document adds to a figure, each once: the same amounts that the kept sums add up. */
const amounts = (scope: StatementScope, period: StatementPeriod, figure: Figure): Sql => {
  const categories = categoriesOf(figure, scope.accountId);
  const gross = period.regime === 'CASH' ? byPayment(scope, period) : byCompetence(scope, period);
  const sources = [
    ...(categories
      ? [
          sql`select f.id, f.date, case f.type when 'CREDIT' then f.gross else -f.gross end as value
          from (${gross}) f where ${categories}`,
        ]
      : []),
    ...chargesOf(figure).map((charge) => chargeRows(charge, byPayment(scope, period))),
  ];
  return sql`select f.id, max(f.date) as date, sum(f.value) as value from (${sql.join(sources, sql` union all `)}) f group by f.id`;
};

/** Number of documents behind a figure, and their sum. */
export const documentTotals = async (
  trx: Trx,
  scope: StatementScope,
  period: StatementPeriod,
  figure: Figure,
): Promise<{ count: number; total: string }> => {
  const { rows } = await sql<{ count: number; total: string }>`
    select count(*) as count, coalesce(sum(value), 0.00) as total from (${amounts(scope, period, figure)}) d`.execute(
    trx,
  );
  return rows[0] ?? { count: 0, total: '0.00' };
};

type Row = Omit<StatementDocument, 'partner' | 'category'> & {
  partnerId: number | null;
  partnerName: string | null;
  categoryId: number | null;
  categoryName: string | null;
};

/** One page of the documents behind a figure, the largest first. */
export const documentPage = async (
  trx: Trx,
  scope: StatementScope,
  period: StatementPeriod,
  { figure, offset, size }: { figure: Figure; offset: number; size: number },
): Promise<StatementDocument[]> => {
  const { accountId } = scope;
  const { rows } = await sql<Row>`
    select d.id as "transactionId", t.type, t.document_number as "documentNumber", t.description, d.date, d.value,
           p.id as "partnerId", p.name as "partnerName", c.id as "categoryId", c.name as "categoryName"
    from (select * from (${amounts(scope, period, figure)}) d order by abs(d.value) desc, d.id limit ${size} offset ${offset}) d
    join transactions t on t.account_id = ${accountId} and t.id = d.id
    left join partners p on p.account_id = ${accountId} and p.id = t.partner_id
    left join categories c on c.account_id = ${accountId} and c.id = t.category_id
    order by abs(d.value) desc, d.id`.execute(trx);
  return rows.map(({ partnerId, partnerName, categoryId, categoryName, ...row }) => ({
    ...row,
    partner: partnerId === null ? null : { id: partnerId, name: partnerName ?? '' },
    category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '' },
  }));
};
