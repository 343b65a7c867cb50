import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { IMPORT_KIND } from '#services/engineering/imports/kind.ts';
import { keepJobFile } from '#services/platform/jobs/files.ts';
import { enqueueJob } from '#services/platform/jobs/store.ts';
import { countAll } from '#tests/engineering/sinapi/importKit.ts';
import { killPrograms, run, type Program } from '#tests/runtime/kit.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { monthOf, STATES } from '#tests/support/sinapi/model.ts';
import { workbookOf } from '#tests/support/sinapi/workbook.ts';
import { until } from './stack.ts';

const SIZE = { inputs: 300, compositions: 300, lines: 3 };

/** Enqueues jobs, and runs none itself. */
let services: TestServices;
let user: TestUser;

beforeAll(async () => {
  services = await startPlatform([], {});
  user = await services.seed.user(await services.seed.account(), { admin: true });
});
afterEach(() => killPrograms());
afterAll(() => services.stop());

const worker = async (): Promise<Program> => {
  const program = run(['--import', 'tsx', 'tests/faults/importProcess.ts'], { DATABASE_URL: services.database.url });
  await program.prints(/ready/);
  return program;
};

/** An import whose states and regimes are chosen already: 81 cost databases. */
const enqueue = (content: Buffer): Promise<number> =>
  services.app.platform.command(
    { accountId: user.accountId, userId: user.id },
    { route: 'test', requestId: null },
    async (trx, work) => {
      const kind = { kind: IMPORT_KIND, permission: 'ENGINEERING' } as const;
      const id = await enqueueJob(trx, work, kind, { fileName: 'SINAPI.xlsx', fileSize: content.length });
      await keepJobFile(trx, { accountId: user.accountId, jobId: id }, content);
      const choice = JSON.stringify({ states: STATES, regimes: ['SD', 'CD', 'SE'] });
      await trx.updateTable('jobs').set({ answer: choice }).where('id', '=', id).execute();
      return id;
    },
  );

const jobOf = async (id: number) => {
  const [row] = await services.seed.sql<{ state: string; run: number; written: number }>(
    `select state, run, coalesce((select (step->>'done')::int from jsonb_array_elements(progress) step
       where step->>'name' = 'Gravação'), 0) as written from jobs where id = $1`,
    [id],
  );
  return row;
};

test('an import whose process is killed amid its writing leaves nothing, and another one does it once', async () => {
  const id = await enqueue(workbookOf(monthOf(SIZE)));
  const killed = await worker();
  await until(async () => ((await jobOf(id))?.written ?? 0) > 0, 30_000, 'the writing');
  killed.child.kill('SIGKILL');
  await killed.ended(5_000);
  expect((await jobOf(id))?.state).toBe('RUNNING');
  const nothing = {
    catalogues: 0,
    product_tables: 0,
    product_definitions: 0,
    products: 0,
    task_definitions: 0,
    tasks: 0,
  };
  expect(await countAll(services, user.accountId)).toEqual(nothing);
  // As if its silence had lasted.
  await services.seed.sql("update jobs set alive_at = now() - interval '1 hour' where id = $1", [id]);
  await services.seed.sql("update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'");
  await worker();
  await until(async () => (await jobOf(id))?.state === 'DONE', 60_000, 'the job');
  expect((await jobOf(id))?.run).toBe(2);
  expect(await countAll(services, user.accountId)).toEqual({
    ...{ catalogues: 1, product_tables: 81, product_definitions: 300, products: 81 * 300 },
    ...{ task_definitions: 300, tasks: 81 * 300 },
  });
}, 120_000);
