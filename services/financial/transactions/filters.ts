import { sql, type RawBuilder } from 'kysely';
import { sameText } from '../../platform/register/listFilters.ts';
import { among, visibleInList, visibleRows, withoutApportionment } from './visibility.ts';
import type { Reader } from './reader.ts';

/** Every filter that some list of transactions offers; each list's contract says which. */
export interface TransactionFilter {
  status?: 'OPEN' | 'PARTIAL' | 'PAID' | 'OVERDUE' | undefined;
  category?: number | undefined;
  partner?: number | undefined;
  /** −1 asks for transactions without apportionment (§9). */
  building?: number | undefined;
  costEstimateGroup?: number | undefined;
  bank?: number | undefined;
  documentNumber?: string | undefined;
  description?: string | undefined;
  emissionDate?: string | undefined;
  competenceDate?: string | undefined;
  dueDate?: string | undefined;
  value?: string | undefined;
  grossValue?: string | undefined;
  forecast?: boolean | undefined;
  preferredPaymentMethod?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  onlyForecast?: boolean | undefined;
  search?: string | null | undefined;
  ids?: readonly number[] | null | undefined;
}

/** What of its transactions a filter counts: the shares of an obra, of a stage, or all of them. */
export type Place = Pick<TransactionFilter, 'building' | 'costEstimateGroup'>;

type Condition = RawBuilder<unknown>;

/**
 * Conditions on `transactions as t`: the reader's own transactions of the kind, filtered. The obra, the stage and the period
 * of a filter are no matter of the transaction but of its parts, which the lists join as `m` (parts.ts).
 */
export const conditionsOf = (filter: TransactionFilter, reader: Reader): Condition => {
  const { session, companyId, kind, today } = reader;
  const wanted: (Condition | undefined)[] = [
    sql`t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}`,
    visible(filter, reader),
    filter.ids ? sql`t.id = any(${[...filter.ids]}::bigint[])` : undefined,
    filter.status &&
      (filter.status === 'OVERDUE' && namesPlace(filter) ? sql`m.overdue_value > 0` : statusIs(filter.status, today)),
    filter.category === undefined ? undefined : sql`t.category_id = ${filter.category}`,
    filter.partner === undefined ? undefined : sql`t.partner_id = ${filter.partner}`,
    ...equalities(filter),
    filter.building === -1 ? withoutApportionment : undefined,
    filter.bank === undefined ? undefined : throughWallet(filter.bank),
    filter.dueDate !== undefined && periodOf(filter) ? dueOn(filter.dueDate, reader) : undefined,
    filter.search ? searched(filter.search, reader) : undefined,
  ];
  return sql.join(
    wanted.filter((one) => one !== undefined),
    sql` and `,
  );
};

/** §2: any other key is an equality filter. Texts are compared as searches are, blind to case and accents. */
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

/** Nothing is asked for, by somebody who sees all that there is. */
export const isWhole = (filter: object, { view }: Pick<Reader, 'view'>): boolean =>
  view === 'all' && Object.values(filter).every((value) => value === undefined || value === null);

/** Overdue: not paid whole, and its first open due date has passed (domain.md §3). */
export const isOverdue = (today: string): Condition =>
  sql`(t.status <> 'PAID' and t.reference_due_date < ${today}::date)`;

/** The status as a condition on `t`. */
export const statusIs = (status: NonNullable<TransactionFilter['status']>, today: string): Condition =>
  status === 'OVERDUE' ? isOverdue(today) : sql`t.status = ${status}`;

/** An obra or a stage is named: what is meant is shares, and the figures are theirs. */
export const namesPlace = ({ building, costEstimateGroup }: Place): boolean =>
  costEstimateGroup !== undefined || (building !== undefined && building !== -1);

// Who may see a share may see its transaction.
const visible = (filter: TransactionFilter, { view, session }: Reader): Condition | undefined => {
  if (filter.ids) return visibleRows(view);
  return namesPlace(filter) ? undefined : visibleInList(view, session.accountId);
};

// As the row shows it: the wallet of a payment, else the one that what is open is expected in. Wallets are few: one transaction
// in so many is its, and a list finds its page by walking along it.
const throughWallet = (wallet: number): Condition => sql`(
  (t.expected_wallet_id = ${wallet} and t.status <> 'PAID')
  or exists (select from installments i
    where i.account_id = t.account_id and i.transaction_id = t.id and i.wallet_id = ${wallet}))`;

/** The period that a list speaks of: both days count, and only `from` means that day alone (§2). */
export const periodOf = ({ from, to }: Pick<TransactionFilter, 'from' | 'to'>): { from: string; to: string } | null => {
  if (from === undefined && to === undefined) return null;
  return { from: from ?? '-infinity', to: to ?? from ?? 'infinity' };
};

/** The days of which a list shows the due date that it found a transaction by: a period, else the one day of a filter. */
export const daysOf = (
  filter: Pick<TransactionFilter, 'from' | 'to' | 'dueDate'>,
): { from: string; to: string } | null =>
  periodOf(filter) ?? (filter.dueDate === undefined ? null : { from: filter.dueDate, to: filter.dueDate });

// A day beside a period: both are asked, the period is what the list shows.
const dueOn = (day: string, { session, companyId, kind }: Reader): Condition =>
  among(
    sql`t.id`,
    sql`select i.transaction_id from installments i
      where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type}
        and i.due_date = ${day}::date`,
  );

/** Every word occurs in the number, the description or the partner's names (migration 0011). */
const searched = (search: string, { companyId, kind }: Reader): Condition => {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return among(sql`t.id`, sql`select find_documents(${companyId}, ${kind.type}, ${words}::text[])`);
};
