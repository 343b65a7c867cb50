import { REGISTER_ACCOUNT_FAILED } from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Done, Instant, IsoDate, Name, Nullable } from '../platform/shapes.ts';

const taxId = Type.Optional(Nullable(Type.String({ maxLength: 20 })));
const linkToken = Type.String({ minLength: 1, maxLength: 200, description: 'Token of the link' });

/**
 * New account (§3): its administrator and its first company, and optionally its first customer, obra and wallet
 * (decisions 14 and 74).
 */
export const NewAccount = Type.Object({
  user: Type.Object({
    name: Name(120),
    login: Type.String({ minLength: 1, maxLength: 254, description: 'E-mail address' }),
    password: Type.Optional(
      Nullable(
        Type.String({
          minLength: 1,
          maxLength: 512,
          description:
            'The user types it again on the page of the mailed link; if omitted, the user chooses it there (decision 14)',
        }),
      ),
    ),
  }),
  company: Type.Object({ name: Name(120), taxId }),
  customerAssociate: Type.Optional(Nullable(Type.Object({ name: Name(160), taxId }))),
  building: Type.Optional(Nullable(Type.Object({ name: Name(120) }))),
  wallet: Type.Optional(
    Nullable(
      Type.Object({
        identifier: Name(60),
        description: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
        initialBalance: Decimal,
        balanceDate: IsoDate,
      }),
    ),
  ),
  demonstration: Type.Optional(
    Type.Boolean({ description: 'The account also opens with a demonstration company, which one call removes' }),
  ),
  draft: Type.Optional(
    Nullable(
      Type.String({ minLength: 1, maxLength: 200, description: 'Token of the draft that this becomes, which goes' }),
    ),
  ),
});
export type NewAccount = Static<typeof NewAccount>;

const typed = (maxLength: number) => Type.String({ maxLength });

/** A sign-up so far, as typed: nothing of it is checked but its length, and a password is no part of it. */
export const AccountDraft = Type.Object({
  step: Type.Union([Type.Literal('USER'), Type.Literal('COMPANY'), Type.Literal('BUILDING'), Type.Literal('WALLET')]),
  name: typed(120),
  login: Type.String({ minLength: 1, maxLength: 254, description: 'E-mail address that the link is sent to' }),
  companyName: typed(120),
  companyTaxId: typed(20),
  buildingName: typed(120),
  ofCustomer: Type.Boolean({ description: 'The obra is built for a customer' }),
  customerName: typed(160),
  customerTaxId: typed(20),
  bank: typed(3),
  walletName: typed(60),
  walletDescription: typed(200),
  initialBalance: typed(40),
  balanceDate: typed(10),
  demonstration: Type.Boolean(),
});
export type AccountDraft = Static<typeof AccountDraft>;

/** What the page of a draft's link shows before the draft is taken. */
export const AccountDraftOwner = Type.Object({
  login: Type.String(),
  name: Type.String(),
  company: Type.String(),
  expiresAt: Instant,
});
export type AccountDraftOwner = Static<typeof AccountDraftOwner>;

const drafts = '/api/v1/security/account-drafts';

export const accountEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/security/accounts',
    summary:
      'Requests an account, which opens when its user sets a password on the page of the mailed link; does not reveal whether the address has a login. As multipart, with the logo of the company (PNG, JPEG or WebP up to 2 MB)',
    body: NewAccount,
    multipart: { json: 'account', file: 'logo' },
    answer: Done,
    failure: REGISTER_ACCOUNT_FAILED,
  }),
  keepDraft: endpoint({
    method: 'POST',
    path: drafts,
    summary: 'Keeps a sign-up for seven days, and mails the link that continues it; the same answer for every address',
    body: AccountDraft,
    answer: Done,
    failure: REGISTER_ACCOUNT_FAILED,
  }),
  findDraft: endpoint({
    method: 'GET',
    path: drafts,
    summary: 'Whose sign-up a link continues; changes nothing, 404 when the link is invalid',
    query: Type.Object({ validation_token: linkToken }),
    answer: AccountDraftOwner,
    failure: REGISTER_ACCOUNT_FAILED,
  }),
  takeDraft: endpoint({
    method: 'POST',
    path: `${drafts}/resume`,
    summary: 'Takes a sign-up to another device; its link works for an hour more',
    body: Type.Object({ token: linkToken }),
    answer: AccountDraft,
    failure: REGISTER_ACCOUNT_FAILED,
  }),
};
