import { creditEndpoints, debitEndpoints } from '#schema/financial/transactions.endpoints.ts';
import type {
  Transaction as RestTransaction,
  TransactionTotals as RestTransactionTotals,
} from '#schema/financial/transactions.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { GatewayContext } from '../context.ts';
import type { Resolvers, TransactionFilter, TransactionType } from '../generated/resolvers.ts';
import { embeddedOr } from '../platform/embedded.ts';
import { NO_BUILDING, toId, toOptionalId } from '../platform/ids.ts';
import { invalid } from '../rest/errors.ts';
import { early } from '../platform/early.ts';
import { toPageQuery, toPeriod } from '../platform/lists.ts';
import { asks } from '../platform/selection.ts';
import { namedBuilding } from './buildings.ts';
import { KNOWN_CATEGORY } from './categories.ts';
import { categoryLoader } from './categories.loaders.ts';
import { KNOWN_COMPANY } from './companies.ts';
import { companyLoader } from './companies.loaders.ts';
import { KNOWN_PARTNER } from './partners.ts';
import { partnerLoader } from './partners.loaders.ts';
import { prefetchChildren } from './transactions.children.ts';
import { transactionLoaders } from './transactions.loaders.ts';
import { namedWallet } from './wallets.ts';

/** A document; where it came along with an installment, its own installments and files are asked for by its id. */
export type TransactionParent = Omit<RestTransaction, LeftOut> & Partial<Pick<RestTransaction, LeftOut>>;
type LeftOut = 'transactionRecordList' | 'attachments';
/** A page that can still ask for the sums over its filter, when they are selected. */
export interface TransactionPageParent extends PageOf<RestTransaction> {
  askTotals: () => Promise<RestTransactionTotals>;
}

/** §7: the same calls under /credit and /debit. */
export const endpointsOf = (type: TransactionType) => (type === 'CREDIT' ? creditEndpoints : debitEndpoints);

const toFilter = (filter: TransactionFilter | null | undefined) => ({
  status: filter?.status ?? undefined,
  category: toOptionalId(filter?.categoryId),
  partner: toOptionalId(filter?.partnerId),
  building: filter?.buildingId === null ? NO_BUILDING : toOptionalId(filter?.buildingId),
  costEstimateGroup: toOptionalId(filter?.stageId),
  bank: toOptionalId(filter?.walletId),
  documentNumber: filter?.documentNumber ?? undefined,
  search: filter?.search ?? undefined,
  ...toPeriod(filter?.dueDate),
});

const installmentsOf = (companyId: number, rows: RestTransaction['transactionRecordList']) =>
  rows.map((installment) => ({ ...installment, companyId }));

/** The whole document of a row that brought it without its installments; asked with those of the other rows. */
const whole = async ({ id, type, company }: TransactionParent, context: GatewayContext): Promise<RestTransaction> => {
  const document = await context.loader(transactionLoaders[type], { companyId: company.id }).load(id);
  if (!document) throw invalid('Lançamento não encontrado.');
  return document;
};

export const transactions: Resolvers = {
  Query: {
    transactions: async (_, { companyId, type, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const filters = toFilter(filter);
      const query = { ...toPageQuery(page), ...filters };
      const askTotals = () => context.rest.call(endpointsOf(type).totals, { params, query: filters });
      const ahead = asks(info, 'totals') ? early(askTotals()) : undefined;
      const answer = await context.rest.call(endpointsOf(type).list, { params, query });
      await prefetchChildren(answer.content, params.companyId, context, info);
      return { ...answer, askTotals: ahead ?? askTotals };
    },
    transaction: (_, { companyId, type, id }, { rest }) =>
      rest.call(endpointsOf(type).get, { params: { companyId: toId(companyId), id: toId(id) } }),
    duplicateTransactions: async (_, { companyId, type, partnerId, exceptId, documentNumber, value }, { rest }) => {
      const query = { partner: toId(partnerId), documentNumber, value, except: toOptionalId(exceptId) };
      const params = { companyId: toId(companyId) };
      return (await rest.call(endpointsOf(type).duplicates, { params, query })).content;
    },
  },
  TransactionPage: {
    totals: ({ askTotals }) => askTotals(),
  },
  Transaction: {
    category: ({ category }, _, context, info) =>
      category &&
      embeddedOr(info, KNOWN_CATEGORY, category, async () =>
        context.loader(categoryLoader, await context.account()).load(category.id),
      ),
    partner: ({ partner }, _, context, info) =>
      partner &&
      embeddedOr(info, KNOWN_PARTNER, partner, async () =>
        context.loader(partnerLoader, await context.account()).load(partner.id),
      ),
    company: ({ company }, _, context, info) =>
      embeddedOr(info, KNOWN_COMPANY, company, async () =>
        context.loader(companyLoader, await context.account()).load(company.id),
      ),
    expectedWallet: ({ bank, company }, _, context, info) =>
      bank && namedWallet({ id: bank.id, identifier: bank.text, company }, context, info),
    installments: (document, _, context) =>
      document.transactionRecordList
        ? installmentsOf(document.company.id, document.transactionRecordList)
        : whole(document, context).then(({ transactionRecordList }) =>
            installmentsOf(document.company.id, transactionRecordList),
          ),
    attachments: (document, _, context) =>
      document.attachments ?? whole(document, context).then(({ attachments }) => attachments),
    apportionments: ({ apportionments, company }) =>
      apportionments.map((apportionment) => ({ ...apportionment, companyId: company.id })),
  },
  Installment: {
    wallet: ({ bank, companyId }, _, context, info) =>
      bank && namedWallet({ id: bank.id, identifier: bank.text, company: { id: companyId } }, context, info),
    shares: ({ transactionRecordBuildings, companyId }) =>
      transactionRecordBuildings.map((share) => ({ ...share, companyId })),
  },
  InstallmentShare: {
    building: ({ building, companyId }, _, context, info) => namedBuilding(building, companyId, context, info),
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
  Apportionment: {
    building: ({ building, companyId }, _, context, info) => namedBuilding(building, companyId, context, info),
    stage: ({ costEstimateGroup }) => costEstimateGroup,
  },
};
