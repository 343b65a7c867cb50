import { sql, type RawBuilder } from 'kysely';
import { lastDueSoon } from '#domain/transactions.ts';
import type { InstallmentRow, InstallmentStatus, InstallmentTotals } from '#schema/financial/installments.rest.ts';
import type { Installment } from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { readIds, readListQuery, type ListKeys, type ListRules } from '../../platform/register/lists.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readDays, sumDays } from '../transactions/daySums.ts';
import { matchingShares, transactionAnswer } from '../transactions/answer.ts';
import type { Reader } from '../transactions/reader.ts';
import { conditionsOf, isWhole, namesPlace, periodOf, type TransactionFilter } from '../transactions/filters.ts';
import type { RowsOfPartners } from '../transactions/byPartner.ts';
import { readList, type Selection } from '../transactions/pages.ts';
import { sharedInstallments, stagesWithin } from '../transactions/parts.ts';
import { requireRanges } from '../transactions/ranges.ts';
import { readTransactions } from '../transactions/read.ts';
import { among, amongEither } from '../transactions/visibility.ts';

/**
 * Filters of installments: those of transactions, but status, wallet, days, values and forecast apply to the
 * installment.
 */
export type InstallmentFilter = Omit<TransactionFilter, 'status' | 'onlyForecast'> & {
  status?: InstallmentStatus | undefined;
  paymentDate?: string | undefined;
  paymentMethod?: string | undefined;
};

const rulesOf = (value: string): ListRules => ({
  sortable: {
    // Sorts open installments first (false before true).
    settled: sql`(not i.forecast)`,
    dueDate: 'i.due_date',
    paymentDate: 'i.payment_date',
    value,
    documentNumber: sql`search_key(t.document_number)`,
    description: sql`search_key(t.description)`,
    partner: sql`search_key(p.name)`,
    id: 'i.id',
  },
  defaultSort: 'dueDate',
  key: 'i.id',
});

/**
 * Lists the installments that match the query and that the reader may see; two statements, a third if the total needs
 * one of its own, and one for a filter by everything in a stage.
 */
export const listInstallments = async (
  trx: Trx,
  reader: Reader,
  query: ListKeys & Omit<InstallmentFilter, 'ids' | 'search'>,
): Promise<PageOf<InstallmentRow>> => {
  const { page, size, sort, allIds, ...requested } = query;
  const shared = sharedInstallments(requested, reader, readIds(requested.ids));
  const keys = { page, size, sort, allIds, ids: requested.ids, search: requested.search };
  const list = readListQuery(keys, rulesOf(shared ? 'm.value' : 'i.value'));
  const filter = { ...requested, search: list.search, ids: list.ids };
  const where = matching(filter, reader);
  const joins = joinOf(shared);
  return readList<Key, InstallmentRow>(trx, {
    list,
    sort,
    accountId: reader.session.accountId,
    selection: selectionOf(where, joins, reader, sort),
    byPartner: byPartner(where, joins, reader),
    keptCount: isKept(filter, reader) ? () => keptCount(trx, reader, filter) : undefined,
    answer: async (keys) => {
      const stored = await readTransactions(trx, [...new Set(keys.map(({ transactionId }) => transactionId))]);
      const stages = await stagesWithin(trx, requested, reader);
      const sharesIn = (installment: Installment) => matchingShares(installment, requested, stages);
      const rows = new Map(
        stored.flatMap((one) => rowsOfTransaction(transactionAnswer(one, reader), reader, sharesIn)),
      );
      return keys.flatMap(({ id }) => rows.get(id) ?? []);
    },
  });
};

interface Key {
  id: number;
  transactionId: number;
}

/** With a building or stage, joins the installments' shares in it as `m`. */
const joinOf = (shared: Condition | undefined): Condition => (shared ? sql`join ${shared} m on m.id = i.id` : sql``);

const KEYS = sql`i.id, i.transaction_id as "transactionId"`;
const OF_TRANSACTION = /documentNumber|description|partner/;

/** Rows joined to their transaction and partner when the sort order uses them, so that their indexes can serve it. */
const selectionOf = (where: Condition, joins: Condition, reader: Reader, sort = ''): Selection => {
  if (!OF_TRANSACTION.test(sort)) return { columns: KEYS, from: sql`installments i ${joins}`, where };
  return {
    columns: KEYS,
    from: sql`transactions t
      join installments i on i.account_id = t.account_id and i.transaction_id = t.id ${joins}
      left join partners p on p.account_id = t.account_id and p.id = t.partner_id`,
    where: ofTransaction(where, reader),
  };
};

const ofTransaction = (where: Condition, { session, companyId, kind }: Reader): Condition =>
  sql`${where} and t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}`;

const byPartner = (where: Condition, joins: Condition, reader: Reader): RowsOfPartners => ({
  columns: KEYS,
  keys: [sql`t.id`, sql`i.id`],
  joins: sql`join installments i on i.account_id = t.account_id and i.transaction_id = t.id ${joins}`,
  where: ofTransaction(where, reader),
});

