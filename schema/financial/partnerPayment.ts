import { MAX_BANK_ACCOUNTS } from '#domain/financial/partners/bankAccounts.ts';
import { MAX_PIX_KEYS, MAX_TYPED_KEY } from '#domain/financial/partners/pixKeys.ts';
import { Type, type Static } from 'typebox';
import { Id, Instant, NamedReference, Nullable } from '../platform/shapes.ts';

export const PixKeyKind = Type.Union([
  Type.Literal('CPF'),
  Type.Literal('CNPJ'),
  Type.Literal('EMAIL'),
  Type.Literal('PHONE'),
  Type.Literal('RANDOM'),
]);

/** A Pix key in the normal form of the Central Bank's directory (DICT). */
export const PixKey = Type.Object({
  kind: PixKeyKind,
  key: Type.String({
    description:
      'CPF or CNPJ without mask, e-mail in lower case, "+5511987654321", or a UUID in lower case, of at most 77 characters',
  }),
  preferred: Type.Boolean({ description: 'The key to pay to: exactly one of them' }),
});

/** A key as it is sent; it is stored in its normal form, with its check digits verified. */
export const PixKeyBody = Type.Object({
  kind: Type.Optional(Nullable(PixKeyKind)),
  key: Type.String({
    minLength: 1,
    maxLength: MAX_TYPED_KEY,
    description: 'With or without mask; without a kind, the kind is told from it, and refused where it could be two',
  }),
  preferred: Type.Optional(Type.Boolean({ description: 'At most one; where none is, the first key is preferred' })),
});

export const BankAccountKind = Type.Union([Type.Literal('CHECKING'), Type.Literal('SAVINGS')]);

const account = {
  bank: Type.String({ maxLength: 20, description: 'COMPE code of 3 digits, or ISPB of 8' }),
  agency: Type.String({ maxLength: 20, description: 'At least four digits, with its check digit if any: "1234-5"' }),
  account: Type.String({ maxLength: 30, description: 'With its check digit: "12345-6"' }),
  kind: BankAccountKind,
};
const holder = Nullable(
  Type.String({ maxLength: 20, description: "CPF or CNPJ of the holder; null where it is the partner's" }),
);

export const BankAccount = Type.Object({ ...account, holderTaxId: holder });
export const BankAccountBody = Type.Object({ ...account, holderTaxId: Type.Optional(holder) });

const OF_PEOPLE =
  'A change needs a confirmed session (403 REAUTHENTICATION_REQUIRED); tokens of programs are refused at this place (422)';

/** Keys and accounts of a row, and of a body: left out, they stay as they are; sent, they are all that there are. */
export const paymentDetails = {
  pixKeys: Type.Array(PixKey, { description: 'Of suppliers; empty of customers' }),
  bankAccounts: Type.Array(BankAccount, { description: 'Of suppliers; empty of customers' }),
};
export const paymentDetailsBody = {
  pixKeys: Type.Optional(Type.Array(PixKeyBody, { maxItems: MAX_PIX_KEYS, description: OF_PEOPLE })),
  bankAccounts: Type.Optional(Type.Array(BankAccountBody, { maxItems: MAX_BANK_ACCOUNTS, description: OF_PEOPLE })),
};

/** What one partner is paid by. */
export const PartnerPayment = Type.Object({ id: Id, ...paymentDetails });
export type PartnerPayment = Static<typeof PartnerPayment>;

/** One change of one key or account; either the keys or the accounts are null. */
export const PartnerPaymentChange = Type.Object({
  id: Id,
  at: Instant,
  user: Nullable(NamedReference),
  action: Type.Union([
    Type.Literal('ADDED'),
    Type.Literal('REMOVED'),
    Type.Literal('CHANGED'),
    Type.Literal('PREFERRED'),
  ]),
  pixKeyBefore: Nullable(PixKey),
  pixKeyAfter: Nullable(PixKey),
  bankAccountBefore: Nullable(BankAccount),
  bankAccountAfter: Nullable(BankAccount),
});
export type PartnerPaymentChange = Static<typeof PartnerPaymentChange>;
