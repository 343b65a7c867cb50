import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import type { Reader } from './reader.ts';
import { daysOf, isOverdue, namesPlace, type Place, type TransactionFilter } from './filters.ts';
import { seesBuilding } from './visibility.ts';

type Condition = RawBuilder<unknown>;
type PartsFilter = Place &
  Pick<TransactionFilter, 'ids' | 'from' | 'to' | 'dueDate' | 'onlyForecast' | 'paidFrom' | 'paidTo'>;

/**
 * Condition on the apportionments `a` of the filter's building or stage; undefined for whole transactions, including those
 * without apportionment (−1). False for a building that the reader may not see, so that a visible transaction does not
 * reveal it.
 */
export const chosenApportionments = (place: Place, { view, session }: Reader): Condition | undefined => {
  if (!namesPlace(place)) return undefined;
  const { building, costEstimateGroup: stage, withinStage } = place;
  if (building === -1 || (building !== undefined && !seesBuilding(view, building))) return sql`false`;
  const seen = view === 'all' ? sql`true` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  return sql`${building === undefined ? seen : sql`a.building_id = ${building}`}
    and ${stage === undefined ? sql`true` : sql`a.cost_estimate_group_id = ${stage}`}
    and ${withinStage === undefined ? sql`true` : within(withinStage, session.accountId)}`;
};

/** Apportionments `a` to a stage or to what is in it at any depth; −1: to none. The tree is walked once for a statement. */
const within = (stage: number, accountId: number): Condition =>
  stage === -1
    ? sql`a.cost_estimate_group_id is null`
    : sql`a.cost_estimate_group_id = any(array(${stageTree(stage, accountId)}))`;

/** A stage with everything in it, as a query of ids. */
const stageTree = (stage: number, accountId: number): Condition => sql`
  with recursive tree as (
    select g.id from cost_estimate_groups g where g.account_id = ${accountId} and g.id = ${stage}
    union all
    select g.id from tree join cost_estimate_groups g on g.account_id = ${accountId} and g.parent_id = tree.id
  ) select id from tree`;

/** The stages that a filter by a stage and everything in it means; undefined for one without (−1: without a stage). */
export const stagesWithin = async (
  trx: Trx,
  { withinStage }: Place,
  { session }: Reader,
): Promise<ReadonlySet<number> | undefined> => {
  if (withinStage === undefined || withinStage === -1) return undefined;
  const { rows } = await stageTree(withinStage, session.accountId).$castTo<{ id: number }>().execute(trx);
  return new Set(rows.map(({ id }) => id));
};

/** Shares `s` of the chosen apportionments, joined to their installments `i`. */
const sharesOf = (chosen: Condition, { session, companyId, kind }: Reader): Condition => sql`
  apportionments a
  join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id and s.gross_value > 0
  join installments i on i.account_id = s.account_id and i.id = s.installment_id
  where a.account_id = ${session.accountId} and a.company_id = ${companyId} and i.type = ${kind.type} and ${chosen}`;

/** Installments with a share in the filter's building or stage: `id` and the sums of those shares. */
export const sharedInstallments = (
  place: Place,
  reader: Reader,
  ids: readonly number[] | null = null,
): Condition | undefined => {
  const chosen = chosenApportionments(place, reader);
  const named = ids ? sql` and s.installment_id = any(${[...ids]}::bigint[])` : sql``;
  return (
    chosen &&
    sql`(select s.installment_id as id, sum(s.value) as value
      from ${sharesOf(sql`${chosen}${named}`, reader)} group by s.installment_id)`
  );
};

/**
 * Due date of a transaction: within a period the first open one, else the first; without a period the first open one,
 * or the last when all are paid.
 */
const dueDate = (within: Condition | undefined): Condition =>
  within
    ? sql`coalesce(min(i.due_date) filter (where ${within} and i.forecast), min(i.due_date) filter (where ${within}))`
    : sql`coalesce(min(i.due_date) filter (where i.forecast), max(i.due_date))`;

const withinPeriod = (filter: PartsFilter): Condition | undefined => {
  const period = daysOf(filter);
  if (!period) return undefined;
  const open = filter.onlyForecast ? sql`i.forecast` : sql`true`;
  return sql`i.due_date between ${period.from}::date and ${period.to}::date and ${open}`;
};

/** Payments of the filter's days as a condition on `i`; undefined for installments that are paid or not. */
export const paidIn = ({ paidFrom, paidTo }: Pick<TransactionFilter, 'paidFrom' | 'paidTo'>): Condition | undefined =>
  paidFrom === undefined && paidTo === undefined
    ? undefined
    : sql`not i.forecast and i.payment_date between ${paidFrom ?? '-infinity'}::date and ${paidTo ?? 'infinity'}::date`;

