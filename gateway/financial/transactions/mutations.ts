import type { PaymentAnswer } from '#schema/financial/transactions/endpoints.ts';
import type { Static } from 'typebox';
import type { Resolvers } from '../../generated/resolvers.ts';
import { toId } from '../../platform/ids.ts';
import { endpointsOf } from './transactions.ts';
import { paymentField, toPaymentBody, toTransactionBody, transactionField } from './input.ts';
import { toTransaction } from './rows.ts';
import { embeddedWallet, toWallet, type WalletParent } from '../wallets.ts';

/**
 * Returns the wallet of a payment, with the balance when the response includes it (only if the user may see it, §6).
 */
export const movedWallet = (
  { transaction, walletBalance }: Pick<Static<typeof PaymentAnswer>, 'transaction' | 'walletBalance'>,
  installmentId: number,
): WalletParent | null => {
  const { company } = transaction;
  if (walletBalance) {
    const { id, identifier, description, active } = walletBalance;
    return { id, identifier, description, active, company, movedBalance: walletBalance };
  }
  const paid = transaction.transactionRecordList.find(({ id }) => id === installmentId);
  return toWallet(paid?.bank ?? null, company);
};

const toPayload = (answer: Static<typeof PaymentAnswer>, installmentId: number) => ({
  transaction: toTransaction(answer.transaction),
  wallet: movedWallet(answer, installmentId),
  message: answer.message,
});

export const transactionMutations: Resolvers = {
  Mutation: {
    createTransaction: async (_, { companyId, type, input }, { rest }) => ({
      transaction: toTransaction(
        await rest.call(endpointsOf(type).create, {
          params: { companyId: toId(companyId) },
          body: toTransactionBody(input),
          fieldNames: transactionField,
        }),
      ),
    }),
    updateTransaction: async (_, { companyId, type, id, version, input }, { rest }) => ({
      transaction: toTransaction(
        await rest.call(endpointsOf(type).update, {
          params: { companyId: toId(companyId) },
          body: { ...toTransactionBody(input), id: toId(id), version },
          fieldNames: transactionField,
        }),
      ),
    }),
    deleteTransaction: async (_, { companyId, type, id, version }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(id) };
      await rest.call(endpointsOf(type).remove, { params, query: { version: version ?? undefined } });
      return { id };
    },
    payInstallment: async (_, { companyId, type, transactionId, installmentId, version, input }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(transactionId), installmentId: toId(installmentId) };
      const body = toPaymentBody(input, version);
      const answer = await rest.call(endpointsOf(type).pay, { params, body, fieldNames: paymentField });
      return toPayload(answer, params.installmentId);
    },
    undoInstallmentPayment: async (_, { companyId, type, transactionId, installmentId, version }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(transactionId), installmentId: toId(installmentId) };
      const answer = await rest.call(endpointsOf(type).undoPayment, { params, query: { version } });
      return toPayload(answer, params.installmentId);
    },
    deleteAttachment: async (_, { companyId, type, transactionId, id }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(transactionId), attachmentId: toId(id) };
      await rest.call(endpointsOf(type).detach, { params });
      return { id };
    },
  },
  InstallmentPaymentPayload: {
    wallet: embeddedWallet('wallet'),
  },
};
