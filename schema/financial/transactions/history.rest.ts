import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Instant, listKeys, NamedReference, Nullable, Page } from '../../platform/shapes.ts';

export const transactionParams = Type.Object({ companyId: Id, id: Id });
export const pageKeys = { page: listKeys.page, size: listKeys.size };

/** A field with its values before and after; rows that it refers to by their names of today. */
const ChangedField = Type.Object({
  field: Type.String({
    description:
      'documentNumber, description, partner, category, emissionDate, competenceDate, grossValue, invoiceValue, expectedWallet, preferredPaymentMethod; of an installment dueDate, grossValue, paidValue (of a payment), paymentDate, wallet, paymentMethod, increase, discount, paymentCode, and of a reconciliation statementWallet, statementDate, statementValue; of a share grossValue, isCustomerCharged; of a retention base, rate, value, reason; attachment, accessKey',
  }),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});

const ChangedPart = Type.Object({
  part: Type.Union([
    Type.Literal('DOCUMENT'),
    Type.Literal('INSTALLMENT'),
    Type.Literal('SHARE'),
    Type.Literal('RETENTION'),
  ]),
  change: Type.Union([Type.Literal('ADDED'), Type.Literal('CHANGED'), Type.Literal('REMOVED')]),
  number: Nullable(Type.Integer({ description: 'Of an installment' })),
  building: Nullable(Type.String({ description: 'Of a share' })),
  stage: Nullable(Type.String({ description: 'Of a share' })),
  tax: Nullable(Type.String({ description: 'Of a retention' })),
  fields: Type.Array(ChangedField),
});
export type ChangedPart = Static<typeof ChangedPart>;

/** One change of a transaction, from the history, as far as the reader may see it. */
export const TransactionChange = Type.Object({
  id: Id,
  at: Instant,
  user: Nullable(NamedReference),
  program: Nullable(Type.String({ description: 'Name of the token of a program that acted for the user' })),
  action: Type.Union([
    Type.Literal('CREATED'),
    Type.Literal('CHANGED'),
    Type.Literal('PAID'),
    Type.Literal('PAYMENT_UNDONE'),
    Type.Literal('PAYMENT_CODE'),
    Type.Literal('RECONCILED'),
    Type.Literal('RECONCILIATION_UNDONE'),
    Type.Literal('FILE_ADDED'),
    Type.Literal('FILE_REMOVED'),
    Type.Literal('NOTA_LINKED'),
    Type.Literal('DELETED'),
    Type.Literal('RESTORED'),
  ]),
  parts: Type.Array(ChangedPart, { description: 'At most 20' }),
  moreParts: Type.Integer({ description: 'Changed parts that are not among them' }),
  hidden: Type.Boolean({ description: 'Something of it is of buildings that the reader may not see' }),
});
export type TransactionChange = Static<typeof TransactionChange>;

/** Below `/credit` or `/debit`. */
export const historyEndpoints = (collection: string, failure: string) => ({
  history: endpoint({
    method: 'GET',
    path: `${collection}/:id/history`,
    summary: 'Who changed a transaction, and what, with before and after; the latest first',
    params: transactionParams,
    query: Type.Object(pageKeys),
    answer: Page(TransactionChange),
    failure,
  }),
});
