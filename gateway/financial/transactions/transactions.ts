import type { DaySum } from '#schema/financial/transactions/days.rest.ts';
import { creditEndpoints, debitEndpoints } from '#schema/financial/transactions/endpoints.ts';
import type {
  TransactionMatch,
  Transaction as RestTransaction,
  TransactionTotals as RestTransactionTotals,
} from '#schema/financial/transactions/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { GatewayContext } from '../../context.ts';
import type { Resolvers, TransactionFilter, TransactionType } from '../../generated/resolvers.ts';
import { NO_BUILDING, NO_STAGE, toId, toOptionalId } from '../../platform/ids.ts';
import { invalid } from '../../rest/errors.ts';
import { prefetched } from '../../platform/prefetched.ts';
import { pick, toPageQuery, toPeriod } from '../../platform/lists.ts';
import { asks } from '../../platform/selection.ts';
import { embeddedBuilding } from '../buildings.ts';
import { embeddedCategory } from '../categories.ts';
import { embeddedCompany } from '../companies.ts';
import { embeddedPartner } from '../partners.ts';
import { type BuildingPartParent, partsOf, placeOf } from './byBuilding.ts';
import { daySumsOf } from './daySums.ts';
import { prefetchChildren } from './children.ts';
import { transactionLoaders } from './loaders.ts';
import { mostParts } from './parts.ts';
import { type RestTransactionRow, toInstallment, toShare, toTransaction, type TransactionParent } from './rows.ts';
import { embeddedWallet } from '../wallets.ts';

/** A page of transactions; `askTotals` requests the sums over its filter when the operation selects them. */
export interface TransactionPageParent extends PageOf<TransactionParent> {
  matching: (TransactionMatch & { transactionId: number })[];
  askTotals: () => Promise<RestTransactionTotals>;
  askDays: () => Promise<DaySum[]>;
  askParts: () => Promise<BuildingPartParent[]>;
}

type ListedPage = PageOf<RestTransactionRow & { matching?: TransactionMatch }> & { totals?: RestTransactionTotals };

/** Endpoints of a transaction type: /credit and /debit have the same calls (§7). */
export const endpointsOf = (type: TransactionType) => (type === 'CREDIT' ? creditEndpoints : debitEndpoints);

/** Filters that lists of transactions and of installments share, with the names of REST. */
export const FILTERS = [
  'status',
  'documentNumber',
  'description',
  'emissionDate',
  'emissionFrom',
  'emissionTo',
  'competenceDate',
  'competenceFrom',
  'competenceTo',
  'withoutCategory',
  'statementLine',
  'paidFrom',
  'paidTo',
  'value',
  'valueFrom',
  'valueTo',
  'grossValue',
  'forecast',
  'preferredPaymentMethod',
  'method',
  'hasAttachment',
  'search',
] as const;

/** They choose the payments that a list of transactions sums. */
const PAID = ['paidFrom', 'paidTo'] as const;

const toFilter = (filter: TransactionFilter | null | undefined) => ({
  ...pick(filter, FILTERS),
  category: toOptionalId(filter?.categoryId),
  partner: toOptionalId(filter?.partnerId),
  building: filter?.buildingId === null ? NO_BUILDING : toOptionalId(filter?.buildingId),
  costEstimateGroup: toOptionalId(filter?.stageId),
  withinStage: filter?.withinStageId === null ? NO_STAGE : toOptionalId(filter?.withinStageId),
  bank: toOptionalId(filter?.walletId),
  ...toPeriod(filter?.dueDate),
});

/** Whether a filter has more than a status. */
const hasFilter = ({ status: _status, ...others }: ReturnType<typeof toFilter>): boolean =>
  Object.values(others).some((value) => value !== undefined && value !== null);

/**
 * Loads the complete transaction of a row without installments, in one batch with the other rows. Throws when it does
 * not exist.
 */
const whole = async ({ id, type, company }: TransactionParent, context: GatewayContext): Promise<RestTransaction> => {
  const transaction = await context.loader(transactionLoaders[type], { companyId: company.id }).load(id);
  if (!transaction) throw invalid('Lançamento não encontrado.');
  return transaction;
};

