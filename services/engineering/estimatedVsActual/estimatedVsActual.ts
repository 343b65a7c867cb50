import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import { ZERO } from '#domain/money.ts';
import { estimatedVsActualEndpoints, type EstimatedVsActual } from '#schema/engineering/estimatedVsActual.rest.ts';
import { notFound } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { stagesOf } from '../stages.ts';
import { earnedValueOf } from './figures.ts';
import { readMeasured } from './measured.ts';
import { headerOf, overviewOf, totalAmounts, unclassified, type BuildingParts } from './overview.ts';
import { readActuals, readEstimates, readPlans, readRows } from './read.ts';
import { valuesOf } from './values.ts';

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

interface BuildingRow {
  id: number;
  name: string;
  companyId: number;
}

/** Buildings of one company on which the user holds ENGINEERING, by name. */
const buildingsOf = async (
  trx: Trx,
  session: Session,
  { buildingId, companyId, active }: { buildingId?: number; companyId?: number; active?: true },
): Promise<BuildingRow[]> => {
  const { rows } = await sql<BuildingRow>`
    select b.id, b.name, b.company_id as "companyId" from buildings b
    where b.account_id = ${session.accountId}
      and ${buildingId === undefined ? sql`true` : sql`b.id = ${buildingId}`}
      and ${companyId === undefined ? sql`true` : sql`b.company_id = ${companyId}`}
      and ${active ? sql`b.active` : sql`true`}
    order by search_key(b.name), b.id`.execute(trx);
  return rows.filter((row) => {
    const allowed = allowedBuildings(session, row.companyId, ['ENGINEERING']);
    return allowed === 'all' || allowed.includes(String(row.id));
  });
};

interface Asked {
  date: string;
  withBdi?: boolean;
  months?: boolean;
}

/** Reads what the figures of these buildings are computed from, in statements whose number depends on nothing. */
const partsOf = async (
  trx: Trx,
  session: Session,
  place: Parameters<typeof buildingsOf>[2],
  { date, withBdi = false, months = false }: Asked,
): Promise<BuildingParts[]> => {
  const { accountId } = session;
  const buildings = await buildingsOf(trx, session, place);
  const [first] = buildings;
  if (!first) return [];
  const ids = buildings.map(({ id }) => id);
  const estimates = await readEstimates(trx, accountId, ids);
  const estimateIds = estimates.map(({ id }) => id);
  const rows = await readRows(trx, accountId, estimateIds);
  const plans = await readPlans(trx, accountId, estimateIds);
  const measured = await readMeasured(trx, accountId, { estimates: estimateIds, date, withBdi });
  const actuals = await readActuals(trx, accountId, { companyId: first.companyId, buildings: ids, date, months });
  return buildings.map(({ id, name }) => ({
    building: { id, name },
    values: estimates
      .filter(({ buildingId }) => buildingId === id)
      .map((estimate) => valuesOf(estimate, rows.get(estimate.id) ?? [], { plan: plans.get(estimate.id), withBdi })),
    actuals: actuals.filter(({ buildingId }) => buildingId === id),
    measured: measured.get(id) ?? null,
  }));
};

const lineOf = (parts: BuildingParts, date: string): EstimatedVsActual => ({
  ...headerOf(parts),
  ...earnedValueOf(totalAmounts(parts, date)),
  withoutStage: unclassified(parts)?.value ?? ZERO,
});
