import type { FastifyInstance } from 'fastify';
import { sum } from '#domain/money.ts';
import { walletEndpoints } from '#schema/financial/wallets.rest.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { page, readIds, readListQuery, type ListRules } from '../../platform/register/lists.ts';
import { implement } from '../../platform/http/route.ts';
import { implementRegister } from '../../platform/register/feature.ts';
import { walletBalances } from './balances.ts';
import { statementFigures, statementLines } from './statement.ts';
import { WALLET_NOT_FOUND, walletStore } from './store.ts';

/** Wallets (carteiras): the register, balances and statements (§7 "Bank"). */
export const wallets = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    wallets_identifier_key: { message: 'Já existe uma carteira com este nome nesta empresa.', field: 'identifier' },
  });
  const { list, get, create, update, remove } = walletEndpoints;
  implementRegister(app, { list, get, create, update, remove }, walletStore);
  balances(app);
  statement(app);
};

const balances = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, walletEndpoints.summary, ({ session, params, query, read }) =>
    read(async (trx) => {
      const content = await walletBalances(trx, {
        accountId: session.accountId,
        companyId: params.companyId,
        at: query.at ?? clock.today(session.timeZone),
        ids: readIds(query.ids),
        activeOnly: query.activeOnly ?? false,
      });
      return { content, total: sum(content.map(({ balance }) => balance)) };
    }),
  );

  implement(app, walletEndpoints.balance, ({ session, params, query, read }) =>
    read(async (trx) => {
      const [balance] = await walletBalances(trx, {
        accountId: session.accountId,
        companyId: params.companyId,
        at: query.at ?? clock.today(session.timeZone),
        ids: [params.bankId],
      });
      if (!balance) throw notFound(WALLET_NOT_FOUND);
      return balance;
    }),
  );
};

/** A statement sorts by day alone, because its balance runs along it. */
const byDay: ListRules = { sortable: { date: 'l.date' }, defaultSort: 'date', key: 'l.id' };

const statement = (app: FastifyInstance): void => {
  implement(app, walletEndpoints.statement, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { from, to } = query;
      if (to < from) throw invalid([{ path: 'to', message: 'A data final vem antes da inicial.' }]);
      const list = readListQuery(query, byDay);
      const question = { session, companyId: params.companyId, walletId: params.bankId, from, to };
      const figures = await statementFigures(trx, question);
      if (!figures) throw notFound(WALLET_NOT_FOUND);
      const { lines, ...sums } = figures;
      const { offset, size: limit, order } = list;
      const cut = { openingBalance: sums.openingBalance, offset, limit, newestFirst: order[0]?.desc ?? false };
      return { ...page(list, await statementLines(trx, question, cut), lines), ...sums };
    }),
  );
};
