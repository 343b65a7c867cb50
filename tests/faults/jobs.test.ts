import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { enqueueJob } from '#services/platform/jobs/store.ts';
import { killPrograms, run, type Program } from '#tests/runtime/kit.ts';
import { probeJob, type ProbeInput } from '#tests/platform/jobProbe.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { until } from './stack.ts';

/** Time in milliseconds after which another process has noticed a death and begun anew: 15 s of silence, and a look. */
const NOTICED_WITHIN = 30_000;
/** A process manager sends SIGKILL after ten seconds or more. */
const ENDS_WITHIN = 5_000;

/** Enqueues jobs, and runs none itself. */
let services: TestServices;
let user: TestUser;

beforeAll(async () => {
  services = await startPlatform([], {});
  user = await services.seed.user(await services.seed.account(), { admin: true });
});
afterEach(() => killPrograms());
afterAll(() => services.stop());

const worker = async (released = ''): Promise<Program> => {
  const program = run(['--import', 'tsx', 'tests/faults/jobProcess.ts'], {
    DATABASE_URL: services.database.url,
    RELEASED: released,
  });
  await program.prints(/ready/);
  return program;
};

const enqueue = (input: ProbeInput) =>
  services.app.platform.command(
    { accountId: user.accountId, userId: user.id },
    { route: 'test', requestId: null },
    (trx, work) => enqueueJob(trx, work, probeJob(''), input),
  );

const jobOf = async (id: number) => {
  const [row] = await services.seed.sql<{ state: string; run: number; attempts: number }>(
    'select state, run, attempts from jobs where id = $1',
    [id],
  );
  return row;
};

const brands = async (name: string): Promise<number> =>
  (await services.seed.sql('select from brands where name = $1', [name])).length;

test('a job whose process is killed amid its writing is begun anew by another, and done once', async () => {
  const killed = await worker();
  const id = await enqueue({ name: 'Morta', how: 'hold after writing' });
  await killed.prints(/runs Morta/);
  killed.child.kill('SIGKILL');
  await killed.ended(ENDS_WITHIN);
  expect(await brands('Morta')).toBe(0);
  const other = await worker('Morta');
  await other.prints(/runs Morta/, NOTICED_WITHIN);
  await until(async () => (await jobOf(id))?.state === 'DONE', 10_000, 'the job');
  expect(await jobOf(id)).toEqual({ state: 'DONE', run: 2, attempts: 2 });
  expect(await brands('Morta')).toBe(1);
}, 90_000);

test('a job whose process is killed while no other lives is done after the restart', async () => {
  const killed = await worker();
  const id = await enqueue({ name: 'Só', how: 'hold' });
  await killed.prints(/runs Só/);
  killed.child.kill('SIGKILL');
  await killed.ended(ENDS_WITHIN);
  await services.seed.sql("update jobs set alive_at = now() - interval '1 hour' where id = $1", [id]);
  await services.seed.sql("update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'");
  await worker('Só');
  await until(async () => (await jobOf(id))?.state === 'DONE', 10_000, 'the job');
}, 60_000);

test('SIGTERM gives a running job back within seconds, and it is not counted as tried', async () => {
  const ending = await worker();
  const id = await enqueue({ name: 'Devolvida', how: 'hold' });
  await ending.prints(/runs Devolvida/);
  ending.child.kill('SIGTERM');
  expect(await ending.ended(ENDS_WITHIN)).toBe(0);
  expect(await jobOf(id)).toEqual({ state: 'QUEUED', run: 1, attempts: 0 });
  await worker('Devolvida');
  await until(async () => (await jobOf(id))?.state === 'DONE', 10_000, 'the job');
}, 60_000);
