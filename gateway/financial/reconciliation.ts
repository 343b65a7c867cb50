import {
  type Acceptance,
  type BankEntry as RestEntry,
  type BankSuggestion as RestSuggestion,
  reconciliationEndpoints,
} from '#schema/financial/reconciliation/reconciliation.rest.ts';
import type { BankAcceptanceInput, BankEntryInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';

export type BankEntryParent = RestEntry;
export type BankTransferProposalParent = NonNullable<RestSuggestion['transfer']>;

const reference = (id: string | null | undefined) => (id == null ? null : { id: toId(id) });

const toEntryBody = ({ installmentId, transferId, ...entry }: BankEntryInput) => ({
  ...(installmentId != null && { installmentId: toId(installmentId) }),
  ...(transferId != null && { transferId: toId(transferId) }),
  ...pick(entry, ['version', 'amount', 'increase', 'discount']),
});

const toAcceptance = ({ lines, entries, transfer, fee, document, score }: BankAcceptanceInput): Acceptance => ({
  lines: lines.map(toId),
  ...(entries && { entries: entries.map(toEntryBody) }),
  ...(transfer && {
    transfer: {
      wallet: { id: toId(transfer.walletId) },
      ...(transfer.lineId != null && { line: { id: toId(transfer.lineId) } }),
    },
  }),
  ...(fee && {
    fee: { amount: fee.amount, category: { id: toId(fee.categoryId) }, partner: reference(fee.partnerId) },
  }),
  ...(document && {
    document: {
      category: reference(document.categoryId),
      partner: reference(document.partnerId),
      building: reference(document.buildingId),
      costEstimateGroup: reference(document.costEstimateGroupId),
      documentNumber: document.documentNumber ?? null,
      description: document.description ?? null,
    },
  }),
  ...(score != null && { score }),
});

export const reconciliation: Resolvers = {
  Query: {
    bankDesk: (_, { companyId, walletId, view, minimum, date, search, fileId, page, size }, { rest }) =>
      rest.call(reconciliationEndpoints.desk, {
        params: { companyId: toId(companyId) },
        query: {
          wallet: toId(walletId),
          ...pick({ view, minimum, search }, ['view', 'minimum', 'search']),
          ...toPeriod(date),
          ...(fileId != null && { file: toId(fileId) }),
          ...toPageQuery({ page, size }),
        },
      }),
    openBankLines: async (_, { companyId }, { rest }) => {
      const { wallets } = await rest.call(reconciliationEndpoints.open, { params: { companyId: toId(companyId) } });
      return wallets;
    },
    bankCandidates: (_, { companyId, walletId, lines, search, page, size }, { rest }) =>
      rest.call(reconciliationEndpoints.candidates, {
        params: { companyId: toId(companyId) },
        query: {
          wallet: toId(walletId),
          ...pick({ search }, ['search']),
          ...(lines && lines.length > 0 && { lines: lines.map(toId).join(',') }),
          ...toPageQuery({ page, size }),
        },
      }),
    reconciliationSettings: (_, _args, { rest }) => rest.call(reconciliationEndpoints.settings, {}),
  },
  // Installments and transfers are numbered apart: under the name "id" the cache would take one for the other.
  BankEntry: { entryId: ({ id }) => id },
  BankTransferProposal: { lineId: ({ line }) => line?.id ?? null },
  Mutation: {
    acceptBankLines: (_, { companyId, items }, { rest }) =>
      rest.call(reconciliationEndpoints.accept, {
        params: { companyId: toId(companyId) },
        body: { items: items.map(toAcceptance) },
      }),
    undoBankReconciliations: (_, { companyId, ids, acceptance }, { rest }) =>
      rest.call(reconciliationEndpoints.undo, {
        params: { companyId: toId(companyId) },
        body: { ...(ids && { ids: ids.map(toId) }), ...(acceptance != null && { acceptance }) },
      }),
    ignoreBankLines: async (_, { companyId, lines, reason }, { rest }) => {
      const body = { lines: lines.map(toId), reason: reason ?? null };
      await rest.call(reconciliationEndpoints.ignore, { params: { companyId: toId(companyId) }, body });
      return { lines };
    },
    restoreBankLines: async (_, { companyId, lines }, { rest }) => {
      const body = { lines: lines.map(toId) };
      await rest.call(reconciliationEndpoints.restore, { params: { companyId: toId(companyId) }, body });
      return { lines };
    },
    reconcileWalletThrough: async (_, { companyId, walletId, through, before, reason }, { rest }) => {
      const params = { companyId: toId(companyId), walletId: toId(walletId) };
      const body = { through: through ?? null, before: before ?? null, reason: reason ?? null };
      const answer = await rest.call(reconciliationEndpoints.close, { params, body });
      return { walletId, reconciledThrough: answer.through };
    },
    updateReconciliationSettings: (_, body, { rest }) =>
      rest.call(reconciliationEndpoints.updateSettings, { body: { differenceLimit: body.differenceLimit } }),
  },
};
