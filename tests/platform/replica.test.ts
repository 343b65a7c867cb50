import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { sql } from 'kysely';
import { Lag } from '#services/platform/db/replica/lag.ts';
import { eventually } from '#tests/support/eventually.ts';
import { parseMetrics, total } from '#tests/support/scrape.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { freeze } from '../faults/freezer.ts';
import { enter, openOffice, type Office } from '../financial/officeKit.ts';
import { startReplicated, type Replicated } from './standby.ts';

/** A process of the services, with its own count of who answered. */
interface Process {
  services: TestServices;
  registry: Registry;
}

const OUTCOMES = ['replica', 'behind', 'unavailable', 'failed'] as const;
type Outcomes = Record<(typeof OUTCOMES)[number], number>;

let servers: Replicated;
let process: Process;
/** Another process over the same database and replica. */
let other: Process;
/** One that allows a lag of a second. */
let strict: Process;
let writer: Office;
let reader: Office;
let serial = 0;

const open = async (maxLagSeconds: number): Promise<Process> => {
  const registry = new Registry();
  const services = await startServices({
    createDatabase: async () => servers.database,
    metrics: registry,
    replica: { url: servers.standbyUrl, maxLagSeconds },
  });
  return { services, registry };
};

const standing = ({ services }: Process) => services.api.get('/readyz');
const ready = (one: Process) =>
  eventually(async () => (await standing(one)).body).toEqual({ status: 'ok', replica: 'READY' });

const counted = async ({ registry }: Process): Promise<Outcomes> => {
  const samples = parseMetrics(await registry.metrics());
  const of = (outcome: string) => total(samples, 'prumo_services_replica_reads_total', { outcome });
  return Object.fromEntries(OUTCOMES.map((outcome) => [outcome, of(outcome)])) as Outcomes;
};

/** Who answered the reads of `work`: those that are not zero. */
const answeredBy = async (one: Process, work: () => Promise<unknown>): Promise<Partial<Outcomes>> => {
  const before = await counted(one);
  await work();
  const after = await counted(one);
  return Object.fromEntries(
    OUTCOMES.map((outcome) => [outcome, after[outcome] - before[outcome]] as const).filter(([, count]) => count > 0),
  );
};

/** The balance of the company at the end of a day, which its dashboard shows. */
const readBalance = ({ services }: Process, { companyId, admin }: Office) =>
  services.api.get('/api/v1/financial/balances', {
    token: admin,
    query: { companyId: String(companyId), endDate: '2026-11-20' },
  });
const balance = async (one: Process, office: Office): Promise<string> =>
  (await readBalance(one, office)).body.data.value;

const WALLET_SUM = (accountId: number) =>
  `select sum(initial_balance)::text as sum from wallets where account_id = ${accountId}`;
const onPrimary = async (office: Office): Promise<string | undefined> =>
  (await process.services.seed.sql<{ sum: string }>(WALLET_SUM(office.accountId)))[0]?.sum;
const onReplica = async (office: Office): Promise<string | undefined> =>
  (await servers.onStandby<{ sum: string }>(WALLET_SUM(office.accountId)))[0]?.sum;

/** A new wallet by the API: a write of the account. */
const addWallet = async (
  { services }: Process,
  { companyId, admin }: Office,
  initialBalance: string,
): Promise<void> => {
  const reply = await services.api.post(`/api/v1/financial/company/${companyId}/bank`, {
    token: admin,
    body: { identifier: `Caixa ${(serial += 1)}`, initialBalance, balanceDate: '2026-01-01', active: true },
  });
  expect(reply.status).toBe(200);
};

beforeAll(async () => {
  servers = await startReplicated(async () => undefined);
  [process, other, strict] = [await open(600), await open(600), await open(1)];
  const { seed } = process.services;
  [writer, reader] = [await openOffice(seed, 'Ipê'), await openOffice(seed, 'Cedro')];
  await addWallet(process, writer, '100.00');
  await addWallet(process, reader, '7.00');
  await servers.catchUp();
  for (const one of [process, other, strict]) await ready(one);
});
afterAll(async () => {
  for (const one of [strict, other, process]) await one?.services.stop();
  await servers?.stop();
});

