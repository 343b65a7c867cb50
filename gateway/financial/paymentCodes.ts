import {
  paymentCodeEndpoints,
  type FittingInstallment,
  type PaymentCodeReading,
  type UsedInstallment,
} from '#schema/financial/paymentCodes/paymentCodes.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { toTransaction } from './transactions/rows.ts';

const fitting = ({ id, partner, ...row }: FittingInstallment) => ({
  ...row,
  installmentId: id,
  partnerName: partner?.name ?? null,
});

const used = ({ id, partner, company, ...row }: UsedInstallment) => ({
  ...row,
  installmentId: id,
  companyId: company.id,
  companyName: company.name,
  partnerName: partner?.name ?? null,
});

const toReading = ({ installments, usedBy, ...reading }: PaymentCodeReading) => ({
  ...reading,
  installments: installments.map(fitting),
  usedBy: usedBy.map(used),
});

export type FittingInstallmentParent = ReturnType<typeof fitting>;
export type UsedInstallmentParent = ReturnType<typeof used>;
export type PaymentCodeReadingParent = ReturnType<typeof toReading>;

export const paymentCodes: Resolvers = {
  Query: {
    readPaymentCode: async (_, { companyId, text }, { rest }) =>
      toReading(await rest.call(paymentCodeEndpoints.read, { params: { companyId: toId(companyId) }, body: { text } })),
  },
  Mutation: {
    setInstallmentPaymentCode: async (_, { companyId, installmentId, version, paymentCode }, { rest }) => {
      const params = { companyId: toId(companyId), id: toId(installmentId) };
      const body = { version, paymentCode: paymentCode ?? null };
      const { transaction, message } = await rest.call(paymentCodeEndpoints.put, { params, body });
      return { transaction: toTransaction(transaction), message };
    },
  },
};
