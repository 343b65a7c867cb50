import { Type, type Static, type TProperties, type TSchema } from 'typebox';
import { MAX_RETENTIONS } from '#domain/financial/retentions/taxes.ts';
import { FiscalLink } from '../fiscalDocuments/fiscalDocuments.rest.ts';
import { RetentionBody } from '../retentions/body.rest.ts';
import { Decimal, Id, IsoDate, Nullable, PositiveDecimal, Reference, Update, Version } from '../../platform/shapes.ts';

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
  partner: reference({ id: OptionalKey, name: OptionalText, taxId: OptionalText }),
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
