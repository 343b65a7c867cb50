import type pg from 'pg';
import type { BuildingKey } from './data/company.ts';
import { ESTIMATES } from './data/stages.ts';
import { insertRows, keysOf, reserveFor, type Row } from './insert.ts';

/** Returns the id of a stage by building and stage code. */
export type StageIds = (building: BuildingKey, code: string) => number;

const parentOf = (code: string): string | null => code.split('.').slice(0, -1).join('.') || null;

/** Inserts a cost estimate for each building, with its groups (the stages). */
export const insertStages = async (
  client: pg.Client,
  { accountId, companyId, createdAt }: { accountId: number; companyId: number; createdAt: string },
  building: (key: BuildingKey) => number,
): Promise<StageIds> => {
  const keys = keysOf(ESTIMATES);
  const estimate = await reserveFor(client, 'cost_estimates', keys);
  const places = keys.flatMap((key) => inOrder(key).map(([code]) => `${key} ${code}`));
  const group = await reserveFor(client, 'cost_estimate_groups', places);
  const stage: StageIds = (key, code) => group(`${key} ${code}`);

  const estimates = keys.map((key) => {
    const { code, description } = ESTIMATES[key];
    const owner = { account_id: accountId, id: estimate(key), company_id: companyId, building_id: building(key) };
    const times = { created_at: createdAt, updated_at: createdAt };
    return { ...owner, code, description, approved: false, ...times, version: 1 };
  });
  await insertRows(client, 'cost_estimates', estimates);

  const groups = keys.flatMap((key) =>
    inOrder(key).map(([code, name], index): Row => {
      const parent = parentOf(code);
      const owner = { account_id: accountId, cost_estimate_id: estimate(key), building_id: building(key) };
      const id = stage(key, code);
      return { ...owner, id, parent_id: parent && stage(key, parent), code, name, position: index + 1 };
    }),
  );
  await insertRows(client, 'cost_estimate_groups', groups);
  return stage;
};

/** Sorts stages by code, because JavaScript objects list integer-like keys first ("1", "2", … before "3.1"). */
const inOrder = (key: BuildingKey): [code: string, name: string][] =>
  Object.entries(ESTIMATES[key].stages).sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
