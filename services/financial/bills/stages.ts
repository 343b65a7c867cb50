import { sql } from 'kysely';
import { nearestOf } from '#domain/imports/nearest.ts';
import type { Importing } from '../../platform/register/import/importer.ts';
import { keysOf } from '../../platform/register/import/references.ts';
import { refuse } from '../../platform/register/import/lines.ts';
import { buildingOf, type BillLine } from './lines.ts';

const NO_BUILDING = 'Informe a obra desta etapa.';
const MISSING = 'Etapa não encontrada nesta obra.';
const AMBIGUOUS = 'Há mais de uma etapa assim nesta obra: escreva o código e o nome.';

/** The stages of one building, and what finds those that a text means: by code, by name, or by both. */
interface Stages {
  byKey: ReadonlyMap<string, readonly number[]>;
  nearest: (text: string) => string | undefined;
}

interface Stage {
  id: number;
  building: number;
  name: string;
  label: string;
  keys: string[];
}

/** Stages by their buildings, of the cost estimates whose stages forms offer: the approved ones, else the newest. */
const load = async ({ trx, session }: Importing, buildings: readonly number[]): Promise<Map<number, Stages>> => {
  const { rows } = await sql<Stage>`
    select g.id, g.building_id as building, g.name, g.code || ' ' || g.name as label,
           array[g.code, search_key(g.name), search_key(g.code || ' ' || g.name)] as keys
      from cost_estimate_groups g join cost_estimates e on e.account_id = g.account_id and e.id = g.cost_estimate_id
     where g.account_id = ${session.accountId} and g.building_id = any(${[...buildings]}::bigint[])
       and (e.approved or not exists (
         select from cost_estimates o where o.account_id = e.account_id and o.building_id = e.building_id
            and (o.approved or o.id > e.id)))
     order by g.building_id, g.cost_estimate_id, g.position`.execute(trx);
  return new Map(
    buildings.map((building) => {
      const own = rows.filter((stage) => stage.building === building);
      const byKey = new Map<string, number[]>();
      for (const { id, keys } of own) {
        for (const key of new Set(keys)) byKey.set(key, [...(byKey.get(key) ?? []), id]);
      }
      return [building, { byKey, nearest: nearestOf(own.flatMap(({ name, label }) => [name, label])) }];
    }),
  );
};

/** Puts rows for the stages that lines name within their buildings. Two statements, or none. */
export const resolveStages = async (importing: Importing, lines: readonly BillLine[]): Promise<void> => {
  const naming = lines.filter(({ values }) => values['costEstimateGroup'] !== undefined);
  if (naming.length === 0) return;
  const buildings = await load(importing, [...new Set(naming.flatMap((line) => buildingOf(line) ?? []))]);
  const keys = await keysOf(
    importing.trx,
    naming.map(({ values }) => String(values['costEstimateGroup'])),
  );
  for (const line of naming) {
    const text = String(line.values['costEstimateGroup']);
    delete line.values['costEstimateGroup'];
    const building = buildingOf(line);
    const stages = building === null ? undefined : buildings.get(building);
    const [one, other] = stages?.byKey.get(keys.get(text) ?? text) ?? [];
    if (!stages) {
      if (line.texts['building'] === undefined) refuse(line, 'costEstimateGroup', NO_BUILDING);
    } else if (other !== undefined) refuse(line, 'costEstimateGroup', AMBIGUOUS);
    else if (one !== undefined) line.values['costEstimateGroup'] = { id: one };
    else refuse(line, 'costEstimateGroup', MISSING, stages.nearest(text));
  }
};
