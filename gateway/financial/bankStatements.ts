import {
  type BankLine as RestLine,
  type BankStatementFile as RestFile,
  bankStatementEndpoints,
} from '#schema/financial/bankStatements/bankStatements.rest.ts';
import type { BankLineFilter, Resolvers } from '../generated/resolvers.ts';
import { toId, toOptionalId } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';
import { embeddedWallet, type WalletParent } from './wallets.ts';

type RestAccount = RestFile['accounts'][number];

export interface BankStatementAccountParent extends Omit<RestAccount, 'wallet'> {
  wallet: WalletParent | null;
}
export interface BankStatementFileParent extends Omit<RestFile, 'accounts'> {
  accounts: BankStatementAccountParent[];
}
export interface BankLineParent extends Omit<RestLine, 'wallet'> {
  wallet: WalletParent;
}

const walletOf = ({ id, name }: RestLine['wallet'], companyId: number): WalletParent => ({
  id,
  identifier: name,
  company: { id: companyId },
});

const toFile = (file: RestFile, companyId: number): BankStatementFileParent => ({
  ...file,
  accounts: file.accounts.map((account) => ({
    ...account,
    wallet: account.wallet && walletOf(account.wallet, companyId),
  })),
});

const keyOf = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId: toId(companyId), id: toId(id) });

const toFilter = (filter: BankLineFilter | null | undefined) => ({
  ...pick(filter, ['search']),
  ...toPeriod(filter?.date),
  wallet: toOptionalId(filter?.walletId),
  file: toOptionalId(filter?.fileId),
});

export const bankStatements: Resolvers = {
  Query: {
    bankStatementFiles: async (_, { companyId, state, ...page }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const query = { ...toPageQuery(page), ...(state && { state }) };
      const answer = await rest.call(bankStatementEndpoints.files, { params, query });
      return { ...answer, content: answer.content.map((file) => toFile(file, params.companyId)) };
    },
    bankStatementPairs: (_, { accountPosition, ...key }, { rest }) =>
      rest.call(bankStatementEndpoints.suggested, { params: { ...keyOf(key), position: accountPosition } }),
    bankStatementExamples: (_, { companyId }, { rest }) =>
      rest.call(bankStatementEndpoints.examples, { params: { companyId: toId(companyId) } }),
    bankStatementFile: async (_, key, { rest }) => {
      const params = keyOf(key);
      return toFile(await rest.call(bankStatementEndpoints.file, { params }), params.companyId);
    },
    bankStatementFileLines: (_, { companyId, id, accountPosition, status, search, ...page }, { rest }) =>
      rest.call(bankStatementEndpoints.fileLines, {
        params: keyOf({ companyId, id }),
        query: {
          ...toPageQuery(page),
          ...pick({ accountPosition, status, search }, ['accountPosition', 'status', 'search']),
        },
      }),
    bankLines: async (_, { companyId, filter, ...page }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const query = { ...toPageQuery(page), ...toFilter(filter) };
      const answer = await rest.call(bankStatementEndpoints.lines, { params, query });
      const content = answer.content.map((line) => ({ ...line, wallet: walletOf(line.wallet, params.companyId) }));
      return { ...answer, content };
    },
    bankLineTotals: (_, { companyId, filter }, { rest }) =>
      rest.call(bankStatementEndpoints.totals, { params: { companyId: toId(companyId) }, query: toFilter(filter) }),
  },
  BankStatementAccount: { wallet: embeddedWallet('wallet') },
  BankLine: { wallet: embeddedWallet('wallet') },
  Mutation: {
    addBankStatementExamples: async (_, { companyId }, { rest }) => {
      const params = { companyId: toId(companyId) };
      const { files } = await rest.call(bankStatementEndpoints.addExamples, { params });
      return { files: files.map((file) => toFile(file, params.companyId)) };
    },
    mapBankStatement: async (_, { tableLayout, version, ...key }, { rest }) => {
      const params = keyOf(key);
      const { inverted, ...columns } = tableLayout;
      const body = {
        tableLayout: { ...columns, ...(inverted != null && { inverted }) },
        ...(version != null && { version }),
      };
      return { file: toFile(await rest.call(bankStatementEndpoints.map, { params, body }), params.companyId) };
    },
    routeBankAccount: async (_, { position, walletId, version, ...key }, { rest }) => {
      const params = { ...keyOf(key), position };
      const wallet = walletId == null ? null : { id: toId(walletId) };
      const body = { wallet, ...(version != null && { version }) };
      return { file: toFile(await rest.call(bankStatementEndpoints.route, { params, body }), params.companyId) };
    },
    importBankStatement: async (_, { conflicts, version, ...key }, { rest }) => {
      const params = keyOf(key);
      const body = {
        ...(conflicts && { conflicts: conflicts.map((one) => ({ ...one })) }),
        ...(version != null && { version }),
      };
      return { file: toFile(await rest.call(bankStatementEndpoints.import, { params, body }), params.companyId) };
    },
    undoBankStatementImport: async (_, { version, ...key }, { rest }) => {
      const params = keyOf(key);
      const body = version == null ? {} : { version };
      return { file: toFile(await rest.call(bankStatementEndpoints.undo, { params, body }), params.companyId) };
    },
    deleteBankStatementDraft: (_, key, { rest }) => rest.call(bankStatementEndpoints.remove, { params: keyOf(key) }),
  },
};
