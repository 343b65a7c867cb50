import type { FastifyInstance } from 'fastify';
import { sum } from '#domain/money.ts';
import { cashFlowEndpoints } from '#schema/financial/cashFlows/cashFlows.rest.ts';
import { page, readListQuery, type ListRules } from '../../platform/register/lists.ts';
import { implement } from '../../platform/http/route.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { buildingSums } from './amounts.ts';
import { movementPage, movementSums } from './movements.ts';
import { cashFlowPeriods } from './periods.ts';
import { requireOrder, requirePeriod, scopeOf, type CashFlowScope } from './scope.ts';
import { cashFlowEntries, paidResult } from './sql.ts';
import { walletBalances } from '../wallets/balances.ts';

/** Balances and cash flow of a company, a building or a wallet (§7); admins only. */
export const cashFlows = async (app: FastifyInstance): Promise<void> => {
  series(app);
  movements(app);
};

const series = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, cashFlowEndpoints.balance, ({ session, query, read }) =>
    read(async (trx) => {
      const scope = await scopeOf(trx, session, query);
      return {
        companyId: query.companyId,
        buildingId: query.buildingId ?? null,
        endDate: query.endDate,
        value: await balanceOf(trx, scope, query.endDate),
      };
    }),
  );

  implement(app, cashFlowEndpoints.entries, ({ session, query, read }) =>
    read(async (trx) => {
      const { startDate: start, endDate: end } = query;
      requirePeriod(start, end);
      const scope = await scopeOf(trx, session, query);
      return { content: await cashFlowEntries(trx, scope, { start, end, today: clock.today(session.timeZone) }) };
    }),
  );

  implement(app, cashFlowEndpoints.periods, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { startDate: start, endDate: end, group, categories } = query;
      requirePeriod(start, end);
      const scope = await scopeOf(trx, session, { ...query, companyId: params.companyId });
      const period = { start, end, today: clock.today(session.timeZone) };
      return { content: await cashFlowPeriods(trx, scope, period, { group, categories }) };
    }),
  );
};

/** Movements always sort by day, because a balance runs along them. */
const byDay: ListRules = { sortable: { date: 'm.date' }, defaultSort: 'date', key: 'm.id' };

const movements = (app: FastifyInstance): void => {
  implement(app, cashFlowEndpoints.buildings, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { startDate: start, endDate: end } = query;
      requireOrder(start, end);
      const period = { start, end, today: app.platform.clock.today(session.timeZone) };
      return { content: await buildingSums(trx, await scopeOf(trx, session, params), period) };
    }),
  );

  implement(app, cashFlowEndpoints.movements, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { startDate: start, endDate: end } = query;
      requireOrder(start, end);
      const scope = await scopeOf(trx, session, { ...query, companyId: params.companyId });
      const period = { start, end, today: app.platform.clock.today(session.timeZone) };
      const list = readListQuery(query, byDay);
      const { count, ...sums } = await movementSums(trx, scope, period, query);
      return { ...page(list, await movementPage(trx, scope, period, query, list), count), ...sums };
    }),
  );
};

const balanceOf = async (trx: Trx, scope: CashFlowScope, at: string): Promise<string> => {
  if (scope.building !== 'all') return paidResult(trx, scope, at);
  const wallets = await walletBalances(trx, { accountId: scope.accountId, companyId: scope.companyId, at });
  return sum(wallets.map(({ balance }) => balance));
};