export const transactions: Resolvers = {
  Query: {
    transactions: async (_, { companyId, type, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const filters = toFilter(filter);
      const query = {
        ...toPageQuery(page),
        ...filters,
        matching: asks(info, 'matching') || asks(info, 'days') || undefined,
      };
      const askTotals = () => context.rest.call(endpointsOf(type).totals, { params, query: filters });
      // The sums of all rows are kept, and read with the page; those of a filter are added up beside it, in parallel.
      const totals = (asks(info, 'totals') && !hasFilter(filters)) || undefined;
      const ahead = asks(info, 'totals') && !totals ? prefetched(askTotals()) : undefined;
      const { list, summaries } = endpointsOf(type);
      const whole = ['installments', 'attachments', 'fiscalDocument'].some((field) => asks(info, 'content', field));
      const answer: ListedPage = await (whole
        ? context.rest.call(list, { params, query: { ...query, totals, maxParts: mostParts(info) } })
        : context.rest.call(summaries, { params, query: { ...query, totals } }));
      await prefetchChildren(answer.content, params.companyId, context, info);
      const matching = answer.content.flatMap((row) =>
        row.matching ? { transactionId: row.id, ...row.matching } : [],
      );
      const askDays = daySumsOf(
        answer.content.map((row) => row.matching?.dueDate ?? row.referenceDueDate),
        (days) => context.rest.call(endpointsOf(type).totals, { params, query: { ...filters, days } }),
      );
      const askParts = partsOf(answer.content, (ids) =>
        context.rest.call(endpointsOf(type).byBuilding, {
          params,
          query: { ids, ...placeOf(filters), ...pick(filter, PAID) },
        }),
      );
      return {
        ...answer,
        matching,
        content: answer.content.map(toTransaction),
        askTotals: ahead ?? (async () => answer.totals ?? askTotals()),
        askDays,
        askParts,
      };
    },
    transaction: async (_, { companyId, type, id }, { rest }) =>
      toTransaction(await rest.call(endpointsOf(type).get, { params: { companyId: toId(companyId), id: toId(id) } })),
    duplicateTransactions: async (_, { companyId, type, partnerId, exceptId, documentNumber, value }, { rest }) => {
      const query = { partner: toId(partnerId), documentNumber, value, except: toOptionalId(exceptId) };
      const params = { companyId: toId(companyId) };
      return (await rest.call(endpointsOf(type).duplicates, { params, query })).content;
    },
  },
  TransactionPage: {
    totals: ({ askTotals }) => askTotals(),
    days: ({ askDays }) => askDays(),
    byBuilding: ({ askParts }) => askParts(),
  },
  Transaction: {
    category: embeddedCategory,
    partner: embeddedPartner,
    company: embeddedCompany,
    expectedWallet: embeddedWallet('expectedWallet'),
    installments: async (transaction, _, context) => {
      const { transactionRecordList = (await whole(transaction, context)).transactionRecordList, company } =
        transaction;
      return transactionRecordList.map((installment) => toInstallment(installment, company));
    },
    retentions: async (transaction, _, context) => {
      const { retentions = (await whole(transaction, context)).retentions } = transaction;
      return retentions;
    },
    retentionOf: async (transaction, _, context) => {
      const { retentionOf = (await whole(transaction, context)).retentionOf } = transaction;
      return retentionOf;
    },
    attachments: (transaction, _, context) =>
      transaction.attachments ?? whole(transaction, context).then(({ attachments }) => attachments),
    fiscalDocument: (transaction, _, context) =>
      transaction.fiscalDocument === undefined
        ? whole(transaction, context).then(({ fiscalDocument }) => fiscalDocument)
        : transaction.fiscalDocument,
  },
  Installment: {
    wallet: embeddedWallet('wallet'),
    shares: ({ transactionRecordBuildings, company }) =>
      transactionRecordBuildings.map((share) => toShare(share, company)),
  },
  InstallmentShare: {
    building: embeddedBuilding,
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
  Apportionment: {
    building: embeddedBuilding,
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
};
