import { sql, type RawBuilder } from 'kysely';
import { MOST_DAYS } from '#domain/cashFlow.ts';
import { addDays, addMonths, daysBetween, FIRST_DAY, LAST_DAY, type IsoDate } from '#domain/dates.ts';
import { NO_BUILDING } from '#domain/permissions.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { BUILDING_NOT_FOUND } from '../buildings.store.ts';
import { WALLET_NOT_FOUND } from '../wallets/store.ts';

/**
 * Scope of a cash flow: the whole company, one building's shares, or (null) transactions without a building; all
 * wallets or one, with the forecasts that expect it.
 */
export interface CashFlowScope {
  accountId: number;
  companyId: number;
  building: number | null | 'all';
  wallet: number | 'all';
}

/** Both days included; overdue forecasts count on `today`. */
export interface CashFlowPeriod {
  start: IsoDate;
  end: IsoDate;
  today: IsoDate;
}

/** Some days of a period, as arrays in SQL: on which open installments are due, and others were paid. */
export interface CashFlowDays extends CashFlowPeriod {
  days?: { due: RawBuilder<unknown>; paid: RawBuilder<unknown> };
}

/** @throws ServiceError 400 when the end precedes the start */
export const requireOrder = (start: IsoDate, end: IsoDate, field = 'endDate'): void => {
  const message = 'A data final vem antes da inicial.';
  if (end < start) throw invalid([{ path: field, message }], message);
};

/** @throws ServiceError 400 when the end precedes the start, or the series exceeds MOST_DAYS */
export const requirePeriod = (start: IsoDate, end: IsoDate, field = 'endDate'): void => {
  requireOrder(start, end, field);
  const message = 'Escolha um período de no máximo 1.500 dias.';
  if (daysBetween(start, end) >= MOST_DAYS) throw invalid([{ path: field, message }], message);
};

/** @throws ServiceError 400 when the calendar lacks the day before or after the period */
export const requireDaysAround = ({ start, end }: CashFlowPeriod): void => {
  const message = 'Escolha dias entre 02/01/0001 e 30/12/9999.';
  if (start === FIRST_DAY) throw invalid([{ path: 'startDate', message }], message);
  if (end === LAST_DAY) throw invalid([{ path: 'endDate', message }], message);
};

/**
 * Period of forecasts: as in the query (`from` alone means that day, §2), by default the three years from today of §9.
 */
export const forecastDays = (query: { from?: string | undefined; to?: string | undefined }, today: IsoDate) => {
  const start = query.from ?? today;
  const end = query.to ?? query.from ?? addMonths(today, 36);
  requirePeriod(start, end, 'to');
  return { start, end, today };
};

/**
 * Period of a projection: as in the query (`from` alone means that day, §2), by default today and the next 180 days.
 */
export const projectionDays = (query: { from?: string | undefined; to?: string | undefined }, today: IsoDate) => {
  const { from = today, to = query.from ?? addDays(today, 180) } = query;
  return forecastDays({ from, to }, today);
};

/** Reads the scope of a query. @throws ServiceError 404 for a building or wallet that the company does not have */
export const scopeOf = async (
  trx: Trx,
  session: Session,
  requested: { companyId: number; buildingId?: number | undefined; bankId?: number | undefined },
): Promise<CashFlowScope> => {
  const { companyId, buildingId, bankId } = requested;
  const isOf = async (table: 'buildings' | 'wallets', id: number): Promise<boolean> => {
    const row = await trx
      .selectFrom(table)
      .select('id')
      .where('account_id', '=', session.accountId)
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  };
  const noBuilding = buildingId === Number(NO_BUILDING);
  if (buildingId !== undefined && !noBuilding && !(await isOf('buildings', buildingId))) {
    throw notFound(BUILDING_NOT_FOUND);
  }
  if (bankId !== undefined && !(await isOf('wallets', bankId))) throw notFound(WALLET_NOT_FOUND);
  const building = buildingId === undefined ? 'all' : noBuilding ? null : buildingId;
  return { accountId: session.accountId, companyId, building, wallet: bankId ?? 'all' };
};

/**
 * Amounts of the scope, one row for each installment or share, and for each day on which an order is planned to be paid
 * that no nota has replaced (those have an order in place of an installment and its transaction). A building counts its
 * shares; "no building" counts whole transactions without apportionment. `within` excludes rows that cannot count in a
 * period.
 */
