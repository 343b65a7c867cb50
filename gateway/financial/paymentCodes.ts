import {
  paymentCodeEndpoints,
  type FittingInstallment,
  type UsedInstallment,
} from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { toTransaction } from './transactions/rows.ts';

export type FittingInstallmentParent = FittingInstallment;
export type UsedInstallmentParent = UsedInstallment;

export const paymentCodes: Resolvers = {
  Query: {
    readPaymentCode: (_, { companyId, text }, { rest }) =>
      rest.call(paymentCodeEndpoints.read, { params: { companyId: toId(companyId) }, body: { text } }),
  },
  Mutation: {
    setInstallmentPaymentCode: async (_, { companyId, installmentId, version, paymentCode }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(installmentId) };
      const body = { version, paymentCode: paymentCode ?? null };
      const { transaction, message } = await rest.call(paymentCodeEndpoints.put, { params, body });
      return { transaction: toTransaction(transaction), message };
    },
  },
  // They have no `id`: what is said of one depends on the code, and is no row of the cache.
  FittingInstallment: {
    installmentId: ({ id }) => id,
    partnerName: ({ partner }) => partner?.name ?? null,
  },
  UsedInstallment: {
    installmentId: ({ id }) => id,
    partnerName: ({ partner }) => partner?.name ?? null,
    companyId: ({ company }) => company.id,
    companyName: ({ company }) => company.name,
  },
};
