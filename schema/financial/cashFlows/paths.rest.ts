import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { BuildingId, Decimal, Id, IsoDate, Nullable } from '../../platform/shapes.ts';
import { CASH_FLOW_FAILURE } from './cashFlows.rest.ts';

/** Balance of all wallets at the end of a day. */
export const DayBalance = Type.Object({ date: IsoDate, balance: Decimal });

/** Open amount of one category or partner; `id` null covers transactions without one. */
export const ForecastAmount = Type.Object({
  id: Nullable(Id),
  name: Nullable(Type.String()),
  amount: Decimal,
  overdueAmount: Decimal,
  count: Type.Integer({ description: 'Number of open installments, and of planned ones of orders' }),
});
export type ForecastAmount = Static<typeof ForecastAmount>;

const base = '/api/v1/financial/company/:companyId/cashflow';
const companyParams = Type.Object({ companyId: Id });
const buildingParams = Type.Object({ companyId: Id, buildingId: BuildingId });
const period = Type.Object({ from: Type.Optional(IsoDate), to: Type.Optional(IsoDate) });
const amounts = Type.Object({ content: Type.Array(ForecastAmount), total: Decimal });
const balances = Type.Object({ content: Type.Array(DayBalance) });
const failure = CASH_FLOW_FAILURE;

const amountEndpoint = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${base}/forecast/${path}`,
    summary,
    replica: true,
    params: companyParams,
    query: period,
    answer: amounts,
    failure,
  });
const buildingAmountEndpoint = (path: string, summary: string) =>
  endpoint({
    method: 'GET',
    path: `${base}/forecast/building/:buildingId/${path}`,
    summary: `${summary}, shares of one building (-1: transactions without apportionment)`,
    replica: true,
    params: buildingParams,
    query: period,
    answer: amounts,
    failure,
  });

/**
 * The cash-flow paths of §7. Forecasts count on their due date, overdue ones on today; without `from` and `to` they
 * cover the range of §9 (today plus three years). Largest amount first.
 */
export const cashFlowPathEndpoints = {
  paidBalances: endpoint({
    method: 'GET',
    path: `${base}/paid/bank/balance`,
    summary: 'Balance of all wallets at the end of each day, both days included, at most 1,500 days',
    replica: true,
    params: companyParams,
    query: Type.Object({ from: IsoDate, to: IsoDate }),
    answer: balances,
    failure,
  }),
  forecastBalances: endpoint({
    method: 'GET',
    path: `${base}/forecast/bank/balance`,
    summary: 'Projected balance of all wallets at the end of each day; by default today and 180 days',
    replica: true,
    params: companyParams,
    query: Type.Object({ ...period.properties, bankId: Type.Optional(Id), buildingId: Type.Optional(BuildingId) }),
    answer: balances,
    failure,
  }),
  categoryCredit: amountEndpoint('category/credit/amount', 'To receive by category'),
  categoryDebit: amountEndpoint('category/debit/amount', 'To pay by category'),
  customer: amountEndpoint('partner/customer/credit/amount', 'To receive by customer'),
  supplier: amountEndpoint('partner/supplier/debit/amount', 'To pay by supplier'),
  categoryCreditOfBuilding: buildingAmountEndpoint('category/credit/amount', 'To receive by category'),
  categoryDebitOfBuilding: buildingAmountEndpoint('category/debit/amount', 'To pay by category'),
  customerOfBuilding: buildingAmountEndpoint('partner/customer/credit/amount', 'To receive by customer'),
  supplierOfBuilding: buildingAmountEndpoint('partner/supplier/debit/amount', 'To pay by supplier'),
};