const rowsOfTransaction = (
  {
    transactionRecordList,
    attachments: _files,
    fiscalDocument: _nota,
    retentions: _retentions,
    retentionOf: _invoice,
    bank: _bank,
    paymentMethod: _method,
    ...transaction
  }: ReturnType<typeof transactionAnswer>,
  reader: Reader,
  sharesIn: (installment: Installment) => Pick<InstallmentRow, 'matching'>,
) =>
  transactionRecordList.map((installment): [number, InstallmentRow] => [
    installment.id,
    {
      ...{ id: installment.id, status: statusOf(installment, reader.today), installment, transaction },
      ...sharesIn(installment),
    },
  ]);

const statusOf = ({ forecast, dueDate }: { forecast: boolean; dueDate: string }, today: string): InstallmentStatus => {
  if (!forecast) return 'PAID';
  if (dueDate < today) return 'OVERDUE';
  return dueDate <= lastDueSoon(today) ? 'DUE' : 'PLANNED';
};

type Condition = RawBuilder<unknown>;

/** Each status as a condition on `installments as i`; every row matches exactly one. */
const statusIs = (status: InstallmentStatus, today: string): Condition => {
  const soon = lastDueSoon(today);
  const conditions: Record<InstallmentStatus, Condition> = {
    PAID: sql`not i.forecast`,
    OVERDUE: sql`(i.forecast and i.due_date < ${today}::date)`,
    DUE: sql`(i.forecast and i.due_date between ${today}::date and ${soon}::date)`,
    PLANNED: sql`(i.forecast and i.due_date > ${soon}::date)`,
  };
  return conditions[status];
};

/**
 * Conditions on `installments as i`. Conditions on the transaction are evaluated once for the whole list; obra and
 * stage apply to the joined shares `m`.
 * @throws ServiceError 400 at the end of a range that lies before its start
 */
const matching = (filter: InstallmentFilter, reader: Reader): Condition => {
  const {
    status,
    from,
    to,
    bank,
    ids,
    paymentDate,
    paymentMethod,
    dueDate,
    value,
    grossValue,
    forecast,
    building,
    costEstimateGroup,
    withinStage,
    paidFrom,
    paidTo,
    valueFrom,
    valueTo,
    method,
    ...ofTransaction
  } = filter;
  requireRanges(filter);
  const { session, companyId, kind, today } = reader;
  const place = { building: building === -1 ? undefined : building, costEstimateGroup, withinStage };
  const shown = namesPlace(filter) ? sql`m.value` : sql`i.value`;
  const period = periodOf({ from, to });
  const wanted: (Condition | undefined)[] = [
    sql`i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type}`,
    ids ? sql`i.id = any(${[...ids]}::bigint[])` : undefined,
    isWhole(ofTransaction, namesPlace(filter) ? SEEN : reader)
      ? undefined
      : ofTransactions({ ...ofTransaction, ...place }, reader, ids),
    building === -1
      ? sql`not exists (
      select from apportionments a where a.account_id = i.account_id and a.transaction_id = i.transaction_id)`
      : undefined,
    status && statusIs(status, today),
    period ? sql`i.due_date between ${period.from}::date and ${period.to}::date` : undefined,
    bank === undefined ? undefined : throughWallet(bank, reader),
    dueDate === undefined ? undefined : sql`i.due_date = ${dueDate}::date`,
    paymentDate === undefined ? undefined : sql`i.payment_date = ${paymentDate}::date`,
    paidFrom === undefined ? undefined : sql`i.payment_date >= ${paidFrom}::date`,
    paidTo === undefined ? undefined : sql`i.payment_date <= ${paidTo}::date`,
    paymentMethod === undefined ? undefined : sql`i.payment_method = ${paymentMethod}`,
    method === undefined ? undefined : byMethod(method, reader),
    value === undefined ? undefined : sql`i.value = ${value}::numeric`,
    valueFrom === undefined ? undefined : sql`${shown} >= ${valueFrom}::numeric`,
    valueTo === undefined ? undefined : sql`${shown} <= ${valueTo}::numeric`,
    grossValue === undefined ? undefined : sql`i.gross_value = ${grossValue}::numeric`,
    forecast === undefined ? undefined : sql`i.forecast = ${forecast}`,
  ];
  return sql.join(
    wanted.filter((one) => one !== undefined),
    sql` and `,
  );
};

/** Installments `i` that match a filter, for reports: `from`, `where`, and the value that counts. */
export const installmentSource = (
  filter: InstallmentFilter,
  reader: Reader,
): Record<'from' | 'where' | 'value', Condition> => {
  const shared = sharedInstallments(filter, reader);
  return {
    from: sql`installments i ${joinOf(shared)}`,
    where: matching(filter, reader),
    value: shared ? sql`m.value` : sql`i.value`,
  };
};

/** A reader who may see a share may see its installment. */
const SEEN = { view: 'all' } as const;

