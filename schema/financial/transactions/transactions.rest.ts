import { Type, type Static } from 'typebox';
import { TransactionType } from '../categories.rest.ts';
import { LinkedFiscalDocument } from '../fiscalDocuments/fiscalDocuments.rest.ts';
import { Retention, RetentionOf } from '../retentions/body.rest.ts';
import { daySums } from './days.rest.ts';
import { TransactionFilterKeys, TransactionStatus } from './filters.rest.ts';
import {
  Decimal,
  Id,
  IsoDate,
  Instant,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  PageWithIds,
  Version,
} from '../../platform/shapes.ts';

/**
 * Share of one apportionment in one installment; rows and columns sum exactly (domain.md §3), and shares of 0.00 are
 * left out. `percentage` is the apportionment's part of the whole transaction (§5).
 */
export const InstallmentShare = Type.Object({
  apportionmentId: Id,
  building: NamedReference,
  costEstimateGroup: Nullable(NamedReference),
  value: Decimal,
  grossValue: Decimal,
  increase: Decimal,
  discount: Decimal,
  percentage: Decimal,
  isCustomerCharged: Type.Boolean(),
  amountPerBuilding: Type.Optional(Decimal),
});

/** Installment (parcela). A forecast has no payment date, wallet, method, increase or discount (§4). */
export const Installment = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  forecast: Type.Boolean(),
  date: Type.String({ format: 'date', description: 'Day of creation, in São Paulo' }),
  dueDate: IsoDate,
  paymentDate: Nullable(IsoDate),
  bank: Nullable(Type.Object({ id: Id, text: Type.String() })),
  paymentMethod: Nullable(Type.String()),
  increase: Nullable(Decimal),
  discount: Nullable(Decimal),
  grossValue: Decimal,
  value: Decimal,
  reconciled: Type.Boolean({ description: 'A line of a bank statement is answered by its payment' }),
  paymentCode: Nullable(
    Type.String({
      description: 'Of an expense: 47 digits of a boleto, 48 of a collection (arrecadação), or the text of a Pix',
    }),
  ),
  transactionRecordBuildings: Type.Array(InstallmentShare),
});
export type Installment = Static<typeof Installment>;

/**
 * Apportionment (apportionment) of the transaction to a building and optionally a stage: the sum of its installments' shares.
 */
export const Apportionment = Type.Object({
  id: Id,
  building: NamedReference,
  costEstimateGroup: Nullable(NamedReference),
  value: Decimal,
  grossValue: Decimal,
  increase: Decimal,
  discount: Decimal,
  invoiceValue: Type.String({
    description: 'Part of the invoice with what is withheld of it; grossValue without retentions',
  }),
  percentage: Decimal,
  isCustomerCharged: Type.Boolean(),
  amountPerBuilding: Type.Optional(
    Type.String({ description: 'Only of expenses: value of all shares of the same building' }),
  ),
});
export type Apportionment = Static<typeof Apportionment>;

export const Attachment = Type.Object({
  id: Id,
  name: Type.String(),
  mediaType: Type.String(),
  size: Type.Integer({ description: 'Size in bytes' }),
  createdAt: Instant,
  link: Type.String({ description: 'Path of the file on the same origin; requires the token' }),
});
export type Attachment = Static<typeof Attachment>;

/**
 * Income (receita, `credit`) or expense (despesa, `debit`): one transaction with 1..n installments (§3, §4). Values are
 * sums of the installments; `value` = gross + increase − discount. `dueDate` and `paymentDate` are null once any
 * installment is paid (§4); `referenceDueDate` is never null: the first open due date, or the last one when all are
 * paid. Shares of buildings that the user may not see are summed in `otherBuildingsValue`.
 */
