import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/dates.ts';
import {
  DUE_SOON_DAYS,
  type InstallmentRow,
  type InstallmentStatus,
  type InstallmentTotals,
} from '#schema/financial/installments.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { fetchPage, readListQuery, type ListKeys, type ListRules } from '../../platform/lists.ts';
import type { Trx } from '../../platform/unitOfWork.ts';
import { transactionAnswer, type Reader } from '../transactions/answer.ts';
import { conditionsOf, periodOf, type TransactionFilter } from '../transactions/filters.ts';
import { readTransactions } from '../transactions/read.ts';

/** Filters of installments: those of documents, but status, wallet and period speak of the installment. */
export type InstallmentFilter = Omit<TransactionFilter, 'status' | 'onlyForecast'> & {
  status?: InstallmentStatus | undefined;
};

const rules: ListRules = {
  sortable: {
    dueDate: 'i.due_date',
    paymentDate: 'i.payment_date',
    value: 'i.value',
    documentNumber: sql`search_key(t.document_number)`,
    description: sql`search_key(t.description)`,
    partner: sql`search_key(p.name)`,
    id: 'i.id',
  },
  defaultSort: 'dueDate',
  key: 'i.id',
};

/** Installments that the query asks for and the reader may see; two statements, or three where the total must be counted. */
export const listInstallments = async (
  trx: Trx,
  reader: Reader,
  query: ListKeys & Omit<InstallmentFilter, 'ids' | 'search'>,
): Promise<PageOf<InstallmentRow>> => {
  const list = readListQuery(query, rules);
  const filtered = trx
    .selectFrom('installments as i')
    .innerJoin('transactions as t', (join) =>
      join.onRef('t.account_id', '=', 'i.account_id').onRef('t.id', '=', 'i.transaction_id'),
    )
    .leftJoin('partners as p', (join) =>
      join.onRef('p.account_id', '=', 't.account_id').onRef('p.id', '=', 't.partner_id'),
    )
    .where(sql<boolean>`${rowsOf({ ...query, search: list.search, ids: list.ids }, reader)}`);
  const found = await fetchPage(filtered, list, (rows) => rows.select(['i.id', 'i.transaction_id as transactionId']));
  const stored = await readTransactions(trx, [...new Set(found.content.map(({ transactionId }) => transactionId))]);
  const rows = new Map(stored.flatMap((one) => rowsOfDocument(transactionAnswer(one, reader), reader)));
  return { ...found, content: found.content.flatMap(({ id }) => rows.get(id) ?? []) };
};

const rowsOfDocument = (
  { transactionRecordList, attachments: _files, ...transaction }: ReturnType<typeof transactionAnswer>,
  reader: Reader,
) =>
  transactionRecordList.map((installment): [number, InstallmentRow] => [
    installment.id,
    { id: installment.id, status: statusOf(installment, reader.today), installment, transaction },
  ]);

const statusOf = ({ forecast, dueDate }: { forecast: boolean; dueDate: string }, today: string): InstallmentStatus => {
  if (!forecast) return 'PAID';
  if (dueDate < today) return 'OVERDUE';
  return dueDate <= addDays(today, DUE_SOON_DAYS) ? 'DUE' : 'PLANNED';
};

type Condition = RawBuilder<unknown>;

/** The same rule as conditions on `installments as i`; every row meets exactly one of them. */
const statusIs = (status: InstallmentStatus, today: string): Condition => {
  const soon = addDays(today, DUE_SOON_DAYS);
  const conditions: Record<InstallmentStatus, Condition> = {
    PAID: sql`not i.forecast`,
    OVERDUE: sql`(i.forecast and i.due_date < ${today}::date)`,
    DUE: sql`(i.forecast and i.due_date between ${today}::date and ${soon}::date)`,
    PLANNED: sql`(i.forecast and i.due_date > ${soon}::date)`,
  };
  return conditions[status];
};

const rowsOf = (filter: InstallmentFilter, reader: Reader): Condition => {
  const { status, from, to, bank, ids, ...ofDocument } = filter;
  const period = periodOf({ from, to });
  const wanted: (Condition | undefined)[] = [
    conditionsOf(ofDocument, reader),
    // Repeated from the document, so that the index on due dates serves the list.
    sql`i.account_id = ${reader.session.accountId} and i.company_id = ${reader.companyId} and i.type = ${reader.kind.type}`,
    ids ? sql`i.id = any(${[...ids]}::bigint[])` : undefined,
    status && statusIs(status, reader.today),
    period ? sql`i.due_date between ${period.from}::date and ${period.to}::date` : undefined,
    bank === undefined ? undefined : sql`case when i.forecast then t.expected_wallet_id else i.wallet_id end = ${bank}`,
  ];
  return sql.join(
    wanted.filter((one) => one !== undefined),
    sql` and `,
  );
};

interface TotalsRow extends Omit<InstallmentTotals, 'counts'> {
  all: number;
  due: number;
  overdue: number;
  paid: number;
  planned: number;
}

/** Sums over the installments that a filter finds, and counts by status as if it named none; one statement. */
export const totalInstallments = async (
  trx: Trx,
  reader: Reader,
  { status, ...filter }: InstallmentFilter,
): Promise<InstallmentTotals> => {
  const is = (wanted: InstallmentStatus) => statusIs(wanted, reader.today);
  const { rows } = await sql<TotalsRow>`
    with found as (
      select i.value, i.forecast, ${is('DUE')} as due, ${is('OVERDUE')} as overdue, ${is('PLANNED')} as planned,
        ${status ? is(status) : sql`true`} as chosen
      from installments i
      join transactions t on t.account_id = i.account_id and t.id = i.transaction_id
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id
      where ${rowsOf(filter, reader)})
    select count(*) filter (where chosen) as count,
      coalesce(sum(value) filter (where chosen), 0.00) as value,
      coalesce(sum(value) filter (where chosen and not forecast), 0.00) as "paidValue",
      coalesce(sum(value) filter (where chosen and forecast), 0.00) as "openValue",
      coalesce(sum(value) filter (where chosen and overdue), 0.00) as "overdueValue",
      count(*) as "all", count(*) filter (where due) as due, count(*) filter (where overdue) as overdue,
      count(*) filter (where not forecast) as paid, count(*) filter (where planned) as planned
    from found`.execute(trx);
  const { all, due, overdue, paid, planned, ...sums } = rows[0] as TotalsRow;
  return { ...sums, counts: { all, due, overdue, paid, planned } };
};
