import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Decimal, Id, IsoDate, NamedReference, Nullable, Version } from '../../platform/shapes.ts';
import { MAX_PAYMENT_CODE } from '../transactions/bodies.rest.ts';
import { Transaction } from '../transactions/transactions.rest.ts';

/** Payment codes of expenses: boletos, collections (arrecadação) and Pix codes (domain.md §3; docs/decisions/0071). */

export const CodeKind = Type.Union([
  Type.Literal('BOLETO', { description: 'Line of 47 digits, or barcode of 44' }),
  Type.Literal('COLLECTION', { description: 'Bill of a utility or tax (arrecadação): 48 digits, or barcode of 44' }),
  Type.Literal('PIX', { description: 'Pix copia-e-cola (BR Code)' }),
  Type.Literal('ACCESS_KEY', { description: 'Access key of a fiscal document, 44 characters: nothing to pay by' }),
]);

/** What a code says. What it leaves to the payer, or does not have, is null. */
export const ReadCode = Type.Object({
  kind: CodeKind,
  code: Type.String({ description: 'Without mask' }),
  printed: Type.String({ description: 'In groups, as banks print it' }),
  barcode: Nullable(Type.String({ description: '44 digits' })),
  bank: Nullable(Type.String({ description: 'Code of the bank of a boleto, three digits' })),
  segment: Nullable(Type.String({ description: 'Kind of receiver of a collection: 1 to 9' })),
  receiver: Nullable(Type.String({ description: 'Name of the bank, kind of receiver, or name in the Pix' })),
  amount: Nullable(Decimal),
  dueDate: Nullable(
    Type.String({ format: 'date', description: 'Factors restarted on 2025-02-22: the date around today' }),
  ),
  key: Nullable(Type.String({ description: 'Key of a static Pix' })),
  url: Nullable(Type.String({ description: 'Address of the charge of a dynamic Pix' })),
  city: Nullable(Type.String({ description: 'City in the Pix' })),
  txid: Nullable(Type.String({ description: 'Identifier of the charge in the Pix' })),
  dynamic: Type.Boolean({ description: 'True for a Pix that is paid once' }),
});
export type ReadCode = Static<typeof ReadCode>;

/** An installment of an expense, named so that a person recognises it. */
const InstallmentName = {
  id: Id,
  transactionId: Id,
  version: Version,
  number: Type.Integer({ minimum: 1 }),
  installmentCount: Type.Integer({ minimum: 1 }),
  dueDate: IsoDate,
  grossValue: Decimal,
  forecast: Type.Boolean(),
  partner: Nullable(NamedReference),
  documentNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
};

/** An open installment without a code that a code may be of. */
export const FittingInstallment = Type.Object({
  ...InstallmentName,
  exact: Type.Boolean({ description: 'All that the code says agrees: amount, and due date or receiver' }),
  reasons: Type.Array(Type.String({ description: 'What agrees, in words' })),
});
export type FittingInstallment = Static<typeof FittingInstallment>;

/** An installment that has the code already. */
export const UsedInstallment = Type.Object({ ...InstallmentName, company: NamedReference });
export type UsedInstallment = Static<typeof UsedInstallment>;

/** Most installments of each list of an answer. */
export const MAX_FITTING = 10;

export const PaymentCodeReading = Type.Object({
  code: ReadCode,
  installments: Type.Array(FittingInstallment, {
    maxItems: MAX_FITTING,
    description: 'Open ones of the company that the user may change, best first',
  }),
  usedBy: Type.Array(UsedInstallment, {
    maxItems: MAX_FITTING,
    description: 'Of all companies of the account that the user may see',
  }),
  usedElsewhere: Type.Boolean({ description: 'True when an installment that the user may not see has it' }),
});
export type PaymentCodeReading = Static<typeof PaymentCodeReading>;

/** What was found in a file. A picture, and a PDF of pictures, have no text to read. */
export const DocumentReading = Type.Object({
  name: Type.String(),
  mediaType: Type.String(),
  pages: Type.Integer({ description: 'Pages that were read; 0 for a picture' }),
  hasText: Type.Boolean(),
  codes: Type.Array(ReadCode, { description: 'In the order of the file, each once' }),
});
export type DocumentReading = Static<typeof DocumentReading>;

/** The transaction after the change; the message, which the envelope has too, tells in what the code differs. */
const PaymentCodeAnswer = Type.Object({ transaction: Transaction, message: Nullable(Type.String()) });

const company = Type.Object({ companyId: Id });
const collection = '/api/v1/financial/company/:companyId';

export const paymentCodeEndpoints = {
  read: endpoint({
    method: 'POST',
    path: `${collection}/payment-codes/read`,
    summary: 'Reads the one code in a text, and finds the installments that it may be of; 422 at `text` for none',
    params: company,
    body: Type.Object({ text: Type.String({ minLength: 1, maxLength: 20_000 }) }),
    answer: PaymentCodeReading,
  }),
  document: endpoint({
    method: 'POST',
    path: `${collection}/payment-codes/documents`,
    summary: 'Reads the codes in a PDF or picture (part "file", 20 MiB, 30 pages), and keeps nothing of it',
    params: company,
    bodyKind: 'multipart',
    answer: DocumentReading,
  }),
  put: endpoint({
    method: 'PUT',
    path: `${collection}/debit/installments/:id/payment-code`,
    summary: 'Sets or removes the code of an open installment; the message tells in what it differs from it',
    params: Type.Object({ companyId: Id, id: Id }),
    body: Type.Object({
      version: Type.Optional(Version),
      paymentCode: Nullable(Type.String({ maxLength: MAX_PAYMENT_CODE, description: 'As in a transaction' })),
    }),
    answer: PaymentCodeAnswer,
  }),
};
