import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { TransactionType } from '../categories.rest.ts';
import { FiscalLink, LinkedFiscalDocument } from '../fiscalDocuments/fiscalDocuments.rest.ts';
import { Retention, RetentionBody, RetentionOf } from '../retentions/body.rest.ts';
import { MAX_RETENTIONS } from '#domain/financial/retentions/taxes.ts';
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
  PositiveDecimal,
  Reference,
  Update,
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
  partner: Nullable(NamedReference),
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

/** Of a payment code with what people paste along with it. */
export const MAX_PAYMENT_CODE = 2000;

const OptionalText = Type.Optional(Nullable(Type.String()));
const OptionalKey = Type.Optional(Nullable(Type.Integer()));
const reference = <T extends TProperties>(properties: T) => Type.Optional(Nullable(Type.Object(properties)));
/** A reference by id, optionally with its name; a reference without id is dropped (§5). */
const OptionalReference = reference({ id: OptionalKey, name: OptionalText });
/** As OptionalReference, for a wallet, whose name is `text` (§3). */
const OptionalWallet = reference({ id: OptionalKey, text: OptionalText });
const OptionalAmount = Type.Optional(Nullable(PositiveDecimal));
const OptionalDate = Type.Optional(Nullable(IsoDate));
const OptionalMethod = Type.Optional(Nullable(Type.String({ maxLength: 20 })));

const share = {
  building: Type.Object({ id: Id, name: Type.Optional(Type.String()) }),
  costEstimateGroup: OptionalReference,
  value: OptionalAmount,
  grossValue: OptionalAmount,
  increase: OptionalAmount,
  discount: OptionalAmount,
  percentage: OptionalAmount,
  isCustomerCharged: Type.Optional(Type.Boolean()),
};
const InstallmentShareBody = Type.Object(share);
/** Of an apportionment alone: its part of the invoice, of which what is withheld is taken in proportion. */
const ofInvoice = { invoiceValue: OptionalAmount };
/** Apportionment of a transaction, or share of one of its installments (which has no part of the invoice). */
export const ApportionmentBody = Type.Object({ ...share, ...ofInvoice });
export type ApportionmentBody = Static<typeof ApportionmentBody>;
/** Existing ones are matched by building and stage, independent of their position in the list. */
const known = { ...share, amountPerBuilding: Type.Optional(Decimal) };
const ApportionmentUpdate = Type.Object({ ...known, ...ofInvoice, id: Type.Optional(Id) });
const InstallmentShareUpdate = Type.Object({ ...known, apportionmentId: Type.Optional(Id) });

const listOf = <T extends TSchema>(item: T) => Type.Optional(Type.Array(item, { maxItems: 100 }));

const installment = {
  id: Type.Optional(Nullable(Id)),
  forecast: Type.Optional(Type.Boolean()),
  date: Type.Optional(Type.String({ format: 'date', description: 'Default for a new transaction: today (§3)' })),
  dueDate: OptionalDate,
  grossValue: OptionalAmount,
  value: OptionalAmount,
  paymentDate: OptionalDate,
  bank: OptionalWallet,
  paymentMethod: OptionalMethod,
  increase: OptionalAmount,
  discount: OptionalAmount,
  paymentCode: Type.Optional(
    Nullable(
      Type.String({
        maxLength: MAX_PAYMENT_CODE,
        description:
          'Of an expense: line or barcode of a boleto or collection, or a Pix copia-e-cola; masks are taken off. Left out, it stays; null removes it. 422 where a check digit is wrong',
      }),
    ),
  ),
};
const InstallmentUpdate = Type.Object({ ...installment, transactionRecordBuildings: listOf(InstallmentShareUpdate) });
export const InstallmentBody = Type.Object({
  ...installment,
  transactionRecordBuildings: listOf(InstallmentShareBody),
});
export type InstallmentBody = Static<typeof InstallmentUpdate>;

/** The company of a body (§3), which must equal the one in the path. */
const CompanyBody = Type.Object({
  id: Type.Optional(Type.Integer()),
  name: Type.Optional(Type.String()),
  account: Type.Optional(Type.Object({ id: Type.Integer() })),
});

const header = {
  documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  forecast: Type.Optional(Type.Boolean()),
  value: OptionalAmount,
  grossValue: OptionalAmount,
  invoiceValue: OptionalAmount,
  increase: OptionalAmount,
  discount: OptionalAmount,
  emissionDate: IsoDate,
  competenceDate: OptionalDate,
  dueDate: OptionalDate,
  paymentDate: OptionalDate,
  installmentCount: Type.Optional(Type.Integer()),
  bank: OptionalWallet,
  expectedBank: OptionalWallet,
  paymentMethod: OptionalMethod,
  preferredPaymentMethod: OptionalMethod,
  category: OptionalReference,
  partner: OptionalReference,
  company: Type.Optional(CompanyBody),
};

