import {
  FETCH_ACTIVE_WALLETS_FAILED,
  FETCH_CASH_FLOW_FAILED,
  FETCH_STATEMENT_FAILED,
  FETCH_WALLETS_FAILED,
  FETCH_WALLET_FAILED,
} from '#domain/messages.ts';
import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Active, CompanyRow, EqualText, RegisterBody, rowEndpoints } from '../platform/register.ts';
import { Decimal, Id, IsoDate, listKeys, Name, NamedReference, Nullable, Page } from '../platform/shapes.ts';

/**
 * Wallet (carteira; §3 "Bank"). Users with DEBIT or CREDIT see its name; balances require both (§6), and without them
 * `initialBalance` and `balanceDate` are null.
 */
export const Wallet = CompanyRow({
  identifier: Type.String(),
  description: Nullable(Type.String()),
  initialBalance: Nullable(Decimal),
  balanceDate: Nullable(IsoDate),
});
export type Wallet = Static<typeof Wallet>;

/** Balance of one wallet at the end of a day: initial balance and all paid movements and transfers since balanceDate. */
export const WalletBalance = Type.Object({
  id: Id,
  identifier: Type.String(),
  description: Nullable(Type.String()),
  active: Type.Boolean(),
  balance: Decimal,
  at: IsoDate,
  ignoredMovements: Type.Integer({
    description: 'Paid movements before balanceDate, which do not count (domain.md §3)',
  }),
});
export type WalletBalance = Static<typeof WalletBalance>;

/**
 * Line of a statement. Lines that belong only to buildings that the user may not see have no description and no
 * transaction.
 */
export const StatementLine = Type.Object({
  key: Type.String({ description: 'Unique key, e.g. "installment-7" or "transfer-3"' }),
  date: IsoDate,
  kind: Type.Union([
    Type.Literal('CREDIT'),
    Type.Literal('DEBIT'),
    Type.Literal('TRANSFER_IN'),
    Type.Literal('TRANSFER_OUT'),
  ]),
  description: Nullable(Type.String()),
  partnerName: Nullable(Type.String()),
  documentNumber: Nullable(Type.String()),
  transactionId: Nullable(Id),
  transferId: Nullable(Id),
  otherWallet: Nullable(NamedReference),
  amount: Type.String({ description: 'Signed decimal as text: money in is positive' }),
  balance: Decimal,
});
export type StatementLine = Static<typeof StatementLine>;

export const Statement = Type.Object({
  ...Page(StatementLine).properties,
  openingBalance: Decimal,
  closingBalance: Decimal,
  moneyIn: Type.String({ description: 'Decimal as text: sum of all money in within the period, on all pages' }),
  moneyOut: Type.String({
    description: 'Decimal as text, unsigned: sum of all money out within the period, on all pages',
  }),
});
export type Statement = Static<typeof Statement>;

const register = {
  path: '/api/v1/financial/company/:companyId/bank',
  owner: { companyId: Id },
  called: ['wallet', 'wallets'],
  watched: { entity: 'wallet' },
  row: Wallet,
  body: RegisterBody({
    identifier: Name(60),
    description: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
    initialBalance: Decimal,
    balanceDate: IsoDate,
  }),
  filters: { active: Active, identifier: EqualText(60), description: EqualText(200) },
  failures: { list: FETCH_WALLETS_FAILED, get: FETCH_WALLET_FAILED },
  summaries: { list: 'Wallets of the company' },
} as const;

const cashflow = '/api/v1/financial/company/:companyId/cashflow';
const companyParams = Type.Object({ companyId: Id });
const bankParams = Type.Object({ companyId: Id, bankId: Id });

export const walletEndpoints = {
  ...rowEndpoints(register),
  summary: endpoint({
    method: 'GET',
    path: '/api/v1/financial/company/:companyId/wallets-summary',
    summary: 'Balances of the wallets',
    replica: true,
    params: companyParams,
    query: Type.Object({ activeOnly: Type.Optional(Type.Boolean()), at: Type.Optional(IsoDate), ids: listKeys.ids }),
    answer: Type.Object({ content: Type.Array(WalletBalance), total: Decimal }),
    failure: FETCH_ACTIVE_WALLETS_FAILED,
  }),
  balance: endpoint({
    method: 'GET',
    path: `${cashflow}/paid/bank/:bankId/balance`,
    summary: 'Balance of one wallet at the end of a day (by default today)',
    replica: true,
    params: bankParams,
    query: Type.Object({ at: Type.Optional(IsoDate) }),
    answer: WalletBalance,
    failure: FETCH_CASH_FLOW_FAILED,
  }),
  statement: endpoint({
    method: 'GET',
    path: `${cashflow}/paid/bank/:bankId/statement`,
    summary: 'Movements of one wallet, both days included; oldest first, with `sort=date:desc` newest first',
    replica: true,
    params: bankParams,
    query: Type.Object({ from: IsoDate, to: IsoDate, page: listKeys.page, size: listKeys.size, sort: listKeys.sort }),
    answer: Statement,
    failure: FETCH_STATEMENT_FAILED,
  }),
};
