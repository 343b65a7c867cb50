import { cashFlowPathEndpoints, type ForecastAmount } from '#schema/financial/cashFlows/paths.rest.ts';
import {
  type CashFlowBuilding,
  type CashFlowCategory,
  cashFlowEndpoints,
  type CashFlowMovement,
} from '#schema/financial/cashFlows/cashFlows.rest.ts';
import type { CashFlowMovementFilter, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';
import { asks } from '../platform/selection.ts';

export type CashFlowBuildingParent = CashFlowBuilding;
export type CashFlowCategoryParent = CashFlowCategory;
export type CashFlowMovementParent = CashFlowMovement;
export type ForecastAmountParent = ForecastAmount;

/** REST value for transactions without a category or partner. */
const WITHOUT = -1;

const keyOrNone = (id: string | null | undefined): number | undefined => (id === null ? WITHOUT : toOptionalId(id));

const toFilter = (filter: CashFlowMovementFilter | null | undefined) => ({
  type: filter?.type ?? undefined,
  state: filter?.state ?? undefined,
  categoryId: keyOrNone(filter?.categoryId),
  partnerId: keyOrNone(filter?.partnerId),
});

interface PartArgs {
  buildingId?: string | null | undefined;
  walletId?: string | null | undefined;
}

const toPart = ({ buildingId, walletId }: PartArgs) => ({
  buildingId: toOptionalId(buildingId),
  bankId: toOptionalId(walletId),
});

interface DayArgs {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

const toDays = ({ startDate, endDate }: DayArgs) => ({ from: startDate ?? undefined, to: endDate ?? undefined });

const forecasts = {
  category: {
    CREDIT: [cashFlowPathEndpoints.categoryCredit, cashFlowPathEndpoints.categoryCreditOfBuilding],
    DEBIT: [cashFlowPathEndpoints.categoryDebit, cashFlowPathEndpoints.categoryDebitOfBuilding],
  },
  partner: {
    CREDIT: [cashFlowPathEndpoints.customer, cashFlowPathEndpoints.customerOfBuilding],
    DEBIT: [cashFlowPathEndpoints.supplier, cashFlowPathEndpoints.supplierOfBuilding],
  },
} as const;

export const cashFlows: Resolvers = {
  Query: {
    companyBalance: (_, { companyId, buildingId, endDate }, { rest }) =>
      rest.call(cashFlowEndpoints.balance, {
        query: { companyId: toId(companyId), buildingId: toOptionalId(buildingId), endDate },
      }),
    cashFlow: async (_, { companyId, buildingId, startDate, endDate }, { rest }) => {
      const scope = { companyId: toId(companyId), buildingId: toOptionalId(buildingId) };
      return (await rest.call(cashFlowEndpoints.entries, { query: { ...scope, startDate, endDate } })).content;
    },
    cashFlowPeriods: async (_, { companyId, startDate, endDate, group, ...part }, { rest }, info) => {
      const params = { companyId: toId(companyId) };
      const query = { ...toPart(part), startDate, endDate, group, categories: asks(info, 'categories') };
      return (await rest.call(cashFlowEndpoints.periods, { params, query })).content;
    },
    cashFlowBuildings: async (_, { companyId, startDate, endDate }, { rest }) => {
      const call = { params: { companyId: toId(companyId) }, query: { startDate, endDate } };
      return (await rest.call(cashFlowEndpoints.buildings, call)).content;
    },
    cashFlowMovements: (_, { companyId, startDate, endDate, filter, page, size, ...part }, { rest }) => {
      const { page: number, size: rows } = toPageQuery({ page, size });
      return rest.call(cashFlowEndpoints.movements, {
        params: { companyId: toId(companyId) },
        query: { ...toPart(part), ...toFilter(filter), startDate, endDate, page: number, size: rows },
      });
    },
    paidBalances: async (_, { companyId, startDate, endDate }, { rest }) => {
      const call = { params: { companyId: toId(companyId) }, query: { from: startDate, to: endDate } };
      return (await rest.call(cashFlowPathEndpoints.paidBalances, call)).content;
    },
    projectedBalances: async (_, { companyId, startDate, endDate, ...part }, { rest }) => {
      const query = { ...toPart(part), ...toDays({ startDate, endDate }) };
      return (
        await rest.call(cashFlowPathEndpoints.forecastBalances, { params: { companyId: toId(companyId) }, query })
      ).content;
    },
    forecastByCategory: (_, { companyId, buildingId, type, ...days }, { rest }) => {
      const [whole, ofBuilding] = forecasts.category[type];
      const [params, query] = [{ companyId: toId(companyId) }, toDays(days)];
      const building = toOptionalId(buildingId);
      return building === undefined
        ? rest.call(whole, { params, query })
        : rest.call(ofBuilding, { params: { ...params, buildingId: building }, query });
    },
    forecastByPartner: (_, { companyId, buildingId, type, ...days }, { rest }) => {
      const [whole, ofBuilding] = forecasts.partner[type];
      const [params, query] = [{ companyId: toId(companyId) }, toDays(days)];
      const building = toOptionalId(buildingId);
      return building === undefined
        ? rest.call(whole, { params, query })
        : rest.call(ofBuilding, { params: { ...params, buildingId: building }, query });
    },
  },
  CashFlowBuilding: {
    buildingId: ({ id }) => id,
  },
  CashFlowCategory: {
    categoryId: ({ category }) => category?.id ?? null,
    name: ({ category }) => category?.name ?? null,
  },
  CashFlowMovement: {
    id: ({ key }) => key,
    partnerName: ({ partner }) => partner?.name ?? null,
    categoryName: ({ category }) => category?.name ?? null,
  },
  ForecastAmount: {
    ownerId: ({ id }) => id,
  },
};
