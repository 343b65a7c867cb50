import type { FastifyInstance } from 'fastify';
import { estimatedVsActualEndpoints } from '#schema/engineering/estimatedVsActual.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { stagesOf } from '../stages.ts';
import { overviewOf } from './overview.ts';
import { lineOf, partsOf } from './parts.ts';

const BUILDING_MISSING = 'Obra não encontrada.';

/** Estimated versus actual (§3, §7) of the buildings on which the user holds ENGINEERING. */
export const estimatedVsActual = async (app: FastifyInstance): Promise<void> => {
  implement(app, estimatedVsActualEndpoints.one, ({ session, query, read }) =>
    read(async (trx) => {
      const [parts] = await partsOf(trx, session, { buildingId: query.buildingId }, query);
      if (!parts) throw notFound(BUILDING_MISSING);
      return lineOf(parts, query.date);
    }),
  );

  implement(app, estimatedVsActualEndpoints.ofCompany, ({ session, params, query, read }) =>
    read(async (trx) => {
      const parts = await partsOf(trx, session, { companyId: params.companyId, active: true }, query);
      return { content: parts.map((one) => lineOf(one, query.date)) };
    }),
  );

  implement(app, estimatedVsActualEndpoints.overview, ({ session, params, query, read }) =>
    read(async (trx) => {
      const { companyId, id: buildingId } = params;
      const asked = { date: query.date ?? app.platform.clock.today(session.timeZone), withBdi: query.withBdi ?? false };
      const [parts] = await partsOf(trx, session, { companyId, buildingId }, { ...asked, months: true });
      const [tree] = parts ? await stagesOf(trx, session, companyId, [buildingId]) : [];
      if (!parts || !tree) throw notFound(BUILDING_MISSING);
      return overviewOf(parts, tree.content, asked);
    }),
  );
};
