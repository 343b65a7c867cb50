import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { captureLogs } from '#tests/support/logLines.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const CPF = '52998224725';
const log = captureLogs();
let services: TestServices;
let office: Office;

beforeAll(async () => {
  services = await startServices({ logger: { ...log.logger, level: 'info' }, slowSqlMs: 150 });
  office = await openOffice(services.seed, 'Ipê');
});
afterAll(() => services.stop());

const slow = (text: string) => log.find(({ msg, sql: logged }) => msg === 'slow SQL' && String(logged).includes(text));
const partners = () => `/api/v1/financial/account/${office.accountId}/partner`;

describe('A statement slower than SLOW_SQL_MS', () => {
  test('is logged with its request, its text and its plan, without any value', async () => {
    // Makes each row slower than the threshold, as a missing index would.
    await services.seed.sql(`create or replace function search_key(value text) returns text language plpgsql volatile
      as $$ begin perform pg_sleep(0.2); return lower(value); end $$`);
    await services.seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name: 'R', tax_id: CPF });
    const answer = await services.api.get(`${partners()}/supplier`, {
      token: office.admin,
      query: { search: 'segredo da busca', taxId: CPF },
      headers: { 'x-request-id': 'request-of-the-test' },
    });
    expect(answer.status).toBe(200);
    const [line] = await slow('from "partners"');
    expect(line).toMatchObject({
      level: 'warn',
      part: 'services',
      requestId: 'request-of-the-test',
      account: office.accountId,
      sql: expect.stringContaining('$1'),
      plan: expect.stringMatching(/Scan.*partners/),
    });
    expect(line?.ms).toBeGreaterThanOrEqual(150);
    // The plan contains row-level security, as the statement ran with it.
    expect(line?.plan).toContain('account_id');
    expect(log.text()).not.toMatch(/segredo|52998224725/);
  });

  test('is explained once in an interval, not each time', async () => {
    const { kysely } = services.app.platform.database;
    for (let i = 0; i < 3; i += 1) await sql`select pg_sleep(${0.2}::float8), 'again'`.execute(kysely);
    const logged = await log.find((line) => String(line.sql).includes('again'), 3);
    expect(logged.filter(({ plan }) => plan !== undefined).length).toBe(1);
  });

  test('that failed is logged too, and a write is explained without being run again', async () => {
    const { kysely } = services.app.platform.database;
    const failing = sql`select 1 / count(*) filter (where false) as failing from pg_sleep(${0.2}::float8)`.execute(
      kysely,
    );
    await expect(failing).rejects.toThrow();
    expect((await slow('failing'))[0]).toMatchObject({ failed: true });

    await services.app.platform.query({ accountId: office.accountId }, async () => undefined);
    await services.app.platform.command(
      { accountId: office.accountId, userId: office.adminUser.id },
      { route: 'JOB test', requestId: null },
      (trx) =>
        sql`insert into wallets (account_id, company_id, identifier, balance_date)
        select ${office.accountId}, ${office.companyId}, 'Lenta', '2026-01-01' from pg_sleep(${0.2}::float8)`.execute(
          trx,
        ),
    );
    const [line] = await slow('insert into wallets');
    expect(line?.plan).toContain('Insert on wallets');
    const rows = await services.seed.sql('select from wallets');
    expect(rows.length).toBe(1);
  });
});

test('A fast statement is not logged', async () => {
  const before = log.lines().filter(({ msg }) => msg === 'slow SQL').length;
  await services.api.get('/api/v1/security/session', { token: office.admin });
  expect(log.lines().filter(({ msg }) => msg === 'slow SQL').length).toBe(before);
});