describe('A replica that has not replayed a write', () => {
  afterEach(() => servers.letGo());

  test('answers other accounts, while every user and process of the account reads the primary', async () => {
    await servers.hold();
    await addWallet(process, writer, '23.45');

    expect([await onReplica(writer), await onPrimary(writer)]).toEqual(['100.00', '123.45']);
    // The writer, in the process that wrote; a colleague, in another one.
    expect(await answeredBy(process, async () => expect(await balance(process, writer)).toBe('123.45'))).toEqual({
      behind: 1,
    });
    const colleague = {
      ...writer,
      admin: await process.services.seed.tokenOf(await process.services.seed.user(writer.accountId, { admin: true })),
    };
    expect(await answeredBy(other, async () => expect(await balance(other, colleague)).toBe('123.45'))).toEqual({
      behind: 1,
    });
    for (const one of [process, other])
      expect(await answeredBy(one, async () => expect(await balance(one, reader)).toBe('7.00'))).toEqual({
        replica: 1,
      });

    await servers.letGo();
    await servers.catchUp();
    expect(await onReplica(writer)).toBe('123.45');
    for (const one of [process, other])
      expect(await answeredBy(one, async () => expect(await balance(one, writer)).toBe('123.45'))).toEqual({
        replica: 1,
      });
  });

  test('is told of a transaction that began before later ones and commits after them', async () => {
    const { platform } = process.services.app;
    const actor = { accountId: writer.accountId, userId: writer.adminUser.id };
    let commit = (): void => undefined;
    let wrote = (): void => undefined;
    const written = new Promise<void>((resolve) => (wrote = resolve));
    const late = platform.command(actor, { route: 'test', requestId: null }, async (trx) => {
      await sql`update wallets set initial_balance = initial_balance + 1 where account_id = ${writer.accountId}
                and initial_balance = 100`.execute(trx);
      wrote();
      await new Promise<void>((resolve) => (commit = resolve));
    });
    await written;
    await addWallet(process, writer, '10.00');
    await servers.catchUp();
    await servers.hold();
    // The replica has the newest transaction, and lacks the older one.
    commit();
    await late;

    expect([await onReplica(writer), await onPrimary(writer)]).toEqual(['133.45', '134.45']);
    expect(await answeredBy(process, async () => expect(await balance(process, writer)).toBe('134.45'))).toEqual({
      behind: 1,
    });
    await servers.letGo();
    await servers.catchUp();
    expect(await answeredBy(process, async () => expect(await balance(process, writer)).toBe('134.45'))).toEqual({
      replica: 1,
    });
  });

  test('is asked of no write of more than an hour ago, which is forgotten', async () => {
    const { seed, app } = process.services;
    const noted = () => seed.sql(`select from account_writes where account_id = ${writer.accountId}`);
    expect((await noted()).length).toBeGreaterThan(1);
    await seed.sql(
      `update account_writes set at = now() - interval '61 minutes' where account_id = $1 and tx <>
      (select max(tx) from account_writes where account_id = $1)`,
      [writer.accountId],
    );
    const forget = () => sql`select forget_account_writes(now())`.execute(app.platform.database.kysely);
    await forget();
    expect(await noted()).toHaveLength(1);
    await seed.sql(`update account_writes set at = now() - interval '61 minutes'`);
    await forget();
    expect(await noted()).toHaveLength(0);
    expect(await answeredBy(process, () => balance(process, writer))).toEqual({ replica: 1 });
  });

  test('shows nobody what a right that was withdrawn has shown', async () => {
    const { seed, api } = process.services;
    const [kept, lost] = [await seed.building(reader), await seed.building(reader)];
    for (const [buildingId, value] of [
      [kept, '40.00'],
      [lost, '500.00'],
    ] as const)
      await enter(seed, reader, { type: 'DEBIT', value, parts: [{ buildingId, value }] });
    const user = await seed.user(reader.accountId, {
      grants: [kept, lost].map((buildingId) => ({ companyId: reader.companyId, buildingId, permissions: ['DEBIT'] })),
    });
    const token = await seed.tokenOf(user);
    const totals = () => api.get(`/api/v1/financial/company/${reader.companyId}/debit/totals`, { token });
    await servers.catchUp();
    expect(await answeredBy(process, async () => expect((await totals()).body.data.value).toBe('540.00'))).toEqual({
      replica: 1,
    });

    await servers.hold();
    await seed.sql('delete from user_permissions where user_id = $1 and building_id = $2', [user.id, lost]);
    expect(await answeredBy(process, async () => expect((await totals()).body.data.value).toBe('40.00'))).toEqual({
      replica: 1,
    });
    await seed.sql('delete from user_permissions where user_id = $1', [user.id]);
    // A company of which the user sees nothing any more.
    expect((await totals()).status).toBe(404);
  });

  test('is not read beyond the lag that is allowed, which readiness and a metric tell', async () => {
    await ready(strict);
    await servers.hold();
    await addWallet(process, writer, '1.00');
    await eventually(async () => (await standing(strict)).body).toEqual({ status: 'ok', replica: 'LAGGING' });
    const lag = total(parseMetrics(await strict.registry.metrics()), 'prumo_services_replica_lag_seconds');
    expect(lag).toBeGreaterThan(1);
    expect(lag).toBeLessThan(30);
    expect(await answeredBy(strict, async () => expect(await balance(strict, reader)).toBe('7.00'))).toEqual({
      unavailable: 1,
    });
    await servers.letGo();
    await ready(strict);
  });
});

