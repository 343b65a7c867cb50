import { sql, type RawBuilder } from 'kysely';
import { sameText } from '../../platform/listFilters.ts';
import { among, seesBuilding, sharedInList, visibleInList, visibleRows, withoutApportionment } from './visibility.ts';
import type { Reader } from './answer.ts';

/** Every filter that some list of documents offers; each list's contract says which. */
export interface TransactionFilter {
  status?: 'OPEN' | 'PARTIAL' | 'PAID' | 'OVERDUE' | undefined;
  category?: number | undefined;
  partner?: number | undefined;
  /** −1 asks for documents without apportionment (§9). */
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

type Condition = RawBuilder<unknown>;

/** Conditions on `transactions as t left join partners as p`: the reader's own documents of the kind, filtered. */
export const conditionsOf = (filter: TransactionFilter, reader: Reader): Condition => {
  const { session, companyId, kind, today, view } = reader;
  const wanted: (Condition | undefined)[] = [
    sql`t.account_id = ${session.accountId} and t.company_id = ${companyId} and t.type = ${kind.type}`,
    filter.ids ? visibleRows(view) : visibleInList(view, session.accountId),
    filter.ids ? sql`t.id = any(${[...filter.ids]}::bigint[])` : undefined,
    filter.status && statusIs(filter.status, today),
    filter.category === undefined ? undefined : sql`t.category_id = ${filter.category}`,
    filter.partner === undefined ? undefined : sql`t.partner_id = ${filter.partner}`,
    ...equalities(filter),
    filter.building === undefined ? undefined : sharedWith(filter.building, reader),
    filter.costEstimateGroup === undefined ? undefined : onStage(filter.costEstimateGroup, reader),
    filter.bank === undefined ? undefined : throughWallet(filter.bank),
    dueBetween(filter, reader),
    filter.dueDate === undefined ? undefined : dueBetween({ from: filter.dueDate }, reader),
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

// A building that the reader may not see answers nothing: not even that a visible document touches it.
const sharedWith = (building: number, { view, session }: Reader): Condition => {
  if (building === -1) return withoutApportionment;
  if (!seesBuilding(view, building)) return sql`false`;
  return sharedInList(session.accountId, sql`a.building_id = ${building}`);
};

const onStage = (stage: number, { view, session }: Reader): Condition =>
  sharedInList(
    session.accountId,
    sql`a.cost_estimate_group_id = ${stage}
      and ${view === 'all' ? sql`true` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`}`,
  );

// As the row shows it: the wallet of a payment, else the one that what is open is expected in. Wallets are few: one document in so many is its, and a list finds its page by walking along it.
const throughWallet = (wallet: number): Condition => sql`(
  (t.expected_wallet_id = ${wallet} and t.status <> 'PAID')
  or exists (select from installments i
    where i.account_id = t.account_id and i.transaction_id = t.id and i.wallet_id = ${wallet}))`;

/** The period that a list speaks of: both days count, and only `from` means that day alone (§2). */
export const periodOf = ({ from, to }: Pick<TransactionFilter, 'from' | 'to'>): { from: string; to: string } | null => {
  if (from === undefined && to === undefined) return null;
  return { from: from ?? '-infinity', to: to ?? from ?? 'infinity' };
};

const dueBetween = (filter: TransactionFilter, { session, companyId, kind }: Reader): Condition | undefined => {
  const period = periodOf(filter);
  const open = filter.onlyForecast ? sql`i.forecast` : sql`true`;
  if (!period) return undefined;
  return among(
    sql`t.id`,
    sql`select i.transaction_id from installments i
      where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type}
        and i.due_date between ${period.from}::date and ${period.to}::date and ${open}`,
  );
};

/** Every word occurs in the number, the description or the partner's names (migration 0011). */
const searched = (search: string, { companyId, kind }: Reader): Condition => {
  const words = search.split(/\s+/).filter((word) => word !== '');
  return among(sql`t.id`, sql`select find_documents(${companyId}, ${kind.type}, ${words}::text[])`);
};
