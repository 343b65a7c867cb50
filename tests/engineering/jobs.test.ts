import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const JOBS = '/api/v1/engineering/jobs';
const CREATED = '2026-11-20T14:00:00.000Z';

let services: TestServices;
let gateway: TestGateway;
let engineer: TestUser;
let tokens: Record<'engineer' | 'buyer' | 'admin' | 'stranger', string>;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  const { seed } = services;
  const accountId = await seed.account();
  const companyId = await seed.company(accountId);
  engineer = await seed.user(accountId, {
    name: 'Marina Queiroz',
    grants: [{ companyId, permissions: ['ENGINEERING'] }],
  });
  const buyer = await seed.user(accountId, { grants: [{ companyId, permissions: ['PURCHASE'] }] });
  const admin = await seed.user(accountId, { admin: true });
  const stranger = await seed.user(await seed.account(), { admin: true });
  tokens = {
    engineer: await seed.tokenOf(engineer),
    buyer: await seed.tokenOf(buyer),
    admin: await seed.tokenOf(admin),
    stranger: await seed.tokenOf(stranger),
  };
});
beforeEach(() => services.seed.sql('delete from jobs'));
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

/** A row as a job of a kind that no process of this suite runs. */
const job = (values: Record<string, unknown> = {}) =>
  services.seed.insert('jobs', {
    account_id: engineer.accountId,
    kind: 'EXAMPLE',
    permission: 'ENGINEERING',
    created_by: engineer.id,
    created_at: CREATED,
    input: '{}',
    ...values,
  });
const change = (id: number, assignments: string) =>
  services.seed.sql(`update jobs set ${assignments} where id = $1`, [id]);

const DONE = { state: 'DONE', started_at: CREATED, finished_at: '2026-11-20T14:01:30Z', message: 'Pronto.' };

describe('A job', () => {
  test('is read by those who have its permission, with its progress and its author', async () => {
    const id = await job({
      state: 'RUNNING',
      started_at: CREATED,
      progress: JSON.stringify([{ name: 'ISD', done: 12, total: 4912 }]),
    });
    for (const token of [tokens.engineer, tokens.admin]) {
      const { status, body } = await services.api.get(`${JOBS}/${id}`, { token });
      expect([status, body.data]).toEqual([
        200,
        {
          id,
          kind: 'EXAMPLE',
          state: 'RUNNING',
          progress: [{ name: 'ISD', done: 12, total: 4912, prices: null, withoutPrice: null }],
          message: null,
          cancelRequested: false,
          costDatabaseImport: null,
          createdBy: { id: engineer.id, name: 'Marina Queiroz' },
          createdAt: CREATED,
          startedAt: CREATED,
          finishedAt: null,
        },
      ]);
    }
    for (const token of [tokens.buyer, tokens.stranger]) {
      for (const call of [services.api.get, services.api.delete]) {
        const { status, body } = await call(`${JOBS}/${id}`, { token });
        expect([status, body.message]).toEqual([404, 'Trabalho não encontrado.']);
      }
      expect((await services.api.get(JOBS, { token })).body.data).toMatchObject({ content: [], totalElements: 0 });
    }
  });

  test('stands in the list newest first, narrowed by kind, state and ids', async () => {
    const [first, second] = [await job(DONE), await job({ kind: 'OTHER' })];
    const idsOf = async (query: Record<string, string>) =>
      (await services.api.get(JOBS, { token: tokens.engineer, query })).body.data.content.map(
        (row: { id: number }) => row.id,
      );
    expect(await idsOf({})).toEqual([second, first]);
    expect(await idsOf({ sort: 'createdAt' })).toEqual([first, second]);
    expect(await idsOf({ kind: 'OTHER' })).toEqual([second]);
    expect(await idsOf({ state: 'DONE' })).toEqual([first]);
    expect(await idsOf({ ids: String(first) })).toEqual([first]);
    expect((await services.api.get(JOBS, { token: tokens.engineer, query: { state: 'LATE' } })).status).toBe(400);
  });

  test.each([
    ['QUEUED', { state: 'QUEUED' }, { state: 'CANCELLED', cancelRequested: false }],
    ['WAITING', { state: 'WAITING', question: '{}' }, { state: 'CANCELLED', cancelRequested: false }],
    ['RUNNING', { state: 'RUNNING' }, { state: 'RUNNING', cancelRequested: true, finishedAt: null }],
  ])('that is %s is cancelled by a DELETE, and again without effect', async (_name, values, expected) => {
    const id = await job(values);
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await services.api.delete(`${JOBS}/${id}`, { token: tokens.engineer });
      expect([status, body.data]).toMatchObject([200, { id, ...expected }]);
    }
    const history = await services.seed.sql("select action from audit_log where entity = 'job' and entity_id = $1", [
      id,
    ]);
    expect(history).toEqual([{ action: 'cancel' }]);
  });

  test('that has ended is not cancelled', async () => {
    const id = await job(DONE);
    const { status, body } = await services.api.delete(`${JOBS}/${id}`, { token: tokens.engineer });
    expect([status, body.error, body.message]).toEqual([409, 'CONFLICT', 'Este trabalho já terminou.']);
  });
});

