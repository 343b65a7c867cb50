import { sql } from 'kysely';
import { ZERO } from '#domain/money.ts';
import { allowedBuildings } from '#domain/permissions.ts';
import type { EstimatedVsActual } from '#schema/engineering/estimatedVsActual.rest.ts';
import type { Session } from '../../platform/session.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readCommitted } from './committed.ts';
import { earnedValueOf } from './figures.ts';
import { readMeasured } from './measured.ts';
import { headerOf, totalAmounts, unclassified, type BuildingParts } from './overview.ts';
import { readActuals, readEstimates, readPlans, readRows } from './read.ts';
import { valuesOf } from './values.ts';

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

/** Reads what the figures of buildings of one company are computed from, in statements whose number depends on nothing. */
export const readParts = async (
  trx: Trx,
  accountId: number,
  buildings: readonly BuildingRow[],
  { date, withBdi = false, months = false, exceptOrderId = null }: Asked & { exceptOrderId?: number | null },
): Promise<BuildingParts[]> => {
  const [first] = buildings;
  if (!first) return [];
  const ids = buildings.map(({ id }) => id);
  const estimates = await readEstimates(trx, accountId, ids);
  const estimateIds = estimates.map(({ id }) => id);
  const rows = await readRows(trx, accountId, estimateIds);
  const plans = await readPlans(trx, accountId, estimateIds);
  const measured = await readMeasured(trx, accountId, { estimates: estimateIds, date, withBdi });
  const actuals = await readActuals(trx, accountId, { companyId: first.companyId, buildings: ids, date, months });
  const committed = await readCommitted(trx, accountId, ids, { exceptOrderId });
  return buildings.map(({ id, name }) => ({
    building: { id, name },
    values: estimates
      .filter(({ buildingId }) => buildingId === id)
      .map((estimate) => valuesOf(estimate, rows.get(estimate.id) ?? [], { plan: plans.get(estimate.id), withBdi })),
    actuals: actuals.filter(({ buildingId }) => buildingId === id),
    measured: measured.get(id) ?? null,
    committed: committed.filter(({ buildingId }) => buildingId === id),
  }));
};

/** What the figures of the buildings are computed from on which the user holds ENGINEERING. */
export const partsOf = async (
  trx: Trx,
  session: Session,
  place: Parameters<typeof buildingsOf>[2],
  asked: Asked,
): Promise<BuildingParts[]> => readParts(trx, session.accountId, await buildingsOf(trx, session, place), asked);

/** A building on one day, without its stages. */
export const lineOf = (parts: BuildingParts, date: string): EstimatedVsActual => ({
  ...headerOf(parts),
  ...earnedValueOf(totalAmounts(parts, date)),
  withoutStage: unclassified(parts)?.value ?? ZERO,
});
