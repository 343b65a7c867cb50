/** Files that programs ask for in a day (decision 92). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const DAY = '2026-11-20';
const UNTIL_MIDNIGHT = String(12 * 60 * 60);

let services: TestServices;
let gateway: TestGateway;
let accountId: number;
let companyId: number;
let admin: TestUser;
let person: string;
let program: string;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  accountId = await services.seed.account();
  companyId = await services.seed.company(accountId);
  admin = await services.seed.user(accountId, { admin: true });
  person = await services.seed.tokenOf(admin);
  await services.api.post('/api/v1/security/reauthentication', { token: person, body: { password: TEST_PASSWORD } });
  const made = await services.api.post('/api/v1/security/api-tokens', {
    token: person,
    body: { name: 'Power BI', areas: ['FINANCIAL'], expiresOn: '2027-02-18' },
  });
  program = made.body.data.token;
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const call = (path: string, token = program) =>
  gateway.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } });
const file = (token = program, query = '') => call(`/api/v1/csv/company/${companyId}/wallets${query}`, token);
const asked = async (files: number) =>
  services.seed.sql(
    `insert into api_usage (account_id, day, points, calls, files) values ($1, $2, 0, 0, $3)
     on conflict (account_id, day) do update set files = excluded.files`,
    [accountId, DAY, files],
  );
const counted = async (): Promise<number> => {
  const { data } = await gateway.ask('{ apiUsage { files { used limit } } }', { token: person });
  expect(data.apiUsage.files.limit).toBe(1_000);
  return data.apiUsage.files.used;
};

describe('A file of CSV', () => {
  test('is counted for a program at once, and not for a person', async () => {
    expect((await file(person)).headers['ratelimit']).toBeUndefined();
    expect(await counted()).toBe(0);
    const { statusCode, headers } = await file();
    expect([statusCode, await counted()]).toEqual([200, 1]);
    expect(headers['ratelimit-policy']).toBe('"minute";q=600000;w=60, "csv-day";q=1000;w=86400');
    expect(headers['ratelimit']).toMatch(/^"minute";r=599500;t=\d+, "csv-day";r=999;t=43200$/);
    expect((await file()).headers['ratelimit']).toMatch(/, "csv-day";r=998;t=43200$/);
  });

  test('that is refused is not counted, and of other calls none is', async () => {
    expect((await file(program, '?from=ontem')).statusCode).toBe(400);
    const list = await call(`/api/v1/financial/company/${companyId}/bank`);
    expect([list.statusCode, list.headers['ratelimit-policy']]).toEqual([200, '"minute";q=600000;w=60']);
    expect(await counted()).toBe(0);
  });

  test('beyond the limit of the day is 429 until midnight in São Paulo, and all else is answered', async () => {
    await asked(999);
    expect((await file()).headers['ratelimit']).toMatch(/, "csv-day";r=0;t=43200$/);
    const refused = await file();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({
      error: 'TOO_MANY_REQUESTS',
      message: 'O limite de hoje de arquivos CSV para programas foi atingido. Ele recomeça às 00:00.',
    });
    expect(refused.headers['retry-after']).toBe(UNTIL_MIDNIGHT);
    expect(refused.headers['ratelimit-policy']).toBe('"minute";q=600000;w=60, "csv-day";q=1000;w=86400');
    expect(refused.headers['ratelimit']).toMatch(/, "csv-day";r=0;t=43200$/);
    expect(await counted()).toBe(1_000);
    expect((await call(`/api/v1/financial/company/${companyId}/bank`)).statusCode).toBe(200);
    expect((await file(person)).statusCode).toBe(200);
    services.clock.set('2026-11-21T02:59:59.000Z');
    expect((await file()).headers['retry-after']).toBe('1');
    services.clock.set('2026-11-21T03:00:00.000Z');
    expect((await file()).statusCode).toBe(200);
  });

  test('is the last one for one of several that are asked for at once', async () => {
    await asked(999);
    const all = await Promise.all(Array.from({ length: 5 }, () => file()));
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429, 429, 429]);
  });

  test('of another account has its own limit', async () => {
    const other = await services.seed.account();
    await services.seed.sql(
      'insert into api_usage (account_id, day, points, calls, files) values ($1, $2, 0, 0, 1000)',
      [other, DAY],
    );
    expect((await file()).statusCode).toBe(200);
    expect(await services.seed.sql('select files::integer from api_usage where account_id = $1', [other])).toEqual([
      { files: 1_000 },
    ]);
  });

  test('is made although it cannot be counted, as when the disk of the database is full', async () => {
    await services.seed.sql('alter table api_usage add constraint full_disk check (files = 0) not valid');
    const { statusCode, headers } = await file();
    await services.seed.sql('alter table api_usage drop constraint full_disk');
    expect([statusCode, headers['ratelimit-policy']]).toEqual([200, '"minute";q=600000;w=60']);
  });
});

test('Administrators are told once when files reach 80 % of the limit', async () => {
  const told = async () => {
    const { body } = await services.api.get('/api/v1/assistant/messages', { token: person });
    return body.data.content.map(({ text }: { text: string }) => text);
  };
  await asked(798);
  await file();
  expect(await told()).toEqual([]);
  await file();
  await eventually(told).toEqual([
    'Os tokens da conta usaram 800 de 1.000 arquivos CSV de hoje. No limite, programas recebem 429 até as 00:00; pessoas continuam a usar o Prumo normalmente.',
  ]);
  await file();
  services.clock.advance(61_000);
  await file();
  await services.app.platform.apiUse.store();
  expect(await told()).toHaveLength(1);
});