describe('In GraphQL', () => {
  const FIELDS = 'id state message cancelRequested progress { name done total } createdBy { name }';

  test('a job is one of a list, read and cancelled', async () => {
    const id = await job({ state: 'RUNNING' });
    const query = `query ($id: ID!) { job(id: $id) { ${FIELDS} } jobs(filter: { state: RUNNING }) { totalElements content { id } } }`;
    const variables = { id: String(id) };
    const { data } = await gateway.ask(query, { token: tokens.engineer, variables });
    expect(data).toMatchObject({
      job: { id: String(id), state: 'RUNNING', createdBy: { name: 'Marina Queiroz' } },
      jobs: { totalElements: 1, content: [{ id: String(id) }] },
    });
    const cancel = 'mutation ($id: ID!) { cancelJob(id: $id) { job { state cancelRequested } } }';
    const cancelled = await gateway.ask(cancel, { token: tokens.engineer, variables });
    expect(cancelled.data).toEqual({ cancelJob: { job: { state: 'RUNNING', cancelRequested: true } } });
    const other = await gateway.ask(query, { token: tokens.buyer, variables });
    expect(other.errors?.[0]).toMatchObject({ message: 'Trabalho não encontrado.', extensions: { code: 'NOT_FOUND' } });
  });

  /** What a window that follows the job has heard, and whether its subscription has ended. */
  const follow = (id: number, token: string) => {
    const heard: { state: string; progress: object[]; message: string | null }[] = [];
    const errors: unknown[] = [];
    let ended = false;
    const client = gateway.socket({ token });
    client.subscribe<{ jobChanged: (typeof heard)[number] }>(
      { query: `subscription ($id: ID!) { jobChanged(id: $id) { ${FIELDS} } }`, variables: { id: String(id) } },
      {
        next: ({ data, errors: refused }) => {
          if (data) heard.push(data.jobChanged);
          errors.push(...(refused ?? []));
        },
        error: (problem) => errors.push(problem),
        complete: () => void (ended = true),
      },
    );
    return { heard, errors, hasEnded: () => ended, close: () => void client.dispose() };
  };

  test('who follows a job hears each change at most once a second, up to its end', async () => {
    const id = await job({ state: 'RUNNING' });
    const window = follow(id, tokens.engineer);
    await eventually(() => window.heard.map(({ state }) => state)).toEqual(['RUNNING']);
    const started = Date.now();
    for (let done = 1; done <= 20; done += 1) {
      await change(id, `progress = '[{"name":"ISD","done":${done},"total":20}]'`);
      await sleep(100);
    }
    const seconds = (Date.now() - started) / 1000;
    expect(window.heard.length).toBeGreaterThan(1);
    expect(window.heard.length).toBeLessThanOrEqual(2 + seconds);
    await change(id, "state = 'DONE', finished_at = now(), message = 'Pronto.'");
    await eventually(window.hasEnded).toBe(true);
    expect(window.heard.at(-1)).toMatchObject({
      state: 'DONE',
      message: 'Pronto.',
      progress: [{ name: 'ISD', done: 20, total: 20 }],
    });
    expect(window.errors).toEqual([]);
    window.close();
  });

  test('a job of another permission cannot be followed', async () => {
    const window = follow(await job({ state: 'RUNNING' }), tokens.buyer);
    await eventually(() => JSON.stringify(window.errors)).toContain('Trabalho não encontrado.');
    expect(window.heard).toEqual([]);
    window.close();
  });
});
