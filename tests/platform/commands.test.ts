import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { attempts, probe, probePolicy } from './probe.ts';

let services: TestServices;
let user: TestUser;
let token: string;

const create = (name: string, key?: string, as = token) =>
  services.api.post('/probe/companies', { token: as, body: { name }, headers: key ? { 'idempotency-key': key } : {} });
const companies = () =>
  services.seed.sql<{ name: string }>('select name from companies where account_id = $1', [user.accountId]);
const history = () =>
  services.seed.sql('select route, action, entity, entity_id, details, user_id, at from audit_log order by id');
const fail = (how: string) => services.api.get(`/probe/fail/${how}`, { token });

beforeAll(async () => {
  services = await startPlatform([probe], probePolicy, { logger: false });
});
beforeEach(async () => {
  await services.seed.sql('truncate audit_log');
  user = await services.seed.user(await services.seed.account(), { admin: true });
  token = await services.seed.tokenOf(user);
});
afterAll(() => services.stop());

describe('A command', () => {
  test('writes its history in the same SQL transaction', async () => {
    const { body } = await create('Ipê');
    expect(await history()).toEqual([
      {
        route: 'POST /probe/companies',
        action: 'create',
        entity: 'company',
        entity_id: String(body.data.id),
        details: { name: 'Ipê' },
        user_id: String(user.id),
        at: services.clock.now(),
      },
    ]);
    expect((await create('ipê')).status).toBe(409);
    expect(await history()).toHaveLength(1);
  });

  test('that ignores a failed statement fails', async () => {
    const command = services.app.platform.command(
      { accountId: user.accountId, userId: user.id },
      { route: 'test', requestId: null },
      async (trx) => {
        await trx.insertInto('companies').values({ account_id: user.accountId, name: 'Perdida' }).execute();
        await sql`selec 1`.execute(trx).catch(() => undefined);
      },
    );
    await expect(command).rejects.toThrow('transaction is aborted');
    expect(await companies()).toEqual([]);
  });

  test('sends its messages when it commits, and not when it rolls back', async () => {
    const received: string[] = [];
    const stop = services.app.platform.notifications.on('session_changed', (payload) => received.push(payload));
    const say = (payload: string, fails: boolean) =>
      services.app.platform.command(
        { accountId: user.accountId, userId: user.id },
        { route: 'test', requestId: null },
        async (_trx, work) => {
          work.notify('session_changed', payload);
          if (fails) throw new Error('no');
        },
      );
    await say('nunca', true).catch(() => undefined);
    await say('agora', false);
    while (received.length === 0) await pause(5);
    stop();
    expect(received).toEqual(['agora']);
  });

  test('that meets a deadlock is run again', async () => {
    await create('A');
    await create('B');
    attempts.contend = 0;
    const answers = await Promise.all(
      ['up', 'down'].map((order) => services.api.post(`/probe/contend/${order}`, { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(attempts.contend).toBe(3);
    expect(await services.seed.sql('select version from companies where account_id = $1', [user.accountId])).toEqual([
      { version: 3 },
      { version: 3 },
    ]);
  });
});

describe('An Idempotency-Key', () => {
  test('makes 50 concurrent posts create one row, and all get the first answer', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('Única', 'chave-1')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')).toHaveLength(49);
    expect(await companies()).toEqual([{ name: 'Única' }]);
    expect(await history()).toHaveLength(1);
  });

  test('used again with another body is rejected', async () => {
    await create('Uma', 'chave-2');
    const { status, body } = await create('Outra', 'chave-2');
    expect([status, body.message]).toEqual([422, 'Esta chave de idempotência já foi usada com outro conteúdo.']);
    expect(await companies()).toEqual([{ name: 'Uma' }]);
  });

  test('of a command that failed can be used again', async () => {
    await create('Existe');
    expect((await create('existe', 'chave-3')).status).toBe(409);
    await services.seed.sql('delete from companies where account_id = $1', [user.accountId]);
    expect((await create('existe', 'chave-3')).status).toBe(200);
  });

  test('is separate for each user', async () => {
    const other = await services.seed.tokenOf(await services.seed.user(user.accountId, { admin: true }));
    await create('Uma', 'chave-4');
    expect((await create('Duas', 'chave-4', other)).status).toBe(200);
    expect(await companies()).toHaveLength(2);
  });

  test('that is invalid is rejected', async () => {
    expect((await create('Uma', 'com espaço')).status).toBe(400);
    expect((await create('Uma', 'x'.repeat(201))).status).toBe(400);
  });
});

describe('A failure', () => {
  test.each([
    ['rule', 422, 'RULE_BROKEN', 'A soma das parcelas não confere.'],
    ['unique', 409, 'CONFLICT', 'Já existe uma empresa com este nome.'],
    ['foreignKey', 422, 'RULE_BROKEN', 'Um dos registros indicados não existe.'],
    ['check', 422, 'RULE_BROKEN', 'Os dados informados não são aceitos por este cadastro.'],
    ['slow', 503, 'UNAVAILABLE', 'A consulta demorou demais. Reduza o período ou os filtros.'],
    ['syntax', 500, 'INTERNAL', 'Falha para buscar carteira'],
    ['bug', 500, 'INTERNAL', 'Falha para buscar carteira'],
  ])('of kind %s gets %d %s in Portuguese, without SQL or stack', async (how, status, error, message) => {
    const { status: answered, body, text } = await fail(how);
    expect(answered).toBe(status);
    expect(body).toMatchObject({ status, error, message, path: `/probe/fail/${how}`, timestamp: expect.any(String) });
    expect(text).not.toMatch(/selec|companies_|constraint|\.ts|undefined|stack/i);
  });

  test('at a field names the field', async () => {
    expect((await fail('unique')).body.fields).toEqual([
      { path: 'name', message: 'Já existe uma empresa com este nome.' },
    ]);
    expect((await fail('rule')).body.fields).toEqual([{ path: 'installments.0.value', message: 'Confira o valor.' }]);
  });

  test('to connect to the database is a temporary 503: the pool recovers by itself', async () => {
    await services.seed.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prumo-services' and datname = current_database()",
    );
    const first = await services.api.get('/readyz');
    expect([200, 503]).toContain(first.status);
    if (first.status === 503) expect(first.body.message).toContain('indisponível');
    let after = await create('Depois');
    for (let tries = 0; after.status === 503 && tries < 40; tries += 1) {
      await pause(50);
      after = await create('Depois');
    }
    expect(after.status).toBe(200);
  });
});
