import { sql, type RawBuilder } from 'kysely';
import { UNCLASSIFIED } from '#domain/financial/financialStatement/lines.ts';
import { sameText } from '../../platform/register/listFilters.ts';
import { requireRanges, type Ranges } from './ranges.ts';
import type { Reader } from './reader.ts';
import { matchesSearch } from './search.ts';
import { among, visibleInList, visibleRows, withoutApportionment } from './visibility.ts';

/**
 * All filters of all lists of transactions; the contract of each list says which it accepts. Of the ranges, payment days
 * also choose the figures: those of these payments (parts.ts).
 */
export interface TransactionFilter extends Ranges {
  status?: 'OPEN' | 'PARTIAL' | 'PAID' | 'OVERDUE' | undefined;
  category?: number | undefined;
  partner?: number | undefined;
  /** −1 selects transactions without apportionment (§9). */
  building?: number | undefined;
  costEstimateGroup?: number | undefined;
  /** A stage with everything in it; −1 selects shares without a stage. */
  withinStage?: number | undefined;
  bank?: number | undefined;
  documentNumber?: string | undefined;
  description?: string | undefined;
  emissionDate?: string | undefined;
  competenceDate?: string | undefined;
  withoutCategory?: boolean | undefined;
  /** Line of the income statement; UNCLASSIFIED: none. */
  statementLine?: string | undefined;
  dueDate?: string | undefined;
  value?: string | undefined;
  grossValue?: string | undefined;
  forecast?: boolean | undefined;
  preferredPaymentMethod?: string | undefined;
  /** Method of a payment, or the preferred one while something is open. */
  method?: string | undefined;
  hasAttachment?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  onlyForecast?: boolean | undefined;
  search?: string | null | undefined;
  ids?: readonly number[] | null | undefined;
}

/** Part of a filter that selects shares: a building, a stage, or neither (whole transactions). */
export type Place = Pick<TransactionFilter, 'building' | 'costEstimateGroup' | 'withinStage'>;

type Condition = RawBuilder<unknown>;

/**
 * Conditions on `transactions as t`: transactions of one kind that the reader may see and that match the filter. Obra,
 * stage and period apply to shares and installments, which lists join as `m` (parts.ts).
 * @throws ServiceError 400 at the end of a range that lies before its start
 */
export const conditionsOf = (filter: TransactionFilter, reader: Reader): Condition => {
  requireRanges(filter);
  const { session, companyId, kind, today } = reader;
  const wanted: (Condition | undefined)[] = [
    sql`t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}`,
    visible(filter, reader),
    filter.ids ? sql`t.id = any(${[...filter.ids]}::bigint[])` : undefined,
    filter.status &&
      (filter.status === 'OVERDUE' && namesPlace(filter) ? sql`m.overdue_value > 0` : statusIs(filter.status, today)),
    filter.category === undefined ? undefined : sql`t.category_id = ${filter.category}`,
    filter.partner === undefined ? undefined : sql`t.partner_id = ${filter.partner}`,
    filter.withoutCategory === undefined ? undefined : sql`(t.category_id is null) = ${filter.withoutCategory}`,
    filter.statementLine === undefined ? undefined : onLine(filter.statementLine, session.accountId),
    ...equalities(filter),
    ...ranges(filter),
    filter.building === -1 ? withoutApportionment : undefined,
    filter.bank === undefined ? undefined : throughWallet(filter.bank),
    filter.method === undefined ? undefined : byMethod(filter.method),
    filter.hasAttachment === undefined ? undefined : sql`${HAS_ATTACHMENT} = ${filter.hasAttachment}`,
    filter.dueDate !== undefined && periodOf(filter) ? dueOn(filter.dueDate, reader) : undefined,
    filter.search
      ? matchesSearch(sql`t.id`, filter.search, { accountId: session.accountId, companyId, type: kind.type })
      : undefined,
  ];
  return sql.join(
    wanted.filter((one) => one !== undefined),
    sql` and `,
  );
};

/** Transactions whose category is on a line of the income statement, or on none. */
const onLine = (line: string, accountId: number): Condition => {
  const categories = (condition: Condition) =>
    sql`t.category_id = any(array(select c.id from categories c where c.account_id = ${accountId} and ${condition}))`;
  return line === UNCLASSIFIED
    ? sql`(t.category_id is null or ${categories(sql`c.statement_line is null`)})`
    : categories(sql`c.statement_line = ${line}`);
};

