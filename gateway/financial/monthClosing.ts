import {
  type AccountantFolder as RestFolder,
  type ChecklistPoint as RestPoint,
  type ClosingRecord as RestRecord,
  type ClosingYear as RestYear,
  type ExceptionChange as RestChange,
  type MonthClosing as RestMonth,
  monthClosingEndpoints as endpoints,
  type MonthException as RestException,
  type PointRow as RestRow,
} from '#schema/financial/monthClosing/monthClosing.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';

export type ClosingYearParent = RestYear;
export type MonthClosingParent = RestMonth;
export type ClosingChecklistPointParent = RestPoint;
export type ClosingPointWalletParent = RestPoint['wallets'][number];
export type ClosingRecordParent = RestRecord;
export type MonthExceptionParent = RestException;
export type ExceptionChangeParent = RestChange;
export type AccountantFolderParent = RestFolder;
export type ClosingPointRowParent = RestRow;

const ofCompany = (companyId: string) => ({ companyId: toId(companyId) });

export const monthClosing: Resolvers = {
  Query: {
    monthClosings: (_, { companyId, year }, { rest }) =>
      rest.call(endpoints.year, { params: ofCompany(companyId), query: { year } }),
    monthClosing: (_, { companyId, month }, { rest }) =>
      rest.call(endpoints.get, { params: { ...ofCompany(companyId), month } }),
    monthClosingRows: (_, { companyId, month, point, ...paging }, { rest }) => {
      const { page, size } = toPageQuery(paging);
      return rest.call(endpoints.rows, { params: { ...ofCompany(companyId), month, point }, query: { page, size } });
    },
    accountantFolder: (_, { companyId, id }, { rest }) =>
      rest.call(endpoints.folder, { params: { ...ofCompany(companyId), id: toId(id) } }),
  },
  Mutation: {
    closeMonth: async (_, { companyId, month, confirmedCount }, { rest }) => ({
      month: await rest.call(endpoints.close, { params: { ...ofCompany(companyId), month }, body: { confirmedCount } }),
    }),
    reopenMonth: async (_, { companyId, month, reason }, { rest }) => ({
      month: await rest.call(endpoints.reopen, { params: { ...ofCompany(companyId), month }, body: { reason } }),
    }),
    createMonthException: async (_, { companyId, input }, { rest }) => {
      const { month, transactionId, userId, minutes, reason } = input;
      return {
        exception: await rest.call(endpoints.createException, {
          params: { ...ofCompany(companyId), month },
          body: {
            ...{ minutes, reason },
            ...{ transactionId: toOptionalId(transactionId), userId: toOptionalId(userId) },
          },
        }),
      };
    },
    endMonthException: async (_, { companyId, id }, { rest }) => ({
      exception: await rest.call(endpoints.endException, { params: { ...ofCompany(companyId), id: toId(id) } }),
    }),
    makeAccountantFolder: async (_, { companyId, month }, { rest }) => ({
      folder: await rest.call(endpoints.makeFolder, { params: { ...ofCompany(companyId), month } }),
    }),
  },
  ClosingPointWallet: {
    walletId: ({ wallet }) => wallet.id,
    walletName: ({ wallet }) => wallet.name,
  },
  ClosingRecord: {
    closedByName: ({ closedBy }) => closedBy?.name ?? null,
    reopenedByName: ({ reopenedBy }) => reopenedBy?.name ?? null,
  },
  ExceptionChange: { byName: ({ by }) => by?.name ?? null },
  MonthException: {
    transactionId: ({ transaction }) => transaction?.id ?? null,
    transactionType: ({ transaction }) => transaction?.type ?? null,
    userName: ({ user }) => user?.name ?? null,
    createdByName: ({ createdBy }) => createdBy?.name ?? null,
    endedByName: ({ endedBy }) => endedBy?.name ?? null,
  },
  AccountantFolder: { size: ({ size }) => (size === null ? null : String(size)) },
  ClosingPointRow: {
    rowId: ({ id }) => id,
    walletId: ({ wallet }) => wallet?.id ?? null,
    walletName: ({ wallet }) => wallet?.name ?? null,
    partnerName: ({ partner }) => partner?.name ?? null,
  },
};