const shareSums = (today: string): Condition => sql`
  sum(s.value) as value, sum(s.gross_value) as gross_value,
  coalesce(sum(s.value) filter (where not i.forecast), 0.00) as paid_value,
  coalesce(sum(s.value) filter (where i.forecast), 0.00) as open_value,
  coalesce(sum(s.value) filter (where i.forecast and i.due_date < ${today}::date), 0.00) as overdue_value`;

/** The parts of transactions that match a filter. */
export interface Parts {
  /** One row for each transaction with such a part: `id`, `due_date` and, for shares, the figures. */
  rows: Condition;
  /** True when the figures are sums of shares or of payments; false when the whole transaction matches by one of its due dates. */
  shared: boolean;
  /** The part of transaction `t` alone, as JSON in the contract's field names. */
  ofTransaction: Condition;
}

/** Builds the parts for a filter; undefined when it matches whole transactions by their reference due date. */
export const partsOf = (filter: PartsFilter, reader: Reader): Parts | undefined => {
  const chosen = chosenApportionments(filter, reader);
  const within = withinPeriod(filter);
  const paid = paidIn(filter);
  const named = (id: Condition) => (filter.ids ? sql` and ${id} = any(${[...filter.ids]}::bigint[])` : sql``);
  if (chosen)
    return sharedParts(paid ? sql`${chosen} and ${paid}` : chosen, within, named(sql`a.transaction_id`), reader);
  if (paid) return paidPart(paid, within, named(sql`i.transaction_id`), reader);
  return within && duePart(within, named(sql`i.transaction_id`), reader);
};

const sharedParts = (chosen: Condition, within: Condition | undefined, named: Condition, reader: Reader): Parts => {
  const columns = sql`${dueDate(within)} as due_date, ${shareSums(reader.today)}`;
  const found = within ? sql`having bool_or(${within})` : sql``;
  return {
    rows: sql`(select s.transaction_id as id, ${columns} from ${sharesOf(sql`${chosen}${named}`, reader)} group by s.transaction_id ${found})`,
    shared: true,
    ofTransaction: sql`(select ${asJson(sql`m`)} from (
      select ${columns} from ${sharesOf(sql`${chosen} and a.transaction_id = t.id`, reader)}) m)`,
  };
};

/** What was paid of each transaction in some days: its figures are those of these installments alone. */
const paidPart = (
  paid: Condition,
  within: Condition | undefined,
  named: Condition,
  { session, companyId, kind }: Reader,
): Parts => {
  const columns = sql`${dueDate(within)} as due_date, sum(i.value) as value, sum(i.gross_value) as gross_value,
    sum(i.value) as paid_value, 0.00 as open_value, 0.00 as overdue_value`;
  const found = within ? sql`having bool_or(${within})` : sql``;
  return {
    rows: sql`(select i.transaction_id as id, ${columns} from installments i
      where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type} and ${paid}${named}
      group by i.transaction_id ${found})`,
    shared: true,
    ofTransaction: sql`(select ${asJson(sql`m`)} from (
      select ${columns} from installments i
      where i.account_id = t.account_id and i.transaction_id = t.id and ${paid}) m)`,
  };
};

const duePart = (within: Condition, named: Condition, { session, companyId, kind, today }: Reader): Parts => ({
  rows: sql`(select i.transaction_id as id, ${dueDate(sql`true`)} as due_date from installments i
    where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type} and ${within}${named}
    group by i.transaction_id)`,
  shared: false,
  ofTransaction: sql`(select ${asJson(sql`m`)} from (
    select ${dueDate(within)} as due_date, t.value, t.gross_value, t.paid_value, t.open_value,
      coalesce(sum(i.value) filter (where i.forecast and i.due_date < ${today}::date), 0.00) as overdue_value
    from installments i where i.account_id = t.account_id and i.transaction_id = t.id) m)`,
});

const asJson = (m: Condition): Condition => sql`json_build_object(
  'dueDate', ${m}.due_date, 'value', ${m}.value::text, 'grossValue', ${m}.gross_value::text,
  'paidValue', ${m}.paid_value::text, 'openValue', ${m}.open_value::text, 'overdueValue', ${m}.overdue_value::text)`;

/** Overdue value of transaction `t`: its open installments due before today, not the rest of it. */
export const overdueOf = (today: string, account: Condition = sql`t.account_id`): Condition => sql`
  (case when ${isOverdue(today)} then (
    select coalesce(sum(i.value), 0.00) from installments i
    where i.account_id = ${account} and i.transaction_id = t.id and i.forecast and i.due_date < ${today}::date)
  else 0.00 end)`;
