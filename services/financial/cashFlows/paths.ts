import type { FastifyInstance } from 'fastify';
import { sum } from '#domain/money.ts';
import { cashFlowPathEndpoints as paths } from '#schema/financial/cashFlows/paths.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { forecastAmounts } from './amounts.ts';
import { forecastDays, projectionDays, requirePeriod, scopeOf } from './scope.ts';
import { cashFlowEntries } from './sql.ts';

/** The cash-flow paths of §7: daily balances, and forecasts by category and partner. Admins only (§6). */
export const cashFlowPaths = async (app: FastifyInstance): Promise<void> => {
  balances(app);
  amountsOfCompany(app);
  amountsOfBuilding(app);
};

const balances = (app: FastifyInstance): void => {
  const { clock } = app.platform;

  implement(app, paths.paidBalances, ({ session, params, query, read }) =>
    read(async (trx) => {
      requirePeriod(query.from, query.to, 'to');
      const period = { start: query.from, end: query.to, today: clock.today(session.timeZone) };
      const entries = await cashFlowEntries(trx, await scopeOf(trx, session, params), period);
      return { content: entries.map(({ date, actualBalance }) => ({ date, balance: actualBalance })) };
    }),
  );

  implement(app, paths.forecastBalances, ({ session, params, query, read }) =>
    read(async (trx) => {
      const period = projectionDays(query, clock.today(session.timeZone));
      const scope = await scopeOf(trx, session, { ...query, ...params });
      const entries = await cashFlowEntries(trx, scope, period);
      return { content: entries.map(({ date, expectedBalance }) => ({ date, balance: expectedBalance })) };
    }),
  );
};

const kinds = {
  categoryCredit: { type: 'CREDIT', by: 'category' },
  categoryDebit: { type: 'DEBIT', by: 'category' },
  customer: { type: 'CREDIT', by: 'partner' },
  supplier: { type: 'DEBIT', by: 'partner' },
} as const;
const names = ['categoryCredit', 'categoryDebit', 'customer', 'supplier'] as const;

const amountsOfCompany = (app: FastifyInstance): void => {
  for (const name of names) {
    implement(app, paths[name], ({ session, params, query, read }) =>
      read(async (trx) => {
        const period = forecastDays(query, app.platform.clock.today(session.timeZone));
        const content = await forecastAmounts(trx, await scopeOf(trx, session, params), period, kinds[name]);
        return { content, total: sum(content.map(({ amount }) => amount)) };
      }),
    );
  }
};

const amountsOfBuilding = (app: FastifyInstance): void => {
  for (const name of names) {
    implement(app, paths[`${name}OfBuilding`], ({ session, params, query, read }) =>
      read(async (trx) => {
        const period = forecastDays(query, app.platform.clock.today(session.timeZone));
        const content = await forecastAmounts(trx, await scopeOf(trx, session, params), period, kinds[name]);
        return { content, total: sum(content.map(({ amount }) => amount)) };
      }),
    );
  }
};
