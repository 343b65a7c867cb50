import { Type, type Static } from 'typebox';
import { TransactionType } from './categories.rest.ts';
import {
  BuildingId,
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
} from '../platform/shapes.ts';

/** Share of one apportionment in one installment; rows and columns sum exactly (domain.md §3). */
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

/** Installment (parcela; REST `transactionRecordList`). A forecast has no payment date, wallet, method, increase or discount (§4). */
export const Installment = Type.Object({
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  forecast: Type.Boolean(),
  date: Type.String({ format: 'date', description: 'Day it was created, São Paulo' }),
  dueDate: IsoDate,
  paymentDate: Nullable(IsoDate),
  bank: Nullable(Type.Object({ id: Id, text: Type.String() })),
  paymentMethod: Nullable(Type.String()),
  increase: Nullable(Decimal),
  discount: Nullable(Decimal),
  grossValue: Decimal,
  value: Decimal,
  transactionRecordBuildings: Type.Array(InstallmentShare),
});
export type Installment = Static<typeof Installment>;

/** Apportionment (rateio) of the document over a building and, if told, a stage. */
export const Apportionment = Type.Object({
  id: Id,
  building: NamedReference,
  costEstimateGroup: Nullable(NamedReference),
  value: Decimal,
  grossValue: Decimal,
  increase: Decimal,
  discount: Decimal,
  percentage: Decimal,
  isCustomerCharged: Type.Boolean(),
  amountPerBuilding: Type.Optional(Type.String({ description: 'Expenses: value of all shares of the same building' })),
});
export type Apportionment = Static<typeof Apportionment>;

export const Attachment = Type.Object({
  id: Id,
  name: Type.String(),
  mediaType: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  createdAt: Instant,
  link: Type.String({ description: 'Path that answers the file, same origin, token needed' }),
});
export type Attachment = Static<typeof Attachment>;

export const TransactionStatus = Type.Union([Type.Literal('OPEN'), Type.Literal('PARTIAL'), Type.Literal('PAID')]);

/**
 * Income (receita, `credit`) or expense (despesa, `debit`): one document with 1..n installments (§3, §4). Values are
 * sums of the installments; `value` = gross + increase − discount. `dueDate` and `paymentDate` are null once any
 * installment is paid (§4); `referenceDueDate` is always there: first open due date, or the last one when all is paid.
 * Shares of buildings that the user may not see appear only as `otherBuildingsValue`.
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
  increase: Decimal,
  discount: Decimal,
  paidValue: Decimal,
  openValue: Decimal,
  dueDate: Nullable(IsoDate),
  referenceDueDate: IsoDate,
  emissionDate: IsoDate,
  competenceDate: IsoDate,
  paymentDate: Nullable(IsoDate),
  bank: Nullable(Type.Object({ id: Id, text: Type.String() }, { description: 'Expected wallet' })),
  preferredPaymentMethod: Nullable(Type.String()),
  category: Nullable(NamedReference),
  partner: Nullable(NamedReference),
  company: NamedReference,
  installmentCount: Type.Integer(),
  paidInstallmentCount: Type.Integer(),
  transactionRecordList: Type.Array(Installment),
  apportionments: Type.Array(Apportionment),
  otherBuildingsValue: Nullable(Decimal),
  attachments: Type.Array(Attachment),
  canChange: Type.Boolean({ description: 'The user has the permission on every building that it touches' }),
});
export type Transaction = Static<typeof Transaction>;

/** A document without its installments and its files, for lists, where they are two thirds of the answer. */
export const TransactionSummary = Type.Omit(Transaction, ['transactionRecordList', 'attachments']);
export type TransactionSummary = Static<typeof TransactionSummary>;

const OptionalReference = Type.Optional(Nullable(Type.Object({ id: Type.Optional(Nullable(Type.Integer())) })));

export const InstallmentBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  forecast: Type.Optional(Type.Boolean()),
  dueDate: IsoDate,
  grossValue: Type.Optional(PositiveDecimal),
  value: Type.Optional(PositiveDecimal),
  paymentDate: Type.Optional(Nullable(IsoDate)),
  bank: OptionalReference,
  paymentMethod: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  increase: Type.Optional(Nullable(PositiveDecimal)),
  discount: Type.Optional(Nullable(PositiveDecimal)),
});
export type InstallmentBody = Static<typeof InstallmentBody>;