export const Transaction = Type.Object({
  id: Id,
  version: Version,
  type: TransactionType,
  status: TransactionStatus,
  overdue: Type.Boolean(),
  forecast: Type.Boolean({ description: 'True while nothing is paid' }),
  documentNumber: Nullable(Type.String()),
  description: Nullable(Type.String()),
  value: Decimal,
  grossValue: Decimal,
  invoiceValue: Type.String({
    description: 'Value of the invoice: grossValue and what is withheld of it (retentions)',
  }),
  increase: Decimal,
  discount: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  overdueValue: Type.String({ description: 'Decimal as text: sum of the open installments due before today' }),
  dueDate: Nullable(IsoDate),
  referenceDueDate: IsoDate,
  emissionDate: IsoDate,
  competenceDate: IsoDate,
  paymentDate: Nullable(IsoDate),
  bank: Nullable(
    Type.Object(
      { id: Id, text: Type.String() },
      { description: 'Wallet of the payments, null where they differ; the expected one while nothing is paid' },
    ),
  ),
  expectedBank: Nullable(Type.Object({ id: Id, text: Type.String() }, { description: 'Expected wallet, paid or not' })),
  paymentMethod: Nullable(Type.String({ description: 'Method of the payments, null where they differ' })),
  preferredPaymentMethod: Nullable(Type.String()),
  category: Nullable(NamedReference),
  partner: Nullable(
    Type.Object({
      ...NamedReference.properties,
      taxId: Type.Optional(Nullable(Type.String({ description: 'CPF or CNPJ, without mask' }))),
    }),
  ),
  company: NamedReference,
  installmentCount: Type.Integer(),
  paidInstallmentCount: Type.Integer(),
  transactionRecordList: Type.Array(Installment),
  transactionRecordBuildings: Type.Array(Apportionment),
  otherBuildingsValue: Nullable(Decimal),
  attachments: Type.Array(Attachment),
  fiscalDocument: Type.Union([LinkedFiscalDocument, Type.Null()], { description: 'Nota that the expense was made of' }),
  retentions: Type.Array(Retention, { description: 'What is withheld of an expense, each with its payable' }),
  retentionOf: Nullable(RetentionOf),
  canChange: Type.Boolean({ description: 'True when the user has the permission on all of its buildings' }),
  closedMonth: Nullable(
    Type.String({
      description: 'YYYY-MM: the closed month that it is dated in, by competence or emission; it is read-only',
    }),
  ),
  closedException: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Until when the asking user may change it although its month is closed',
    }),
  ),
});
export type Transaction = Static<typeof Transaction>;

/**
 * A transaction for lists, without its installments, the fields that need them, and its files: two thirds of the
 * response.
 */
export const TransactionSummary = Type.Omit(Transaction, [
  'transactionRecordList',
  'attachments',
  'fiscalDocument',
  'retentions',
  'retentionOf',
  'bank',
  'paymentMethod',
]);
export type TransactionSummary = Static<typeof TransactionSummary>;

/**
 * Figures of a transaction under a list's filter: those of the shares when it has a building or stage, else of the
 * whole transaction. `dueDate` is the first open one of the matching installments, else the first of the period
 * (without a period, the last one).
 */
export const TransactionMatch = Type.Object({
  dueDate: IsoDate,
  value: Decimal,
  grossValue: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  overdueValue: Decimal,
});
export type TransactionMatch = Static<typeof TransactionMatch>;

const listed = { matching: Type.Optional(TransactionMatch) };
/** A transaction in a list, with its figures under the filter when requested (`matching=true`). */
export const ListedTransaction = Type.Object({ ...Transaction.properties, ...listed });
export type ListedTransaction = Static<typeof ListedTransaction>;
export const ListedSummary = Type.Object({ ...TransactionSummary.properties, ...listed });
export type ListedSummary = Static<typeof ListedSummary>;

/** Shares of an installment in a list filtered by building or stage. */
export const InstallmentMatch = Type.Object({ value: Decimal, grossValue: Decimal });
export type InstallmentMatch = Static<typeof InstallmentMatch>;

/**
 * Sums over a filter; of the shares when it has a building or stage. `overdueValue` sums the open installments due
 * before today; a transaction with such an installment is overdue.
 */
export const TransactionTotals = Type.Object({
  count: Type.Integer(),
  value: Decimal,
  grossValue: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  overdueValue: Decimal,
  counts: Type.Object(
    {
      all: Type.Integer(),
      open: Type.Integer(),
      partial: Type.Integer(),
      paid: Type.Integer(),
      overdue: Type.Integer(),
    },
    { description: 'Counts by status under the filter without its status' },
  ),
  ...daySums,
});
export type TransactionTotals = Static<typeof TransactionTotals>;

/** Another transaction of the same partner with the same number and value. */
export const DuplicateTransaction = Type.Object({
  id: Id,
  documentNumber: Type.String(),
  emissionDate: IsoDate,
  value: Decimal,
});

/** Sums over the filter of a list, of all its pages, read with the page from one snapshot; only where the query asks for `totals`. */
const withTotals = {
  totals: Type.Optional(TransactionTotals),
};
export const TransactionList = Page(ListedTransaction);
/** Pages of the lists that answer their sums, too. */
export const SummedTransactions = Type.Object({ ...TransactionList.properties, ...withTotals });
export const SummedSummaries = Type.Object({ ...PageWithIds(ListedSummary).properties, ...withTotals });
export const totalsKey = {
  totals: Type.Optional(
    Type.Boolean({ description: 'Adds the sums over the filter, as the list of totals answers them' }),
  ),
};
/** Without it, rows are plain transactions that the client may send back. */
export const matchingKey = {
  matching: Type.Optional(
    Type.Boolean({ description: 'Adds to each row its figures for the building, stage or period of the filter' }),
  ),
};
export const listQuery = Type.Object({ ...listKeys, ...TransactionFilterKeys, ...matchingKey });
/** As `listQuery`, for complete transactions, of which each may have hundreds of installments. */
export const wholeListQuery = Type.Object({
  ...listQuery.properties,
  ...totalsKey,
  maxParts: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Maximum installments and shares of a page with several transactions; a larger page is rejected at `size`',
    }),
  ),
});
