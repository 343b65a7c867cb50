import { nearestOf } from '#domain/imports/nearest.ts';
import { stagesOf } from '../../engineering/stages.ts';
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

/** Stages as forms offer them, by their buildings. */
const load = async (
  { trx, session, companyId }: Importing,
  buildings: readonly number[],
): Promise<Map<number, Stages>> => {
  const found = await stagesOf(trx, session, companyId ?? 0, buildings);
  const labelOf = ({ code, name }: { code: string; name: string }) => `${code} ${name}`;
  const all = found.flatMap(({ content }) => content);
  const keys = await keysOf(trx, [...all.map(({ name }) => name), ...all.map(labelOf)]);
  return new Map(
    found.map(({ id, content }) => {
      const byKey = new Map<string, number[]>();
      for (const stage of content) {
        const own = new Set([stage.code, keys.get(stage.name) ?? '', keys.get(labelOf(stage)) ?? '']);
        for (const key of own) byKey.set(key, [...(byKey.get(key) ?? []), stage.id]);
      }
      return [id, { byKey, nearest: nearestOf(content.map(labelOf)) }];
    }),
  );
};

/** Puts rows for the stages that lines name within their buildings. Three statements, or none. */
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