describe('Reads while the replica fails', () => {
  /** Reads without a pause in eight turns until `work` ends; returns how many there were. */
  const readingDuring = async (work: () => Promise<void>): Promise<number> => {
    let reads = 0;
    let ended = false;
    const turn = async (): Promise<void> => {
      while (!ended) {
        const reply = await readBalance(process, reader);
        expect([reply.status, reply.body?.data?.value]).toEqual([200, '7.00']);
        reads += 1;
      }
    };
    const turns = Array.from({ length: 8 }, turn);
    await work().finally(() => (ended = true));
    await Promise.all(turns);
    return reads;
  };

  test('are all answered when it is killed, and by it again once it is back', async () => {
    await ready(process);
    const before = await counted(process);
    const reads = await readingDuring(async () => {
      await wait(500);
      await servers.kill();
      await wait(500);
    });
    const after = await counted(process);
    expect(after.replica).toBeGreaterThan(before.replica);
    const ofPrimary = after.failed + after.unavailable - before.failed - before.unavailable;
    expect(ofPrimary).toBeGreaterThan(0);
    expect(after.replica - before.replica + ofPrimary).toBe(reads);
    expect(await standing(process)).toMatchObject({ status: 200, body: { status: 'ok', replica: 'DOWN' } });

    await servers.start();
    await ready(process);
    await servers.catchUp();
    expect(await answeredBy(process, () => balance(process, reader))).toEqual({ replica: 1 });
  });

  test('wait some seconds, and not a request’s time, for one that has fallen silent', async () => {
    await ready(process);
    const resume = freeze(servers.standbyDir);
    try {
      const started = performance.now();
      expect(await answeredBy(process, async () => expect(await balance(process, reader)).toBe('7.00'))).toEqual({
        failed: 1,
      });
      expect(performance.now() - started).toBeLessThan(8_000);
    } finally {
      resume();
    }
    await ready(process);
  });

  test('are answered by the primary when recovery takes away what they read', async () => {
    await ready(process);
    const { platform } = process.services.app;
    const read = platform.replica.query({ accountId: reader.accountId }, async (trx) => {
      const {
        rows: [where],
      } = await sql<{ standby: boolean }>`
        select pg_is_in_recovery() as standby, count(*) from brands`.execute(trx);
      if (where?.standby) {
        await process.services.seed.sql(
          'begin; lock table brands in access exclusive mode; select pg_current_xact_id(); commit',
        );
        await servers.catchUp();
      }
      await sql`select count(*) from brands`.execute(trx);
      return where;
    });
    expect(
      await answeredBy(process, async () => expect(await read).toEqual(expect.objectContaining({ standby: false }))),
    ).toEqual({ failed: 1 });
  });

  test('go to the primary, also those under way, when it has been promoted', async () => {
    await ready(process);
    await servers.onStandby('select pg_promote()');
    // It goes on by itself: transactions of its own have numbers that the primary gives to others.
    for (let one = 0; one < 20; one += 1) await servers.onStandby('select pg_current_xact_id()');
    await addWallet(process, reader, '3.00');
    expect(await balance(process, reader)).toBe('10.00');
    await eventually(async () => (await standing(process)).body).toEqual({ status: 'ok', replica: 'DOWN' });
    expect(await answeredBy(process, async () => expect(await balance(process, reader)).toBe('10.00'))).toEqual({
      unavailable: 1,
    });
  });
});

describe('The lag of a replica', () => {
  test('is the age of what it has replayed, and unknown before it has what was there at the start', () => {
    const lag = new Lag();
    expect(lag.seconds(100, 0)).toBe(Infinity);
    lag.mark(100, 1_000);
    expect(lag.seconds(99, 1_000)).toBe(Infinity);
    expect(lag.seconds(100, 1_000)).toBe(0);
    lag.mark(150, 2_000);
    lag.mark(200, 3_000);
    expect(lag.seconds(199, 5_000)).toBe(3);
    // Idle: the primary stays where it is.
    lag.mark(200, 60_000);
    expect(lag.seconds(200, 60_500)).toBe(0.5);
    expect(lag.seconds(199, 60_500)).toBe(Infinity);
  });
});
