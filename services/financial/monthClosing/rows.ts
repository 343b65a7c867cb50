import { sql, type RawBuilder } from 'kysely';
import type { Point } from '#domain/financial/monthClosing/points.ts';
import type { Month } from '#domain/financial/financialStatement/months.ts';
import type { IsoDate } from '#domain/dates.ts';
import type { ChecklistPoint, PointRow } from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { ListQuery } from '../../platform/register/lists.ts';
import { pointRows } from './points.ts';
import { type ClosingCompany, daysOf } from './scope.ts';

interface Counted {
  content: PointRow[];
  count: number;
  sum: string | null;
}

const partner = sql`case when p.id is not null then json_build_object('id', p.id, 'name', p.name) end`;
const label = sql`coalesce(nullif(concat_ws(' · ', t.document_number, t.description), ''), 'Sem número')`;

const documents = ({ accountId, companyId }: ClosingCompany, month: Month, condition: RawBuilder<unknown>) => {
  const { from, to } = daysOf(month);
  return sql`
    select 'TRANSACTION' as kind, t.id, t.type, t.id as "transactionId", null::json as wallet, t.competence_date as date,
           ${label} as label, ${partner} as partner, t.gross_value as value, t.gross_value as measured
      from transactions t
      left join categories c on c.account_id = t.account_id and c.id = t.category_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
     where t.account_id = ${accountId} and t.company_id = ${companyId} and t.type in ('CREDIT', 'DEBIT')
       and t.competence_date between ${from}::date and ${to}::date and ${condition}`;
};

const lines = ({ accountId, companyId }: ClosingCompany, month: Month) => {
  const { from, to } = daysOf(month);
  return sql`
    select 'LINE' as kind, l.id, null as type, null::bigint as "transactionId", json_build_object('id', w.id, 'name', w.identifier) as wallet,
           l.date, l.memo as label, null::json as partner, l.amount as value, abs(l.amount) as measured
      from bank_statement_lines l join wallets w on w.account_id = l.account_id and w.id = l.wallet_id
     where l.account_id = ${accountId} and l.company_id = ${companyId} and l.date between ${from}::date and ${to}::date
       and ${pointRows.UNRECONCILED_LINES}`;
};

const overdue = ({ accountId, companyId }: ClosingCompany, month: Month, today: IsoDate) => {
  const { from, to } = daysOf(month);
  return sql`
    select 'INSTALLMENT' as kind, i.id, i.type, t.id as "transactionId", null::json as wallet, i.due_date as date,
           ${label} || ' · parcela ' || i.number || '/' || t.installment_count as label, ${partner} as partner, i.value, i.value as measured
      from installments i
      join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
     where i.account_id = ${accountId} and i.company_id = ${companyId} and i.forecast
       and i.due_date between ${from}::date and least(${to}::date, ${today}::date - 1)`;
};

const cut = async (trx: Trx, rows: RawBuilder<unknown>, { size, offset }: ListQuery): Promise<Counted> => {
  const totals = await sql<{ count: number; sum: string | null }>`
    select count(*)::integer as count, sum(r.measured) as sum from (${rows}) r`.execute(trx);
  const found = await sql<PointRow>`
    select r.kind, r.id, r.type, r."transactionId", r.wallet, r.date, r.label, r.partner, r.value
      from (${rows}) r order by r.date, r.id limit ${size} offset ${offset}`.execute(trx);
  return { content: found.rows, ...(totals.rows[0] ?? { count: 0, sum: null }) };
};

/** Points of wallets are few: their rows are those of the checklist. */
const walletRows = ({ wallets, sum }: ChecklistPoint, { size, offset }: ListQuery): Counted => ({
  content: wallets.slice(offset, offset + size).map(({ wallet, sum: value }) => ({
    ...{ kind: 'WALLET', id: wallet.id, type: null, transactionId: null, wallet, date: null },
    ...{ label: wallet.name, partner: null, value },
  })),
  count: wallets.length,
  sum,
});

/** The rows of a point of a month, as its checklist counts them. */
export const rowsOfPoint = (
  trx: Trx,
  company: ClosingCompany,
  { month, point, today }: { month: Month; point: Point; today: IsoDate },
  list: ListQuery,
  checklist: () => Promise<ChecklistPoint>,
): Promise<Counted> => {
  switch (point) {
    case 'UNRECONCILED_LINES':
      return cut(trx, lines(company, month), list);
    case 'OVERDUE':
      return cut(trx, overdue(company, month, today), list);
    case 'PENDING_SUGGESTIONS':
    case 'WALLETS_WITHOUT_STATEMENT':
    case 'DRIFT':
      return checklist().then((found) => walletRows(found, list));
    default:
      return cut(trx, documents(company, month, pointRows[point]), list);
  }
};