/**
 * Body to create or change a transaction. **Every field is used, or rejected at its path (400); a later read returns
 * what was written.** Amounts: `grossValue` counts; without it, `value` (= gross + increase − discount) does; both must
 * agree. The same holds for installments and shares.
 *
 * Installments: an item of `transactionRecordList` is a forecast when `forecast` is true or it has no payment fields;
 * else it is paid and requires date, wallet and method (§4). Without items, a new transaction is either paid by its
 * header (`forecast: false`, `paymentDate`, `bank`, `paymentMethod`, `increase`, `discount`) in one installment due on
 * `dueDate` or else on the payment date; or split into `installmentCount` (1) monthly installments from `dueDate`.
 * Items without payment fields take those of the header. A category, partner or wallet without id is dropped (§5).
 *
 * Rateio: either `transactionRecordBuildings` of the transaction, apportioned to the installments to the cent; or those
 * of the installments, stored as sent and summed for the transaction; or both, which must agree. A share has a value,
 * or a percentage of the transaction.
 *
 * Retentions (of expenses): `grossValue` is what the supplier is paid, `invoiceValue` = grossValue + what is withheld. With an
 * `invoiceValue` and no grossValue, the rest is paid. Shares have a part of the invoice (`invoiceValue`, all of them) or of what
 * is paid. An omitted list does not change; a listed tax without `value` is worth base × rate.
 *
 * A change (PUT) lists every remaining installment by id; paid ones must be unchanged, and their omitted fields count
 * as unchanged. An omitted list stays as it is. The client may send back every field of the answer: an unchanged one
 * has no effect, so that of two dependent figures or lists the changed one counts; a calculated one must equal its
 * value before or after the change.
 */
export const TransactionBody = Type.Object({
  id: Type.Optional(Type.Null()),
  ...header,
  transactionRecordList: Type.Optional(Type.Array(InstallmentBody, { maxItems: 360 })),
  transactionRecordBuildings: listOf(ApportionmentBody),
  fiscalDocument: Type.Optional(
    Type.Union([FiscalLink, Type.Null()], { description: 'Only of expenses: the draft of a nota that it is made of' }),
  ),
  retentions: Type.Optional(Type.Array(RetentionBody, { maxItems: MAX_RETENTIONS })),
  attachments: Type.Optional(
    Type.Array(Type.Unknown(), {
      maxItems: 0,
      description: 'Always empty: files are attached to an existing transaction',
    }),
  ),
});
export type TransactionBody = Static<typeof TransactionBody>;

const updateFields = Update(Type.Object(header)).properties;
export const TransactionUpdate = Type.Object({
  ...updateFields,
  transactionRecordList: Type.Optional(Type.Array(InstallmentUpdate, { maxItems: 360 })),
  transactionRecordBuildings: listOf(ApportionmentUpdate),
  retentions: Type.Optional(Type.Array(RetentionBody, { maxItems: MAX_RETENTIONS })),
});
export type TransactionUpdate = Static<typeof TransactionUpdate>;

/** Of income nothing is withheld by us: its bodies have no retentions. */
export const IncomeBody = Type.Omit(TransactionBody, ['retentions']);
export const IncomeUpdate = Type.Omit(TransactionUpdate, ['retentions']);

/** Payment of one installment. A `grossValue` below the installment's splits it into a paid and a forecast one. */
export const PaymentBody = Type.Object({
  version: Type.Optional(Version),
  paymentDate: IsoDate,
  bank: Reference,
  paymentMethod: Type.String({ minLength: 1, maxLength: 20 }),
  increase: Type.Optional(Nullable(PositiveDecimal)),
  discount: Type.Optional(Nullable(PositiveDecimal)),
  grossValue: Type.Optional(Nullable(PositiveDecimal)),
});
export type PaymentBody = Static<typeof PaymentBody>;

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
});
export type TransactionTotals = Static<typeof TransactionTotals>;

/** Another transaction of the same partner with the same number and value. */
export const DuplicateTransaction = Type.Object({
  id: Id,
  documentNumber: Type.String(),
  emissionDate: IsoDate,
  value: Decimal,
});

export const TransactionList = Page(ListedTransaction);
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
  maxParts: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'Maximum installments and shares of a page with several transactions; a larger page is rejected at `size`',
    }),
  ),
});
