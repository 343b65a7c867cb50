import { FETCH_CASH_FLOW_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { BuildingId, Decimal, Id, IsoDate, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';

export const CASH_FLOW_FAILURE = FETCH_CASH_FLOW_FAILED;

/**
 * Balance of the company's wallets at the end of a day, or the paid result of one building (-1: of transactions without
 * one) (§3, §7). `buildingId` is the query's; null without one.
 */
export const Balance = Type.Object({
  companyId: Id,
  buildingId: Nullable(BuildingId),
  endDate: IsoDate,
  value: Decimal,
});
export type Balance = Static<typeof Balance>;

const flow = {
  paid: Decimal,
  received: Decimal,
  toPay: Decimal,
  toReceive: Decimal,
  committedToPay: Decimal,
  overdueToPay: Decimal,
  overdueToReceive: Decimal,
  actualBalance: Decimal,
  expectedBalance: Decimal,
};

/**
 * One day of cash flow (§3). Paid and received are movements of the day; toPay and toReceive are forecasts due that
 * day, overdue ones counted on today. `committedToPay` is the part of toPay that stands for orders which no nota has
 * replaced yet; they count by their payment terms, and expect no wallet. `actualBalance` follows paid movements, `expectedBalance` adds the forecasts.
 */
export const CashFlowEntry = Type.Object({ date: IsoDate, ...flow });
export type CashFlowEntry = Static<typeof CashFlowEntry>;

/** Grouping of the days (domain/cashFlow.ts): weeks start on Sunday (§9). */
const Group = Type.Union([Type.Literal('DAY'), Type.Literal('WEEK'), Type.Literal('MONTH'), Type.Literal('WHOLE')]);

const TransactionType = Type.Union([Type.Literal('CREDIT'), Type.Literal('DEBIT')]);

/** Paid and forecast amounts of one category in a period; `category` null covers transactions without one. */
export const CashFlowCategory = Type.Object({
  type: TransactionType,
  category: Nullable(NamedReference),
  paid: Decimal,
  forecast: Decimal,
});
export type CashFlowCategory = Static<typeof CashFlowCategory>;

/**
 * Cash flow of a period: a day, a week from Sunday, a month, or all days. Balances are those of its last day;
 * `opening…` those of the day before its first. Movements that are neither paid nor received (transfers of one wallet,
 * movements before balanceDate) make up the difference.
 */
export const CashFlowPeriod = Type.Object({
  start: IsoDate,
  end: IsoDate,
  ...flow,
  openingActual: Decimal,
  openingExpected: Decimal,
  categories: Type.Array(CashFlowCategory),
});
export type CashFlowPeriod = Static<typeof CashFlowPeriod>;

/**
 * One installment (with a building: the sum of its shares) behind a figure of the cash flow, or what is planned for one day
 * of an order until notas replace it. `date` is the day it counts on: the payment date, the due date, or today when that
 * has passed. `value` is positive in both directions. `number` of `installmentCount`: of the transaction, or of the planned
 * days of the order.
 */
export const CashFlowMovement = Type.Object({
  key: Type.String({ description: 'Key among all movements: "installment-812", "order-12-2026-12-28"' }),
  installmentId: Type.Union([Id, Type.Null()], { description: 'Null for an order' }),
  type: TransactionType,
  date: IsoDate,
  dueDate: IsoDate,
  forecast: Type.Boolean(),
  overdue: Type.Boolean(),
  number: Type.Integer(),
  installmentCount: Type.Integer(),
  value: Decimal,
  transactionId: Type.Union([Id, Type.Null()], { description: 'Null for an order' }),
  orderId: Type.Union([Id, Type.Null()], { description: 'Null for an installment' }),
  orderDocument: Type.Union([Type.String(), Type.Null()], { description: 'Number of the order, e.g. "PC-0012"' }),
  documentNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
  partner: Nullable(NamedReference),
  category: Nullable(NamedReference),
});
export type CashFlowMovement = Static<typeof CashFlowMovement>;

/**
 * State of movements: `PAID`, `FORECAST` (open, or planned for an order), `OVERDUE` (open with a due date before today),
 * `UPCOMING` (the rest of `FORECAST`), or `COMMITTED` (orders alone: nothing of them is owed yet, and so nothing overdue).
 */
const MovementState = Type.Union([
  Type.Literal('PAID'),
  Type.Literal('FORECAST'),
  Type.Literal('OVERDUE'),
  Type.Literal('UPCOMING'),
  Type.Literal('COMMITTED'),
]);

/** Paid and forecast amounts of one building's shares; overdue ones count on today. */
export const CashFlowBuilding = Type.Object({
  id: Id,
  name: Type.String(),
  paid: Decimal,
  received: Decimal,
  toPay: Decimal,
  toReceive: Decimal,
});
export type CashFlowBuilding = Static<typeof CashFlowBuilding>;

const totals = { received: Decimal, paid: Decimal, overdue: Type.Integer(), overdueValue: Decimal };

const companyParams = Type.Object({ companyId: Id });
const scope = { companyId: Id, buildingId: Type.Optional(BuildingId) };
const wallet = { bankId: Type.Optional(Id) };
const days = { startDate: IsoDate, endDate: IsoDate };
const part = { buildingId: Type.Optional(BuildingId), ...wallet };
const cashflow = '/api/v1/financial/company/:companyId/cashflow';

export const cashFlowEndpoints = {
  balance: endpoint({
    method: 'GET',
    path: '/api/v1/financial/balances',
    summary: 'Balance at the end of a day',
    replica: true,
    query: Type.Object({ ...scope, endDate: IsoDate }),
    answer: Balance,
    failure: CASH_FLOW_FAILURE,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/v1/financial/cash-flows',
    summary: 'Cash flow by day, both days included, at most 1,500 days',
    replica: true,
    query: Type.Object({ ...scope, ...wallet, ...days }),
    answer: Type.Object({ content: Type.Array(CashFlowEntry) }),
    failure: CASH_FLOW_FAILURE,
  }),
  periods: endpoint({
    method: 'GET',
    path: `${cashflow}/periods`,
    summary: 'Cash flow by day, week, month or as one period, with its categories; at most 1,500 days',
    replica: true,
    params: companyParams,
    query: Type.Object({
      ...part,
      ...days,
      group: Group,
      categories: Type.Optional(Type.Boolean({ description: 'false leaves the categories out: none in any period' })),
    }),
    answer: Type.Object({ content: Type.Array(CashFlowPeriod) }),
    failure: CASH_FLOW_FAILURE,
  }),
  buildings: endpoint({
    method: 'GET',
    path: `${cashflow}/buildings`,
    summary: 'Cash flow of each building of the company that is active or has movements, both days included',
    replica: true,
    params: companyParams,
    query: Type.Object(days),
    answer: Type.Object({ content: Type.Array(CashFlowBuilding) }),
    failure: CASH_FLOW_FAILURE,
  }),
  movements: endpoint({
    method: 'GET',
    path: `${cashflow}/movements`,
    summary: 'Installments and orders behind a figure of the cash flow, by day, with their sums',
    replica: true,
    params: companyParams,
    query: Type.Object({
      ...part,
      ...days,
      type: Type.Optional(TransactionType),
      state: Type.Optional(MovementState),
      categoryId: Type.Optional(
        Type.Integer({ minimum: -1, description: 'Category; -1 for transactions without one' }),
      ),
      partnerId: Type.Optional(Type.Integer({ minimum: -1, description: 'Partner; -1 for transactions without one' })),
      page: listKeys.page,
      size: listKeys.size,
    }),
    answer: Type.Object({ ...Page(CashFlowMovement).properties, ...totals }),
    failure: CASH_FLOW_FAILURE,
  }),
};