const ofTransactions = (filter: TransactionFilter, reader: Reader, ids?: readonly number[] | null): Condition => {
  const { accountId } = reader.session;
  // Else each page of chosen rows would find the transactions of all.
  const named = ids
    ? sql` and t.id = any(array(select c.transaction_id from installments c
        where c.account_id = ${accountId} and c.id = any(${[...ids]}::bigint[])))`
    : sql``;
  return among(
    sql`i.transaction_id`,
    sql`select t.id from transactions t where ${conditionsOf(filter, reader)}${named}`,
  );
};

/** Paid with the wallet, or expected in it. */
const throughWallet = (wallet: number, { session }: Reader): Condition => {
  const expected = sql`select t.id from transactions t
    where t.account_id = ${session.accountId} and t.expected_wallet_id = ${wallet} and t.status <> 'PAID'`;
  return sql`case when i.forecast then ${amongEither(sql`i.transaction_id`, expected)} else i.wallet_id = ${wallet} end`;
};

/** Paid by the method, or preferred for what is open. */
const byMethod = (method: string, { session, companyId, kind }: Reader): Condition => {
  const preferred = sql`select t.id from transactions t
    where t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}
      and t.preferred_payment_method = ${method} and t.status <> 'PAID'`;
  return sql`case when i.forecast then ${amongEither(sql`i.transaction_id`, preferred)} else i.payment_method = ${method} end`;
};

/** The stored sums of one kind of installments, as `i`; a row covers `i.count` installments. */
const keptSums = ({ session, companyId, kind }: Reader): Condition => sql`
  (select s.count, s.value, s.forecast, s.due_date from installment_sums s
   where s.account_id = ${session.accountId} and s.company_id = ${companyId} and s.type = ${kind.type}) i`;

/** Whether the filter holds at most a status and the reader sees everything. */
const isKept = ({ status: _status, ...others }: InstallmentFilter, reader: Reader): boolean => isWhole(others, reader);

const keptCount = async (trx: Trx, reader: Reader, { status }: InstallmentFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(i.count), 0)::bigint as count from ${keptSums(reader)}
    where ${status ? statusIs(status, reader.today) : sql`true`}`.execute(trx);
  return rows[0]?.count ?? 0;
};

interface TotalsRow extends Omit<InstallmentTotals, 'counts'> {
  all: number;
  due: number;
  overdue: number;
  paid: number;
  planned: number;
}

const foundRows = (filter: InstallmentFilter, reader: Reader): Condition => {
  const shared = sharedInstallments(filter, reader);
  return sql`(
    select 1 as count, ${shared ? sql`m.value` : sql`i.value`}, i.forecast, i.due_date
    from installments i ${joinOf(shared)} where ${matching(filter, reader)}) i`;
};

/** From the rows: the stored sums keep no day of what is paid. */
const byDueDate = (filter: InstallmentFilter, reader: Reader): Condition =>
  sql`select i.due_date as date, i.count, i.value from ${foundRows(filter, reader)}`;

/**
 * Sums the installments that match a filter, and counts them by status regardless of the filter's own status; one
 * statement, and one more where the call names days.
 */
export const totalInstallments = async (
  trx: Trx,
  reader: Reader,
  { days, ...requested }: InstallmentFilter & { days?: string | undefined },
): Promise<InstallmentTotals> => {
  const { status, ...filter } = requested;
  const named = days === undefined ? undefined : readDays(days);
  const is = (wanted: InstallmentStatus) => statusIs(wanted, reader.today);
  const source = isKept(filter, reader) ? keptSums(reader) : foundRows(filter, reader);
  const counted = (which: Condition) => sql`coalesce(sum(count) filter (where ${which}), 0)::bigint`;
  const { rows } = await sql<TotalsRow>`
    with found as (
      select i.*, ${is('DUE')} as due, ${is('OVERDUE')} as overdue, ${is('PLANNED')} as planned,
        ${status ? is(status) : sql`true`} as chosen
      from ${source})
    select ${counted(sql`chosen`)} as count,
      coalesce(sum(value) filter (where chosen), 0.00) as value,
      coalesce(sum(value) filter (where chosen and not forecast), 0.00) as "paidValue",
      coalesce(sum(value) filter (where chosen and forecast), 0.00) as "openValue",
      coalesce(sum(value) filter (where chosen and overdue), 0.00) as "overdueValue",
      ${counted(sql`true`)} as "all", ${counted(sql`due`)} as due, ${counted(sql`overdue`)} as overdue,
      ${counted(sql`not forecast`)} as paid, ${counted(sql`planned`)} as planned
    from found`.execute(trx);
  const { all, due, overdue, paid, planned, ...sums } = rows[0] as TotalsRow;
  const counts = { all, due, overdue, paid, planned };
  if (named === undefined) return { ...sums, counts };
  return { ...sums, counts, days: await sumDays(trx, named, byDueDate(requested, reader)) };
};
