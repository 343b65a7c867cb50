import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { allowedBuildings } from '#domain/permissions.ts';
import { estimatedVsActualEndpoints, type EstimatedVsActual } from '#schema/engineering/estimatedVsActual.rest.ts';
import { notFound } from '../platform/errors.ts';
import { implement } from '../platform/http/route.ts';
import type { Session } from '../platform/session.ts';
import type { Trx } from '../platform/db/unitOfWork.ts';

/** Estimated versus actual (§3, §7) of the buildings on which the user holds ENGINEERING. */
export const estimatedVsActual = async (app: FastifyInstance): Promise<void> => {
  implement(app, estimatedVsActualEndpoints.one, ({ session, query, read }) =>
    read(async (trx) => {
      const [building] = await buildingsOf(trx, session, { buildingId: query.buildingId });
      const [row] = building ? await actualValues(trx, session, [building], query.date) : [];
      if (!row) throw notFound('Obra não encontrada.');
      return row;
    }),
  );

  implement(app, estimatedVsActualEndpoints.ofCompany, ({ session, params, query, read }) =>
    read(async (trx) => {
      const buildings = await buildingsOf(trx, session, { companyId: params.companyId });
      return { content: await actualValues(trx, session, buildings, query.date) };
    }),
  );
};

interface BuildingRow {
  id: number;
  company_id: number;
}

const buildingsOf = async (
  trx: Trx,
  session: Session,
  requested: { buildingId?: number; companyId?: number },
): Promise<BuildingRow[]> => {
  let query = trx.selectFrom('buildings').select(['id', 'company_id']).where('account_id', '=', session.accountId);
  if (requested.buildingId !== undefined) query = query.where('id', '=', requested.buildingId);
  if (requested.companyId !== undefined)
    query = query.where('company_id', '=', requested.companyId).where('active', '=', true);
  const rows = await query.execute();
  return rows.filter(({ id, company_id: companyId }) => {
    const allowed = allowedBuildings(session, companyId, ['ENGINEERING']);
    return allowed === 'all' || allowed.includes(String(id));
  });
};

type Row = Pick<EstimatedVsActual, 'actualValue' | 'withoutStage'> & { id: number; name: string };

/** Gross value of the expenses apportioned to each building up to a day, by competence date (domain.md §5). */
const actualValues = async (
  trx: Trx,
  session: Session,
  buildings: readonly BuildingRow[],
  date: string,
): Promise<EstimatedVsActual[]> => {
  const { rows } = await sql<Row>`
    select b.id, b.name, coalesce(sum(a.gross_value) filter (where t.id is not null), 0.00) as "actualValue",
           coalesce(sum(a.gross_value) filter (where t.id is not null and a.cost_estimate_group_id is null), 0.00)
             as "withoutStage"
    from buildings b
    left join apportionments a on a.account_id = b.account_id and a.building_id = b.id
    left join transactions t on t.account_id = a.account_id and t.id = a.transaction_id and t.type = 'DEBIT'
      and t.competence_date <= ${date}::date
    where b.account_id = ${session.accountId} and b.id = any(${buildings.map(({ id }) => id)}::bigint[])
    group by b.id, b.name order by search_key(b.name), b.id`.execute(trx);
  return rows.map(({ id, name, ...values }) => ({
    building: { id, name },
    lastMeasurementDate: null,
    estimatedValue: null,
    measuredValue: null,
    ...values,
  }));
};
