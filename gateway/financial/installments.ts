import {
  type BulkAnswer,
  creditInstallmentEndpoints,
  debitInstallmentEndpoints,
  type InstallmentGroup,
  type InstallmentRow as RestInstallmentRow,
  type InstallmentTotals,
} from '#schema/financial/installments.rest.ts';
import type { DaySum } from '#schema/financial/transactions/days.rest.ts';
import type { InstallmentMatch } from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type {
  BulkItem,
  BulkPaymentInput,
  InstallmentFilter,
  Resolvers,
  TransactionType,
} from '../generated/resolvers.ts';
import { NO_BUILDING, NO_STAGE, toId, toOptionalId } from '../platform/ids.ts';
import { prefetched } from '../platform/prefetched.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';
import { asks } from '../platform/selection.ts';
import { FILTERS } from './transactions/transactions.ts';
import { type BuildingPartParent, partsOf, placeOf } from './transactions/byBuilding.ts';
import { prefetchChildren } from './transactions/children.ts';
import { daySumsOf } from './transactions/daySums.ts';
import { paymentField } from './transactions/input.ts';
import { movedWallet } from './transactions/mutations.ts';
import { mostParts, requireFewParts } from './transactions/parts.ts';
import { toInstallment, toTransaction } from './transactions/rows.ts';
import { embeddedList } from '../platform/embedded.ts';
import { embeddedWallet, KNOWN_WALLET, wholeWallet } from './wallets.ts';

export type InstallmentGroupParent = InstallmentGroup;
export type InstallmentRowParent = ReturnType<typeof toRow>;
/** A page of installments; `askTotals` requests the sums over its filter when the operation selects them. */
export interface InstallmentRowPageParent extends PageOf<InstallmentRowParent> {
  matching: (InstallmentMatch & { installmentId: number })[];
  askTotals: () => Promise<InstallmentTotals>;
  askDays: () => Promise<DaySum[]>;
  askParts: () => Promise<BuildingPartParent[]>;
}
export type BulkPayloadParent = ReturnType<typeof bulkPayload>;

const endpointsOf = (type: TransactionType) =>
  type === 'CREDIT' ? creditInstallmentEndpoints : debitInstallmentEndpoints;

const ALL_FILTERS = [...FILTERS, 'paymentDate', 'paymentMethod'] as const;

const toFilter = (filter: InstallmentFilter | null | undefined) => ({
  ...pick(filter, ALL_FILTERS),
  category: toOptionalId(filter?.categoryId),
  partner: toOptionalId(filter?.partnerId),
  building: filter?.buildingId === null ? NO_BUILDING : toOptionalId(filter?.buildingId),
  costEstimateGroup: toOptionalId(filter?.stageId),
  withinStage: filter?.withinStageId === null ? NO_STAGE : toOptionalId(filter?.withinStageId),
  bank: toOptionalId(filter?.walletId),
  ...toPeriod(filter?.dueDate),
});

const toRow = (row: RestInstallmentRow) => ({
  ...row,
  installment: toInstallment(row.installment, row.transaction.company),
  transaction: toTransaction(row.transaction),
});

const toItems = (items: readonly BulkItem[]) =>
  items.map(({ transactionId, installmentId, version }) => ({
    transactionId: toId(transactionId),
    installmentId: toId(installmentId),
    version,
  }));

const toBulkPayment = ({ paymentDate, walletId, paymentMethod, asExpected }: BulkPaymentInput) => ({
  paymentDate,
  bank: walletId == null ? undefined : { id: toId(walletId) },
  paymentMethod: paymentMethod ?? undefined,
  asExpected: asExpected ?? undefined,
});

/**
 * Builds the payload of a bulk payment. `wallet` is that of the last successful item: its balance includes all of them.
 */
const bulkPayload = (answer: BulkAnswer) => {
  const byId = new Map(answer.transactions.map((transaction) => [transaction.id, transaction]));
  const moved = answer.results.flatMap(({ ok, transactionId, installmentId }) => {
    const transaction = ok ? byId.get(transactionId) : undefined;
    return (transaction && movedWallet({ ...answer, transaction }, installmentId)) ?? [];
  });
  return {
    results: answer.results.map(({ installmentId, ...result }) => ({ ...result, id: installmentId })),
    transactions: answer.transactions.map(toTransaction),
    wallet: moved.at(-1) ?? null,
    wallets: [...new Map(moved.map((wallet) => [wallet.id, wallet])).values()],
  };
};

const GROUPINGS = { PARTNER: 'partner', CATEGORY: 'category', BUILDING: 'building', MONTH: 'month' } as const;

export const installments: Resolvers = {
  Query: {
    installmentGroups: (_, { companyId, type, by, filter }, { rest }) =>
      rest.call(endpointsOf(type).groups, {
        params: { companyId: toId(companyId) },
        query: {
          ...{ by: GROUPINGS[by], state: filter.state },
          from: filter.from ?? undefined,
          to: filter.to ?? undefined,
          partner: toOptionalId(filter.partnerId),
          category: toOptionalId(filter.categoryId),
          building: toOptionalId(filter.buildingId),
        },
      }),
    installments: async (_, { companyId, type, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const filters = toFilter(filter);
      const query = { ...toPageQuery(page), ...filters };
      const askTotals = () => context.rest.call(endpointsOf(type).totals, { params, query: filters });
      const ahead = asks(info, 'totals') ? prefetched(askTotals()) : undefined;
      const answer = await context.rest.call(endpointsOf(type).list, { params, query });
      const transactions = answer.content.map(({ transaction }) => transaction);
      if (asks(info, 'content', 'transaction', 'installments')) requireFewParts(transactions, mostParts(info));
      await prefetchChildren(transactions, params.companyId, context, info, ['content', 'transaction']);
      const matching = answer.content.flatMap((row) =>
        row.matching ? { installmentId: row.id, ...row.matching } : [],
      );
      const askDays = daySumsOf(
        answer.content.map(({ installment }) => installment.dueDate),
        (days) => context.rest.call(endpointsOf(type).totals, { params, query: { ...filters, days } }),
      );
      const askParts = partsOf(
        answer.content.map(({ id, transaction: { company } }) => ({ id, company })),
        (ids) => context.rest.call(endpointsOf(type).byBuilding, { params, query: { ids, ...placeOf(filters) } }),
      );
      return {
        ...answer,
        ...{ matching, askDays, askParts },
        content: answer.content.map(toRow),
        askTotals: ahead ?? askTotals,
      };
    },
  },
  Mutation: {
    payInstallments: async (_, { companyId, type, items, input }, { rest }) => {
      const body = { ...toBulkPayment(input), items: toItems(items) };
      const params = { companyId: toId(companyId) };
      return bulkPayload(await rest.call(endpointsOf(type).pay, { params, body, fieldNames: paymentField }));
    },
    undoInstallmentPayments: async (_, { companyId, type, items }, { rest }) => {
      const params = { companyId: toId(companyId) };
      return bulkPayload(await rest.call(endpointsOf(type).undo, { params, body: { items: toItems(items) } }));
    },
  },
  InstallmentGroup: {
    ownerId: ({ id }) => id,
  },
  InstallmentRowPage: {
    totals: ({ askTotals }) => askTotals(),
    days: ({ askDays }) => askDays(),
    byBuilding: ({ askParts }) => askParts(),
  },
  BulkPayload: {
    wallet: embeddedWallet('wallet'),
    wallets: embeddedList('wallets', KNOWN_WALLET, wholeWallet),
  },
};