/** §2: any other key is an equality filter. Texts compare like searches: case and accents are ignored. */
const equalities = (filter: TransactionFilter): (Condition | undefined)[] => [
  filter.documentNumber === undefined ? undefined : sql`t.document_number = ${filter.documentNumber.trim()}`,
  filter.description === undefined ? undefined : sameText(sql`t.description`, filter.description),
  filter.emissionDate === undefined ? undefined : sql`t.emission_date = ${filter.emissionDate}::date`,
  filter.competenceDate === undefined ? undefined : sql`t.competence_date = ${filter.competenceDate}::date`,
  filter.value === undefined ? undefined : sql`t.value = ${filter.value}::numeric`,
  filter.grossValue === undefined ? undefined : sql`t.gross_value = ${filter.grossValue}::numeric`,
  filter.forecast === undefined ? undefined : sql`(t.status = 'OPEN') = ${filter.forecast}`,
  filter.preferredPaymentMethod === undefined
    ? undefined
    : sql`t.preferred_payment_method = ${filter.preferredPaymentMethod}`,
];

/** Values are those of the list's rows: net, and with a place or days of payment of the shares or payments there. */
const ranges = (filter: TransactionFilter): (Condition | undefined)[] => {
  const { emissionFrom, emissionTo, competenceFrom, competenceTo, valueFrom, valueTo } = filter;
  const value = hasOwnFigures(filter) ? sql`m.value` : sql`t.value`;
  return [
    emissionFrom === undefined ? undefined : sql`t.emission_date >= ${emissionFrom}::date`,
    emissionTo === undefined ? undefined : sql`t.emission_date <= ${emissionTo}::date`,
    competenceFrom === undefined ? undefined : sql`t.competence_date >= ${competenceFrom}::date`,
    competenceTo === undefined ? undefined : sql`t.competence_date <= ${competenceTo}::date`,
    valueFrom === undefined ? undefined : sql`${value} >= ${valueFrom}::numeric`,
    valueTo === undefined ? undefined : sql`${value} <= ${valueTo}::numeric`,
  ];
};

/** Whether the filter is empty and the reader sees everything. */
export const isWhole = (filter: object, { view }: Pick<Reader, 'view'>): boolean =>
  view === 'all' && Object.values(filter).every((value) => value === undefined || value === null);

/** Overdue: not fully paid, and the first open due date is before today (domain.md §3). */
export const isOverdue = (today: string): Condition =>
  sql`(t.status <> 'PAID' and t.reference_due_date < ${today}::date)`;

/** A status as a condition on `t`. */
export const statusIs = (status: NonNullable<TransactionFilter['status']>, today: string): Condition =>
  status === 'OVERDUE' ? isOverdue(today) : sql`t.status = ${status}`;

/** Whether the filter names a building or a stage; its figures are then sums of shares. */
export const namesPlace = ({ building, costEstimateGroup, withinStage }: Place): boolean =>
  costEstimateGroup !== undefined || withinStage !== undefined || (building !== undefined && building !== -1);

/** Whether the figures of the list are sums of shares or of payments (`Parts.shared`). */
const hasOwnFigures = (filter: TransactionFilter): boolean =>
  namesPlace(filter) || filter.paidFrom !== undefined || filter.paidTo !== undefined;

// A reader who may see a share may see its transaction.
const visible = (filter: TransactionFilter, { view, session }: Reader): Condition | undefined => {
  if (filter.ids) return visibleRows(view);
  return namesPlace(filter) ? undefined : visibleInList(view, session.accountId);
};

// Matches the wallet that the row shows: that of a payment, else the expected one while the transaction is open (migration
// 0117). With an account's few wallets many transactions match, so a list fills its page by walking its sort index.
const throughWallet = (wallet: number): Condition => sql`exists (
  select from document_lists l
  where l.account_id = t.account_id and l.transaction_id = t.id and l.list = ${wallet})`;

/** The method of a payment, else the preferred one while the transaction is open. */
const byMethod = (method: string): Condition => sql`(
  (t.preferred_payment_method = ${method} and t.status <> 'PAID')
  or exists (select from installments i
    where i.account_id = t.account_id and i.transaction_id = t.id and i.payment_method = ${method}))`;

const HAS_ATTACHMENT = sql`exists (
  select from attachments f where f.account_id = t.account_id and f.transaction_id = t.id)`;

/** The period of a list, both days included; `from` alone means that day (§2). */
export const periodOf = ({ from, to }: Pick<TransactionFilter, 'from' | 'to'>): { from: string; to: string } | null => {
  if (from === undefined && to === undefined) return null;
  return { from: from ?? '-infinity', to: to ?? from ?? 'infinity' };
};

/** Days within which a list picks each transaction's due date: the period, else the single due date of the filter. */
export const daysOf = (
  filter: Pick<TransactionFilter, 'from' | 'to' | 'dueDate'>,
): { from: string; to: string } | null =>
  periodOf(filter) ?? (filter.dueDate === undefined ? null : { from: filter.dueDate, to: filter.dueDate });

// With both a due date and a period, both must match; the list shows the due date of the period.
const dueOn = (day: string, { session, companyId, kind }: Reader): Condition =>
  among(
    sql`t.id`,
    sql`select i.transaction_id from installments i
      where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type}
        and i.due_date = ${day}::date`,
  );
