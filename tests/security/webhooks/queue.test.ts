import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '#tests/support/eventually.ts';
import { openOffice } from '#tests/financial/officeKit.ts';
import { TEST_NOW } from '#tests/support/services.ts';
import { startWebhooks, type WebhookOffice } from './kit.ts';
import { answering, isSignedBy, type Receiver } from './receiver.ts';

let office: WebhookOffice;
let receiver: Receiver;
let id: number;

beforeAll(async () => {
  office = await startWebhooks();
});
afterAll(() => office.stop());
beforeEach(async () => {
  office.services.clock.set(TEST_NOW);
  await office.seed.sql('delete from webhooks');
  receiver = await office.receiver();
  ({ id } = await office.hook(receiver));
});

/** Claims as another process would, which then dies. */
const claimAndDie = async (at: Date): Promise<number> => {
  const { rows } = await sql`select * from claim_webhook_deliveries(${at}, 100, 100, 100, '60 seconds')`.execute(
    office.services.app.platform.database.kysely,
  );
  return rows.length;
};

const received = (count: number, by = receiver) => eventually(() => by.got.length).toBe(count);
const told = (by = receiver) => by.got.map(({ body: { type, data } }) => `${type} ${data.id}`);

describe('Events of one row', () => {
  test('wait for the one before them, those of other rows do not', async () => {
    const [first, second] = [await office.category(), await office.category()];
    await received(2);
    receiver.answer = ({ body }, response) => void response.writeHead(body.data.id === first.id ? 500 : 200).end();
    const renamed = await office.rename(first, 'A');
    await received(3);
    await office.rename(renamed, 'B');
    await office.rename(second, 'C');
    await received(4);
    expect(told().slice(2)).toEqual([`category.updated ${first.id}`, `category.updated ${second.id}`]);
    receiver.answer = answering(200);
    await eventually(async () =>
      (await office.deliveries(id)).content.map(({ attempts }: { attempts: number }) => attempts),
    ).toEqual([1, 0, 1, 1, 1]);
    await office.later(5);
    await received(6);
    expect(receiver.got.slice(4).map(({ body }) => body.data.name)).toEqual(['A', 'B']);
  });

  test('go on after one that was given up', async () => {
    const one = await office.category();
    await received(1);
    receiver.answer = answering(500);
    const next = await office.rename(one, 'X');
    await office.rename(next, 'Y');
    await received(2);
    receiver.answer = answering(200);
    await eventually(async () => (await office.deliveries(id, { state: 'WAITING' })).content[1]?.attempts).toBe(1);
    await office.seed.sql("update webhook_deliveries set state = 'FAILED' where attempts = 1 and state = 'WAITING'");
    await office.wake();
    await received(3);
    expect(receiver.got.at(-1)?.body.data.name).toBe('Y');
    expect((await office.deliveries(id, { state: 'FAILED' })).totalElements).toBe(1);
  });
});