export const ApportionmentBody = Type.Object({
  building: Type.Object({ id: Id }),
  costEstimateGroup: OptionalReference,
  grossValue: Type.Optional(PositiveDecimal),
  value: Type.Optional(PositiveDecimal),
  isCustomerCharged: Type.Optional(Type.Boolean()),
});
export type ApportionmentBody = Static<typeof ApportionmentBody>;

/**
 * What a document is created from and changed to. `grossValue` is the total; `value` stands in for it where it is
 * absent, likewise on installments and apportionments. A new document without `transactionRecordList` distributes the
 * total over `installmentCount` (1) monthly installments from `dueDate`. An installment with `forecast: false` is paid
 * at once and then needs wallet, method and date; on any other, what is sent of a payment is dropped (§4). A category,
 * partner or wallet without id is dropped (§5).
 * An update names every installment that stays by its id; paid ones come back as they were, and fields of theirs that
 * are left out count as unchanged. It replaces `apportionments` as a whole; either list stays as it is when it is not
 * sent at all.
 */
export const TransactionBody = Type.Object({
  documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  grossValue: Type.Optional(PositiveDecimal),
  value: Type.Optional(PositiveDecimal),
  emissionDate: IsoDate,
  competenceDate: Type.Optional(Nullable(IsoDate)),
  dueDate: Type.Optional(Nullable(IsoDate)),
  installmentCount: Type.Optional(Type.Integer()),
  bank: OptionalReference,
  preferredPaymentMethod: Type.Optional(Nullable(Type.String({ maxLength: 20 }))),
  category: OptionalReference,
  partner: OptionalReference,
  transactionRecordList: Type.Optional(Type.Array(InstallmentBody, { maxItems: 360 })),
  apportionments: Type.Optional(Type.Array(ApportionmentBody, { maxItems: 100 })),
});
export type TransactionBody = Static<typeof TransactionBody>;

export const TransactionUpdate = Update(TransactionBody);
export type TransactionUpdate = Static<typeof TransactionUpdate>;

/** Payment of one installment. `grossValue` below the installment's own splits it in a paid and a forecast one. */
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

/** Sums over a filter; `overdue` figures are open installments' documents past their reference due date. */
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
    { description: 'Documents by status under the same filter without its status' },
  ),
});
export type TransactionTotals = Static<typeof TransactionTotals>;

/** Another document of the same partner with the same number and value. */
export const DuplicateTransaction = Type.Object({
  id: Id,
  documentNumber: Type.String(),
  emissionDate: IsoDate,
  value: Decimal,
});

export const TransactionFilterKeys = {
  status: Type.Optional(Type.Union([...TransactionStatus.anyOf, Type.Literal('OVERDUE')])),
  category: Type.Optional(Id),
  partner: Type.Optional(Id),
  building: Type.Optional(BuildingId),
  costEstimateGroup: Type.Optional(Id),
  bank: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Paid with this wallet, or expected to be while it is open' }),
  ),
  documentNumber: Type.Optional(Type.String({ maxLength: 60 })),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  emissionDate: Type.Optional(IsoDate),
  competenceDate: Type.Optional(IsoDate),
  dueDate: Type.Optional(Type.String({ format: 'date', description: 'An installment is due on this very day' })),
  value: Type.Optional(Decimal),
  grossValue: Type.Optional(Decimal),
  forecast: Type.Optional(Type.Boolean({ description: 'True while nothing is paid' })),
  preferredPaymentMethod: Type.Optional(Type.String({ maxLength: 20 })),
  from: Type.Optional(Type.String({ format: 'date', description: 'An installment is due on this day or later' })),
  to: Type.Optional(
    Type.String({
      format: 'date',
      description: 'An installment is due on this day or before; only `from` means that day alone (§2)',
    }),
  ),
};

export const TransactionList = Page(Transaction);
export const listQuery = Type.Object({ ...listKeys, ...TransactionFilterKeys });
