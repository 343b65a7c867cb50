import {
  type ApportionmentBody,
  type InstallmentBody,
  type PaymentBody,
  type TransactionBody,
} from '#schema/financial/transactions/bodies.rest.ts';
import type {
  ApportionmentInput,
  FiscalDocumentInput,
  InstallmentInput,
  PaymentInput,
  RetentionInput,
  TransactionInput,
} from '../../generated/resolvers.ts';
import type { RetentionBody } from '#schema/financial/retentions/body.rest.ts';
import { toId, toOptionalId, toReference } from '../../platform/ids.ts';

const toInstallment = ({ id, dueDate, grossValue, paymentCode, payment }: InstallmentInput): InstallmentBody => ({
  id: toOptionalId(id),
  dueDate,
  grossValue,
  paymentCode,
  // An existing installment keeps its state, paid or forecast; only a new one sends it.
  ...(!id && { forecast: !payment }),
  ...(payment && {
    forecast: false,
    paymentDate: payment.paymentDate,
    bank: toReference(payment.walletId),
    paymentMethod: payment.paymentMethod,
    increase: payment.increase,
    discount: payment.discount,
  }),
});

const toApportionment = ({
  buildingId,
  stageId,
  grossValue,
  invoiceValue,
  isCustomerCharged,
}: ApportionmentInput): ApportionmentBody => ({
  building: { id: toId(buildingId) },
  costEstimateGroup: toReference(stageId),
  grossValue,
  invoiceValue,
  isCustomerCharged: isCustomerCharged ?? undefined,
});

const toFiscalLink = ({ id, createPartner, items }: FiscalDocumentInput) => ({
  id: toId(id),
  ...(createPartner != null && { createPartner }),
  ...(items && { items: items.map(({ number, productId }) => ({ number, product: { id: toId(productId) } })) }),
});

const toRetention = ({ partnerId, ...retention }: RetentionInput): RetentionBody => ({
  ...retention,
  partner: toReference(partnerId),
});

/** Returns the REST body of a transaction; installments and apportionments are sent complete. */
export const toTransactionBody = (input: TransactionInput): TransactionBody => ({
  documentNumber: input.documentNumber,
  description: input.description,
  grossValue: input.grossValue,
  emissionDate: input.emissionDate,
  competenceDate: input.competenceDate,
  expectedBank: toReference(input.expectedWalletId),
  preferredPaymentMethod: input.preferredPaymentMethod,
  category: toReference(input.categoryId),
  partner: toReference(input.partnerId),
  transactionRecordList: input.installments.map(toInstallment),
  transactionRecordBuildings: input.apportionments.map(toApportionment),
  ...(input.fiscalDocument && { fiscalDocument: toFiscalLink(input.fiscalDocument) }),
  retentions: input.retentions?.map(toRetention),
});

/** Returns the REST body of a payment. */
export const toPaymentBody = ({ walletId, ...input }: PaymentInput, version: number): PaymentBody => ({
  ...input,
  version,
  bank: { id: toId(walletId) },
});

const RENAMED: readonly [RegExp, string][] = [
  [/^transactionRecordList\b/, 'installments'],
  [/^transactionRecordBuildings\b/, 'apportionments'],
  [/^(installments\.\d+)\.bank(\.id)?$/, '$1.payment.walletId'],
  [/^(installments\.\d+)\.(paymentDate|paymentMethod|increase|discount)$/, '$1.payment.$2'],
  [/^(apportionments\.\d+)\.building(\.id)?$/, '$1.buildingId'],
  [/^(apportionments\.\d+)\.costEstimateGroup(\.id)?$/, '$1.stageId'],
  [/^(retentions\.\d+)\.partner(\.id)?$/, '$1.partnerId'],
  [/^category(\.id)?$/, 'categoryId'],
  [/^partner(\.id)?$/, 'partnerId'],
  [/^(fiscalDocument\.items\.\d+)\.product(\.id)?$/, '$1.productId'],
];

const rename = (path: string, names: readonly [RegExp, string][]): string =>
  names.reduce((renamed, [pattern, name]) => renamed.replace(pattern, name), path);

/** Maps the path of a rejected field in the REST body to its path in TransactionInput. */
export const transactionField = (path: string): string =>
  rename(path, [...RENAMED, [/^(bank|expectedBank)(\.id)?$/, 'expectedWalletId']]);

/** Maps the path of a rejected field in the REST body to its path in PaymentInput. */
export const paymentField = (path: string): string => rename(path, [[/^bank(\.id)?$/, 'walletId']]);