describe('A delivery', () => {
  test('of a process that died is sent by another one after its lease, with the same id, and only once', async () => {
    await office.setState(id, 'PAUSED');
    await office.setState(id, 'ACTIVE');
    receiver.answer = answering(200);
    // Due for the process that dies, not yet for the worker, which the insert wakes.
    await office.seed.sql(
      `insert into webhook_deliveries (account_id, webhook_id, event_id, type, entity, entity_id, data, at, next_attempt_at)
       values ($1, $2, 'evt_0123456789abcdef0123456789abcdef', 'category.updated', 'category', 1, '{"id": 1}', $3, $4)`,
      [office.office.accountId, id, TEST_NOW, '2026-11-20T15:00:30Z'],
    );
    expect(await claimAndDie(new Date('2026-11-20T15:00:30Z'))).toBe(1);
    office.services.clock.advance(30_000);
    await office.later(59);
    expect(receiver.got).toHaveLength(0);
    await office.later(2);
    await received(1);
    expect(receiver.got[0]?.id).toBe('evt_0123456789abcdef0123456789abcdef');
    await eventually(() => office.states(id)).toEqual(['DELIVERED category.updated']);
    // The process that was thought dead comes back late: its lease is not that of the delivery any more.
    const { database } = office.services.app.platform;
    const { rows } = await sql<{ done: boolean }>`
      select settle_webhook_delivery(${office.office.accountId}, ${(await office.deliveries(id)).content[0].id}, gen_random_uuid(), 'FAILED', null,
        '{"at": "2026-11-20T15:00:30Z", "milliseconds": 1}') as done`.execute(database.kysely);
    expect(rows).toEqual([{ done: false }]);
    expect(await office.states(id)).toEqual(['DELIVERED category.updated']);
  });

  test('is claimed by one of two processes that ask at once', async () => {
    receiver.answer = () => undefined;
    await office.seed.sql(
      `insert into webhook_deliveries (account_id, webhook_id, event_id, type, entity, entity_id, data, at, next_attempt_at)
       select $1, $2, 'evt_' || md5(n::text), 'category.updated', 'category', n, '{}', $3, $4 from generate_series(1, 40) n`,
      [office.office.accountId, id, TEST_NOW, '2026-11-20T16:00:00Z'],
    );
    office.services.clock.advance(3_600_000);
    const at = office.services.clock.now();
    const counts = await Promise.all(Array.from({ length: 8 }, () => claimAndDie(at)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(40);
    const [leased] = await office.seed.sql<{ count: string }>(
      'select count(distinct lease) as count from webhook_deliveries where lease is not null',
    );
    expect(Number(leased?.count)).toBe(40);
  });

  test('of another account is never sent, nor seen', async () => {
    const stranger = await openOffice(office.seed, 'CANARIO');
    const body = { type: 'DEBIT', name: 'Deles' };
    const path = `/api/v1/financial/account/${stranger.accountId}/category`;
    expect((await office.api.post(path, { token: stranger.admin, body })).status).toBe(200);
    await office.category();
    await received(1);
    expect(told()).toEqual([expect.stringMatching(/^category.created/)]);
    expect(receiver.got[0]?.text).not.toContain('Deles');
    expect(await office.list(stranger.admin)).toEqual([]);
    for (const rest of ['', '/deliveries']) {
      const method = rest === '' ? 'DELETE' : 'GET';
      const reply = await office.api.call(method, `/api/v1/security/webhooks/${id}${rest}`, { token: stranger.admin });
      expect(reply.status).toBe(404);
    }
    expect((await office.post(id, 'test', stranger.admin)).status).toBe(404);
  });

  test('is shown with what was sent and answered, and is sent again with the same id', async () => {
    receiver.answer = answering(200, 'recebido\n');
    const one = await office.category('Cimento');
    await eventually(() => office.states(id)).toEqual(['DELIVERED category.created']);
    const [delivery] = (await office.deliveries(id)).content;
    expect(delivery).toMatchObject({ label: 'Cimento', status: 200, error: null, attempts: 1, nextAttemptAt: null });
    const path = `/api/v1/security/webhooks/${id}/deliveries/${delivery.id}`;
    const read = async () => (await office.api.get(path, { token: office.token })).body.data;
    const details = await read();
    expect(details.body).toBe(receiver.got[0]?.text);
    expect(details.history).toEqual([
      {
        id: expect.any(Number),
        at: TEST_NOW,
        milliseconds: expect.any(Number),
        status: 200,
        error: null,
        answer: 'recebido\n',
      },
    ]);
    await office.post(id, `deliveries/${delivery.id}/resend`);
    await received(2);
    expect(new Set(receiver.got.map((got) => got.id)).size).toBe(1);
    expect(receiver.got[1]?.body.data.id).toBe(one.id);
    await eventually(async () => (await read()).history.length).toBe(2);
  });

  test('is forgotten after 30 days', async () => {
    await office.category();
    await received(1);
    await eventually(() => office.states(id)).toEqual(['DELIVERED category.created']);
    const forget = () =>
      sql`select forget_webhook_deliveries(${office.services.clock.now()})`.execute(
        office.services.app.platform.database.kysely,
      );
    office.services.clock.advance(29 * 86_400_000);
    await forget();
    expect((await office.deliveries(id)).totalElements).toBe(1);
    office.services.clock.advance(2 * 86_400_000);
    await forget();
    expect(await office.seed.sql('select from webhook_attempts')).toEqual([]);
  });
});

describe('A webhook', () => {
  test('is made after a reauthentication; its secret is told once, and stored sealed', async () => {
    const fresh = await office.seed.tokenOf(await office.seed.user(office.office.accountId, { admin: true }));
    const body = { url: receiver.url };
    office.services.clock.advance(16 * 60_000);
    expect((await office.make(body, fresh)).body.error).toBe('REAUTHENTICATION_REQUIRED');
    await office.prove(fresh);
    const headers = { 'idempotency-key': 'webhook-1' };
    const made = await office.make(body, fresh, headers);
    const { secret } = made.body.data;
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    expect((await office.make(body, fresh, headers)).status).toBe(409);
    for (const table of ['webhooks', 'audit_log', 'idempotency_keys']) {
      const rows = await office.seed.sql<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(secret.slice(6)))).toEqual([]);
    }
    expect(JSON.stringify(await office.list())).not.toContain('whsec_');
  });

  test('signs by the old secret, too, for a day after its rotation', async () => {
    const old = await office.hook(receiver, { events: ['category.created'] });
    const { secret } = (await office.post(old.id, 'secret')).body.data;
    await office.seed.sql('delete from webhooks where id = $1', [id]);
    await office.category();
    await received(1);
    const [first] = receiver.got;
    if (!first) throw new Error('nothing received');
    expect([first.signatures.length, isSignedBy(first, secret), isSignedBy(first, old.secret)]).toEqual([
      2,
      true,
      true,
    ]);
    office.services.clock.advance(24 * 3_600_000);
    await office.category();
    await received(2);
    const [, second] = receiver.got;
    if (!second) throw new Error('nothing received');
    expect([second.signatures.length, isSignedBy(second, secret), isSignedBy(second, old.secret)]).toEqual([
      1,
      true,
      false,
    ]);
  });

  test('sends a marked event once, also while it is paused, when nothing else is kept', async () => {
    await office.setState(id, 'PAUSED');
    await office.category();
    receiver.answer = answering(500);
    await office.post(id, 'test');
    await eventually(() => office.states(id)).toEqual(['FAILED webhook.test']);
    expect(receiver.got.map(({ body }) => body)).toEqual([
      { type: 'webhook.test', timestamp: TEST_NOW, data: { id, entity: 'webhook', test: true, url: null } },
    ]);
    expect(await office.webhook(id)).toMatchObject({ state: 'PAUSED', pauseReason: 'MANUAL', failing: false });
  });

  test.each([
    [{ events: ['order.exploded'] }, 400],
    [{ events: [] }, 400],
    [{ places: [{ companyId: 999_999, buildingId: null }] }, 422],
    [{ description: 'x'.repeat(121) }, 400],
    [{ secret: 'whsec_meu' }, 400],
  ])('is refused with %j', async (body, status) => {
    await office.prove();
    expect((await office.make({ url: receiver.url, ...body })).status).toBe(status);
  });

  test('is changed on the version that was read, and there are ten at most', async () => {
    const path = `/api/v1/security/webhooks/${id}`;
    const put = (body: object) => office.api.put(path, { token: office.token, body: { url: receiver.url, ...body } });
    expect((await put({ version: 1, description: 'BI', events: ['order.created'] })).body.data).toMatchObject({
      ...{ description: 'BI', events: ['order.created'], version: 2 },
    });
    expect((await put({ version: 1 })).status).toBe(409);
    for (let count = 1; count < 10; count += 1) await office.hook(receiver);
    expect((await office.make({ url: receiver.url })).status).toBe(422);
  });

  test('costs a command nothing but a longer statement', async () => {
    const cost = async (): Promise<unknown> => {
      const body = { type: 'DEBIT', name: `Custo ${Math.random()}` };
      return (await office.api.post(office.categories, { token: office.token, body })).headers['x-sql-queries'];
    };
    const withOne = await cost();
    await office.seed.sql('delete from webhooks');
    expect(await cost()).toBe(withOne);
  });
});
