import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '#services/platform/build.ts';
import { QUEUE_VERSION } from '#services/platform/jobs/install.ts';
import { answerJob, cancelJob, enqueueJob } from '#services/platform/jobs/store.ts';
import type { Trx, Work } from '#services/platform/db/unitOfWork.ts';
import { policy } from '#services/policy.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { probeJob, probeJobs, released, runs, type ProbeInput } from './jobProbe.ts';

let services: TestServices;
let user: TestUser;
let logged: string;

beforeAll(async () => {
  const stream = { write: (line: string) => void (logged += line) };
  services = await startPlatform([probeJobs()], {}, { logger: { level: 'info', stream } });
});
beforeEach(async () => {
  runs.splice(0);
  logged = '';
  user = await services.seed.user(await services.seed.account(), { admin: true });
});
afterAll(() => services.stop());

const command = <T>(work: (trx: Trx, work: Work) => Promise<T>, who = user): Promise<T> =>
  services.app.platform.command({ accountId: who.accountId, userId: who.id }, { route: 'test', requestId: null }, work);
const enqueue = (input: ProbeInput, kind = 'PROBE', who = user) =>
  command((trx, work) => enqueueJob(trx, work, probeJob('', kind), input), who);
const jobs = (who = user) =>
  services.seed.sql('select * from jobs where account_id = $1 order by id', [who.accountId]) as Promise<
    { state: string; message: string | null; attempts: number; progress: object[]; result: object | null }[]
  >;
const states = async (who = user) => (await jobs(who)).map(({ state }) => state);
const brands = async (who = user) =>
  (
    await services.seed.sql<{ name: string }>('select name from brands where account_id = $1 order by id', [
      who.accountId,
    ])
  ).map(({ name }) => name);
const runsOf = (name: string) => runs.filter((run) => run.name === name).map(({ process }) => process);

