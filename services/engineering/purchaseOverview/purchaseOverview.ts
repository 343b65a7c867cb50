import type { FastifyInstance } from 'fastify';
import { purchaseOverviewEndpoints } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { pageOfAll } from '../../platform/register/lists.ts';
import type { Session } from '../../platform/session.ts';
import { stagesOf } from '../stages.ts';
import { cellsOf, narrowed } from './filter.ts';
import { groupsOf } from './groups.ts';
import { linesAnswer, suggestionsOf } from './lines.ts';
import { headerOf, inputsOf, readPurchases, rowAnswer, type Input, type OverviewPlace } from './overview.ts';
import { requestsAnswer } from './requests.ts';
import { stagesOfPurchases } from './stages.ts';

/** Overview of the purchases of a building (§7) for who has PURCHASE on it. */
export const purchaseOverview = async (app: FastifyInstance): Promise<void> => {
  const { rows, groups, stages, lines, requests } = purchaseOverviewEndpoints;
  const placeOf = (session: Session, params: { companyId: number; id: number }): OverviewPlace => ({
    ...{ session, companyId: params.companyId, buildingId: params.id },
    today: app.platform.clock.today(session.timeZone),
  });

  implement(app, rows, ({ session, params, query, read }) =>
    read(async (trx) => {
      const purchases = await readPurchases(trx, placeOf(session, params));
      const inputs = inputsOf(purchases, cellsOf(purchases.cells, query.stage));
      const found = await narrowed(trx, session.accountId, inputs, query);
      const [tree] = await stagesOf(trx, session, params.companyId, [params.id]);
      const suggested = suggestionsOf(purchases, tree?.content ?? []);
      const answer = (input: Input) => rowAnswer(input, suggested);
      return pageOfAll(found.map(answer), query);
    }),
  );

  implement(app, groups, ({ session, params, query, read }) =>
    read(async (trx) => {
      const purchases = await readPurchases(trx, placeOf(session, params));
      const inputs = inputsOf(purchases, cellsOf(purchases.cells, query.stage));
      const found = await narrowed(trx, session.accountId, inputs, query);
      return { ...headerOf(purchases, found), content: groupsOf(found) };
    }),
  );

  implement(app, stages, ({ session, params, read }) =>
    read(async (trx) => {
      const purchases = await readPurchases(trx, placeOf(session, params));
      const [tree] = await stagesOf(trx, session, params.companyId, [params.id]);
      const inputs = inputsOf(purchases, purchases.cells);
      return { ...headerOf(purchases, inputs), ...stagesOfPurchases(purchases, tree?.content ?? []) };
    }),
  );

  implement(app, lines, ({ session, params, query, read }) =>
    read(async (trx) => {
      const purchases = await readPurchases(trx, placeOf(session, params));
      const [tree] = await stagesOf(trx, session, params.companyId, [params.id]);
      return pageOfAll(linesAnswer(purchases, tree?.content ?? [], query), query);
    }),
  );

  implement(app, requests, ({ session, params, query, read }) =>
    read(async (trx) => {
      const purchases = await readPurchases(trx, placeOf(session, params));
      const [tree] = await stagesOf(trx, session, params.companyId, [params.id]);
      return pageOfAll(requestsAnswer(purchases, tree?.content ?? [], query), query);
    }),
  );
};
