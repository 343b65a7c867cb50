import { hasAllOf } from '#domain/permissions.ts';
import {
  type StatementLine as RestStatementLine,
  type Wallet as RestWallet,
  type WalletBalance,
  walletEndpoints,
} from '#schema/financial/wallets.rest.ts';
import type { GatewayContext } from '../context.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { embedded } from '../platform/embedded.ts';
import { toId } from '../platform/ids.ts';
import { pick, toPageQuery } from '../platform/lists.ts';
import { registerResolvers } from '../platform/register.ts';
import { asks } from '../platform/selection.ts';
import { walletBalanceLoader, walletLoader } from './wallets.loaders.ts';

export interface WalletParent extends Partial<Omit<RestWallet, 'company'>> {
  id: number;
  identifier: string;
  company: { id: number };
  /** Balance returned by a payment; saves a second request. */
  movedBalance?: WalletBalance;
}
export type StatementLineParent = RestStatementLine;

/** Fields of a wallet that rows of other types embed; `balance` needs only its id. */
export const KNOWN_WALLET: ReadonlySet<string> = new Set(['id', 'identifier', 'balance']);

/** Returns the wallet that a row embeds. */
export const toWallet = (bank: { id: number; text: string } | null, company: { id: number }): WalletParent | null =>
  bank && { id: bank.id, identifier: bank.text, company };

/** Loads the complete wallet that a row embeds, or null. */
export const wholeWallet = async (
  { id, company, movedBalance }: WalletParent,
  context: GatewayContext,
): Promise<WalletParent | null> => {
  const whole = await context.loader(walletLoader, { companyId: company.id }).load(id);
  return whole && { ...whole, ...(movedBalance && { movedBalance }) };
};

/** Resolver of a field whose row embeds a wallet. */
export const embeddedWallet = <Field extends string>(field: Field) => embedded(field, KNOWN_WALLET, wholeWallet);

/** Figures of wallets need both permissions; without them they are null instead of an error (§6). */
const maySeeFigures = async (context: GatewayContext, companyId: number): Promise<boolean> =>
  hasAllOf(await context.session(), ['DEBIT', 'CREDIT'], { companyId, buildingId: null });

const register = registerResolvers('Wallet', walletEndpoints);

export const wallets: Resolvers = {
  ...register,
  Query: {
    ...register.Query,
    wallets: async (_, { companyId, filter, ...page }, context, info) => {
      const params = { companyId: toId(companyId) };
      const query = { ...toPageQuery(page), ...pick(filter, ['active', 'identifier', 'description', 'search']) };
      const answer = await context.rest.call(walletEndpoints.list, { params, query });
      if (asks(info, 'content', 'balance') && (await maySeeFigures(context, params.companyId))) {
        await context.loader(walletBalanceLoader, params).prefetch(answer.content.map(({ id }) => id));
      }
      return answer;
    },
    walletStatement: (_, { companyId, walletId, from, to, ...page }, { rest }) =>
      rest.call(walletEndpoints.statement, {
        params: { companyId: toId(companyId), bankId: toId(walletId) },
        query: { from, to, ...toPageQuery(page) },
      }),
  },
  Wallet: {
    balance: async ({ id, company, movedBalance }, _, context) => {
      if (movedBalance) return movedBalance;
      if (!(await maySeeFigures(context, company.id))) return null;
      return context.loader(walletBalanceLoader, { companyId: company.id }).load(id);
    },
  },
  StatementLine: {
    otherWalletName: ({ otherWallet }) => otherWallet?.name ?? null,
  },
};