describe('A job', () => {
  test('runs once its command has committed, and leaves its result, its writes and their history', async () => {
    const id = await enqueue({ name: 'Tigre', how: 'finish' });
    await eventually(states).toEqual(['DONE']);
    expect(await brands()).toEqual(['Tigre']);
    expect(await jobs()).toMatchObject([
      {
        state: 'DONE',
        message: 'Marca Tigre criada.',
        result: { name: 'Tigre' },
        attempts: 1,
        cancel_requested: false,
      },
    ]);
    const history = await services.seed.sql(
      "select route, action, user_id from audit_log where entity = 'job' and entity_id = $1 order by id",
      [id],
    );
    expect(history).toEqual([
      { route: 'test', action: 'create', user_id: String(user.id) },
      { route: 'job PROBE', action: 'done', user_id: String(user.id) },
    ]);
    await eventually(() => logged).toMatch(/"kind":"PROBE","account":\d+,"outcome":"DONE"/);
  });

  test('of a command that failed does not exist', async () => {
    const failed = command(async (trx, work) => {
      await enqueueJob(trx, work, probeJob(''), { name: 'Nunca', how: 'finish' });
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    await enqueue({ name: 'Depois', how: 'finish' });
    await eventually(states).toEqual(['DONE']);
    expect(await brands()).toEqual(['Depois']);
    expect(runsOf('Nunca')).toEqual([]);
  });

  test('waits for the one before it of its kind and account, and for no other', async () => {
    const other = await services.seed.user(await services.seed.account(), { admin: true });
    await enqueue({ name: 'Primeira', how: 'hold' });
    await eventually(states).toEqual(['RUNNING']);
    await enqueue({ name: 'Segunda', how: 'finish' });
    await enqueue({ name: 'Alheia', how: 'finish' }, 'PROBE', other);
    await eventually(() => states(other)).toEqual(['DONE']);
    await enqueue({ name: 'Outra', how: 'finish' }, 'OTHER_PROBE');
    await eventually(states).toEqual(['RUNNING', 'QUEUED', 'DONE']);
    released.add('Primeira');
    await eventually(states).toEqual(['DONE', 'DONE', 'DONE']);
    expect(await brands()).toEqual(['Outra', 'Primeira', 'Segunda']);
  });

  test('tells its progress about once a second', async () => {
    await enqueue({ name: 'Contada', how: 'hold' });
    const done = async () => (await jobs())[0]?.progress;
    await eventually(done).toMatchObject([{ name: 'Esperando', total: null }]);
    const [first] = (await done()) as [{ done: number }];
    await eventually(async () => ((await done()) as [{ done: number }])[0].done).toBeGreaterThan(first.done + 20);
    released.add('Contada');
    await eventually(states).toEqual(['DONE']);
  });

  test('that is cancelled while it runs stops and has written nothing', async () => {
    const id = await enqueue({ name: 'Parada', how: 'hold' });
    await eventually(states).toEqual(['RUNNING']);
    await command((trx, work) => cancelJob(trx, work, id));
    await eventually(states).toEqual(['CANCELLED']);
    // Again changes nothing.
    await command((trx, work) => cancelJob(trx, work, id));
    expect(await brands()).toEqual([]);
  });

  test('that is cancelled before its last statement has committed writes nothing either', async () => {
    const id = await enqueue({ name: 'Tarde', how: 'hold after writing' });
    await eventually(() => runsOf('Tarde')).toHaveLength(1);
    await command((trx, work) => cancelJob(trx, work, id));
    released.add('Tarde');
    await eventually(states).toEqual(['CANCELLED']);
    expect(await brands()).toEqual([]);
  });

  test('that is cancelled before its turn never runs, and one that is over cannot be cancelled', async () => {
    const first = await enqueue({ name: 'Antes', how: 'hold' });
    await eventually(states).toEqual(['RUNNING']);
    const second = await enqueue({ name: 'Cedo', how: 'finish' });
    await command((trx, work) => cancelJob(trx, work, second));
    released.add('Antes');
    await eventually(states).toEqual(['DONE', 'CANCELLED']);
    await enqueue({ name: 'Última', how: 'finish' });
    await eventually(states).toEqual(['DONE', 'CANCELLED', 'DONE']);
    expect(runsOf('Cedo')).toEqual([]);
    await expect(command((trx, work) => cancelJob(trx, work, first))).rejects.toThrow('Este trabalho já terminou.');
  });

  test('that refuses its input fails at once, with the reason for its user', async () => {
    await enqueue({ name: 'Vazia', how: 'refuse' });
    await eventually(states).toEqual(['FAILED']);
    expect(await jobs()).toMatchObject([{ message: 'O arquivo está vazio.', attempts: 1 }]);
  });

  test('that breaks is tried three times, and then says so', async () => {
    await enqueue({ name: 'Quebrada', how: 'throw' });
    await eventually(states).toEqual(['FAILED']);
    expect(await jobs()).toMatchObject([
      { message: 'Não foi possível concluir este trabalho. Tente novamente em instantes.', attempts: 3 },
    ]);
    expect(logged).toContain('out of luck');
  }, 30_000);

  test('that asks waits without a process, and goes on with the answer', async () => {
    const id = await enqueue({ name: 'Pergunta', how: 'ask' });
    await eventually(states).toEqual(['WAITING']);
    expect(await jobs()).toMatchObject([{ question: { which: 'name' }, finished_at: null }]);
    await command((trx, work) => answerJob(trx, work, id, { name: 'Resposta' }));
    await eventually(states).toEqual(['DONE']);
    expect(await brands()).toEqual(['Resposta']);
    const again = command((trx, work) => answerJob(trx, work, id, { name: 'Outra' }));
    await expect(again).rejects.toThrow('Este trabalho não espera por uma resposta.');
  });

  test('that another process has taken over writes nothing more', async () => {
    await enqueue({ name: 'Perdida', how: 'hold after writing' });
    await eventually(() => runsOf('Perdida')).toHaveLength(1);
    await services.seed.sql('update jobs set run = run + 1 where account_id = $1', [user.accountId]);
    released.add('Perdida');
    await eventually(() => logged).toContain('"outcome":"LOST"');
    expect(await brands()).toEqual([]);
  });

  test('that the queue has lost, as in a restored backup, is put into it again', async () => {
    await enqueue({ name: 'Na frente', how: 'hold' });
    await eventually(states).toEqual(['RUNNING']);
    await enqueue({ name: 'Restaurada', how: 'finish' });
    await services.seed.sql('delete from graphile_worker._private_jobs where locked_at is null');
    await services.seed.sql("update jobs set alive_at = now() - interval '1 hour' where state = 'QUEUED'");
    released.add('Na frente');
    await eventually(states).toEqual(['DONE', 'DONE']);
  }, 30_000);

  test('is not kept waiting by a process that died after the job before it was over', async () => {
    const over = await enqueue({ name: 'Acabada', how: 'finish' });
    await eventually(states).toEqual(['DONE']);
    const { accountId } = user;
    await services.seed.sql(
      `select graphile_worker.add_job('PROBE', json_build_object('accountId', $1::int, 'jobId', $2::int),
         queue_name := 'PROBE:' || $1, job_key := $1 || ':' || $2, run_at := now() + interval '1 hour')`,
      [accountId, over],
    );
    const dead = "set locked_by = 'dead', locked_at = now() - interval '1 minute'";
    await services.seed.sql(`update graphile_worker._private_jobs ${dead} where key = $1 || ':' || $2`, [
      accountId,
      over,
    ]);
    await services.seed.sql(`update graphile_worker._private_job_queues ${dead} where queue_name = 'PROBE:' || $1`, [
      accountId,
    ]);
    await enqueue({ name: 'Seguinte', how: 'finish' });
    await eventually(states).toEqual(['DONE', 'DONE']);
    expect(await brands()).toEqual(['Acabada', 'Seguinte']);
  }, 30_000);
});

describe('Two processes', () => {
  let second: FastifyInstance | undefined;
  afterAll(() => second?.close());

  test('share the jobs; one that ends gives its own to the other, without counting an attempt', async () => {
    await enqueue({ name: 'Entregue', how: 'hold' });
    await eventually(() => runsOf('Entregue')).toEqual(['one']);
    second = await buildServer(
      { databaseUrl: services.database.url, dataDir: '/nowhere', clock: services.clock },
      [probeJobs('two')],
      policy.platform,
    );
    const ending = services.app.close();
    await eventually(() => runsOf('Entregue')).toEqual(['one', 'two']);
    await ending;
    released.add('Entregue');
    await eventually(states).toEqual(['DONE']);
    expect(await jobs()).toMatchObject([{ attempts: 1, run: 2 }]);
    expect(await brands()).toEqual(['Entregue']);
  }, 30_000);
});

test('The tables of the queue are those of the package', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  expect(dependencies['graphile-worker']).toBe(QUEUE_VERSION);
});