export const amounts = (scope: CashFlowScope, within?: CashFlowPeriod): RawBuilder<unknown> => {
  const ordered = committed(scope, within);
  return ordered ? sql`${ofInstallments(scope, within)} union all ${ordered}` : ofInstallments(scope, within);
};

/** An order belongs to a building, and expects no wallet. */
export const committed = (
  { accountId, companyId, building, wallet }: CashFlowScope,
  within?: CashFlowPeriod,
): RawBuilder<unknown> | undefined => {
  if (wallet !== 'all' || building === null) return undefined;
  return sql`
    select null::bigint, null::bigint, c.order_id, 'DEBIT', true, c.due_date, null::date, c.value
    from order_commitments c
    where c.account_id = ${accountId} and c.company_id = ${companyId}
      and ${building === 'all' ? sql`true` : sql`c.building_id = ${building}`}
      and ${within ? sql`c.due_date <= ${within.end}::date` : sql`true`}`;
};

/** The amounts with category and partner of their transaction or order. Conditions on them reach both halves. */
export const documentedAmounts = (scope: CashFlowScope, within?: CashFlowDays): RawBuilder<unknown> => {
  const transactions = sql`
    select a.*, t.category_id, t.partner_id from (${ofInstallments(scope, within)}) a
    join transactions t on t.account_id = ${scope.accountId} and t.id = a.transaction_id`;
  const ordered = committed(scope, within);
  if (!ordered) return transactions;
  return sql`${transactions} union all
    select a.*, o.category_id, o.partner_id from (${ordered}) a
    join orders o on o.account_id = ${scope.accountId} and o.id = a.order_id`;
};

const ofInstallments = (scope: CashFlowScope, within?: CashFlowDays): RawBuilder<unknown> => {
  const { accountId, companyId, building } = scope;
  const ofScope = sql`i.account_id = ${accountId} and i.company_id = ${companyId} and ${inWallet(scope)}
    and ${within ? mayCount(within) : sql`true`}`;
  if (typeof building === 'number') {
    return sql`
      select i.id, i.transaction_id, null::bigint as order_id, i.type, i.forecast, i.due_date, i.payment_date, s.value
      from apportionments a
      join apportionment_shares s on s.account_id = a.account_id and s.apportionment_id = a.id
      join installments i on i.account_id = s.account_id and i.id = s.installment_id
      where a.account_id = ${accountId} and a.building_id = ${building} and ${ofScope}`;
  }
  const unshared = sql`not exists (
    select from apportionments a where a.account_id = i.account_id and a.transaction_id = i.transaction_id)`;
  return sql`
    select i.id, i.transaction_id, null::bigint as order_id, i.type, i.forecast, i.due_date, i.payment_date, i.value
    from installments i
    where ${ofScope} and ${building === null ? unshared : sql`true`}`;
};

// Two ranges, each served by an index; countedDay then filters exactly.
const mayCount = ({ days, ...within }: CashFlowDays): RawBuilder<unknown> =>
  days
    ? sql`((not i.forecast and i.payment_date = any(${days.paid})) or (i.forecast and i.due_date = any(${days.due})))`
    : sql`((not i.forecast and i.payment_date between ${within.start}::date and ${within.end}::date)
    or (i.forecast and ${openDays(sql`i.due_date`, within)}))`;

const inWallet = ({ wallet }: CashFlowScope): RawBuilder<unknown> =>
  wallet === 'all'
    ? sql`true`
    : sql`case when i.forecast then exists (
              select from transactions t
              where t.account_id = i.account_id and t.id = i.transaction_id and t.expected_wallet_id = ${wallet})
            else i.wallet_id = ${wallet} end`;

/** Days on which a forecast is due that counts in a period: those of the period, and all before it where today is in it. */
export const openDays = (day: RawBuilder<unknown>, { start, end, today }: CashFlowPeriod): RawBuilder<unknown> => {
  if (end < today) return sql`false`;
  return start <= today ? sql`${day} <= ${end}::date` : sql`${day} between ${start}::date and ${end}::date`;
};

/** The day on which a row of `amounts` counts: payment date, due date, or today when that has passed. */
export const countedDay = (today: IsoDate): RawBuilder<unknown> =>
  sql`case when forecast then greatest(due_date, ${today}::date) else payment_date end`;
