import { sql, type RawBuilder } from 'kysely';
import type { Reader } from './reader.ts';
import { daysOf, isOverdue, namesPlace, type Place, type TransactionFilter } from './filters.ts';
import { seesBuilding } from './visibility.ts';

type Condition = RawBuilder<unknown>;
type Asked = Place & Pick<TransactionFilter, 'from' | 'to' | 'dueDate' | 'onlyForecast'>;

/**
 * The apportionments `a` that a filter means, where it names an obra or a stage; undefined where it means whole transactions,
 * those of no obra (−1) included. A building that the reader may not see has none: not even that a visible transaction
 * touches it is told.
 */
const chosenApportionments = (place: Place, { view }: Reader): Condition | undefined => {
  if (!namesPlace(place)) return undefined;
  const { building, costEstimateGroup: stage } = place;
  if (building === -1 || (building !== undefined && !seesBuilding(view, building))) return sql`false`;
  const seen = view === 'all' ? sql`true` : sql`a.building_id = any(${[...view.buildings]}::bigint[])`;
  return sql`${building === undefined ? seen : sql`a.building_id = ${building}`}
    and ${stage === undefined ? sql`true` : sql`a.cost_estimate_group_id = ${stage}`}`;
};

/** Shares `s` of some apportionments, with the installments `i` that they are shares of. */
const sharesOf = (chosen: Condition, { session, companyId, kind }: Reader): Condition => sql`
  apportionments a
  join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id and s.gross_value > 0
  join installments i on i.account_id = s.account_id and i.id = s.installment_id
  where a.account_id = ${session.accountId} and a.company_id = ${companyId} and i.type = ${kind.type} and ${chosen}`;

/** Installments with a share of the obra or stage that a filter names, by `id`, with the sums of those shares. */
export const sharedInstallments = (place: Place, reader: Reader): Condition | undefined => {
  const chosen = chosenApportionments(place, reader);
  return (
    chosen &&
    sql`(select s.installment_id as id, sum(s.value) as value from ${sharesOf(chosen, reader)} group by s.installment_id)`
  );
};

/**
 * The due date that a transaction goes by: of its installments in a period the first open one, else the first; without a
 * period the first open one, or the last when all is paid.
 */
const dueDate = (within: Condition | undefined): Condition =>
  within
    ? sql`coalesce(min(i.due_date) filter (where ${within} and i.forecast), min(i.due_date) filter (where ${within}))`
    : sql`coalesce(min(i.due_date) filter (where i.forecast), max(i.due_date))`;

const withinPeriod = (asked: Asked): Condition | undefined => {
  const period = daysOf(asked);
  if (!period) return undefined;
  const open = asked.onlyForecast ? sql`i.forecast` : sql`true`;
  return sql`i.due_date between ${period.from}::date and ${period.to}::date and ${open}`;
};

const shareSums = (today: string): Condition => sql`
  sum(s.value) as value, sum(s.gross_value) as gross_value,
  coalesce(sum(s.value) filter (where not i.forecast), 0.00) as paid_value,
  coalesce(sum(s.value) filter (where i.forecast), 0.00) as open_value,
  coalesce(sum(s.value) filter (where i.forecast and i.due_date < ${today}::date), 0.00) as overdue_value`;

/** What of their transactions a filter means. */
export interface Parts {
  /** One row a transaction that has such a part: `id`, `due_date` and, of shares, the figures. */
  rows: Condition;
  /** Whether the figures are those of shares; else the part is the whole transaction, found by one of its due dates. */
  shared: boolean;
  /** The part of the transaction `t` alone, as JSON in the words of the contract. */
  ofTransaction: Condition;
}

/** The parts of transactions that a filter means; undefined where it means them whole, by their reference due date. */
export const partsOf = (filter: Asked, reader: Reader): Parts | undefined => {
  const chosen = chosenApportionments(filter, reader);
  const within = withinPeriod(filter);
  if (chosen) return sharedParts(chosen, within, reader);
  return within && duePart(within, reader);
};

const sharedParts = (chosen: Condition, within: Condition | undefined, reader: Reader): Parts => {
  const columns = sql`${dueDate(within)} as due_date, ${shareSums(reader.today)}`;
  const found = within ? sql`having bool_or(${within})` : sql``;
  return {
    rows: sql`(select s.transaction_id as id, ${columns} from ${sharesOf(chosen, reader)} group by s.transaction_id ${found})`,
    shared: true,
    ofTransaction: sql`(select ${asJson(sql`m`)} from (
      select ${columns} from ${sharesOf(sql`${chosen} and a.transaction_id = t.id`, reader)}) m)`,
  };
};

const duePart = (within: Condition, { session, companyId, kind, today }: Reader): Parts => ({
  rows: sql`(select i.transaction_id as id, ${dueDate(sql`true`)} as due_date from installments i
    where i.account_id = ${session.accountId} and i.company_id = ${companyId} and i.type = ${kind.type} and ${within}
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

/** What is overdue of the transaction `t`: the open installments whose day has passed, not the rest of it. */
export const overdueOf = (today: string, account: Condition = sql`t.account_id`): Condition => sql`
  (case when ${isOverdue(today)} then (
    select coalesce(sum(i.value), 0.00) from installments i
    where i.account_id = ${account} and i.transaction_id = t.id and i.forecast and i.due_date < ${today}::date)
  else 0.00 end)`;
