import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { BuildingId, Decimal, Id, IsoDate, Nullable } from '../platform/shapes.ts';

/**
 * Balance of the company's wallets, or the paid result of one building (-1: of documents without one), at the end of a
 * day (§3, §7). `buildingId` is as it was asked for; null when it was not.
 */
export const Balance = Type.Object({
  companyId: Id,
  buildingId: Nullable(BuildingId),
  endDate: IsoDate,
  value: Decimal,
});
export type Balance = Static<typeof Balance>;

/**
 * One day of cash flow (§3). Paid and received are movements of the day; toPay and toReceive are forecasts due that
 * day, overdue ones counted on today. `actualBalance` follows paid movements, `expectedBalance` adds the forecasts.
 */
export const CashFlowEntry = Type.Object({
  date: IsoDate,
  paid: Decimal,
  received: Decimal,
  toPay: Decimal,
  toReceive: Decimal,
  overdueToPay: Decimal,
  overdueToReceive: Decimal,
  actualBalance: Decimal,
  expectedBalance: Decimal,
});
export type CashFlowEntry = Static<typeof CashFlowEntry>;

const scope = { companyId: Id, buildingId: Type.Optional(BuildingId) };

export const cashFlowEndpoints = {
  balance: endpoint({
    method: 'GET',
    path: '/api/v1/financial/balances',
    summary: 'Balance at the end of a day',
    query: Type.Object({ ...scope, endDate: IsoDate }),
    answer: Balance,
    failure: 'Falha em recuperar informações do fluxo de caixa',
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/v1/financial/cash-flows',
    summary: 'Cash flow by day, both days included, at most 1,500 days',
    query: Type.Object({ ...scope, startDate: IsoDate, endDate: IsoDate }),
    answer: Type.Object({ content: Type.Array(CashFlowEntry) }),
    failure: 'Falha em recuperar informações do fluxo de caixa',
  }),
};
