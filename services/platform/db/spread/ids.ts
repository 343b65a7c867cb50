import type pg from 'pg';
import { MOST_MACHINES, type Cluster } from './cluster.ts';

const STEP = MOST_MACHINES + 1;

/** Highest id of any sequence that does not go in steps yet. */
const highest = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ last: string }>(
    `select coalesce(max(last_value), 0)::text as last from pg_sequences where schemaname = 'public' and increment_by <> $1`,
    [STEP],
  );
  return Number(rows[0]?.last ?? 0);
};

const inSteps = async (client: pg.Client, first: number): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = 'public' and increment_by <> $1`,
    [STEP],
  );
  const steps = rows.map(({ name }) => `alter sequence ${name} increment by ${STEP} restart with ${first}`);
  if (steps.length > 0) await client.query(steps.join('; '));
};

/** Lets each machine give ids of its own: the coordinator the multiples of 64, and each machine those and its number. */
export const keepIdsApart = async ({ client, machines }: Cluster): Promise<void> => {
  const used = Math.max(
    await highest(client),
    ...(await Promise.all(machines.map((machine) => highest(machine.client)))),
  );
  const start = (Math.floor(used / STEP) + 1) * STEP;
  await inSteps(client, start);
  for (const [index, machine] of machines.entries()) await inSteps(machine.client, start + index + 1);
};
