import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/db/postgres/embedded.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { killPrograms, run } from '#tests/runtime/kit.ts';
import { foundOffice } from './books.ts';
import { askOn, Crowd, type Asked } from './load.ts';
import { startStack, type Part, type Stack } from './stack.ts';
import type { Office } from './write.ts';

const CROWD = 16;
/** Requests take milliseconds here; a process manager sends SIGKILL after ten seconds (Docker) or more. */
const ENDS_WITHIN = 5_000;
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const headersOf = ({ token }: Office) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

const transfer = (office: Office): Asked => {
  const [sourceWalletId, targetWalletId] = office.wallets;
  return {
    method: 'POST',
    path: `/api/v1/financial/companies/${office.companyId}/transfers`,
    headers: { ...headersOf(office), 'idempotency-key': randomUUID() },
    body: JSON.stringify({ amount: '1.00', date: YESTERDAY, sourceWalletId, targetWalletId, description: 'sob carga' }),
  };
};

const read = (office: Office): Asked => ({
  method: 'GET',
  path: `/api/v1/financial/company/${office.companyId}/bank`,
  headers: headersOf(office),
});

const query = (office: Office): Asked => ({
  method: 'POST',
  path: '/graphql',
  headers: headersOf(office),
  body: JSON.stringify({ query: `{ wallets(companyId: "${office.companyId}") { content { id identifier } } }` }),
});

const inTurn = (office: Office, kinds: ((office: Office) => Asked)[]) => (n: number) =>
  (kinds[n % kinds.length] ?? read)(office);

const transfersIn = async (rows: SeedKit): Promise<number> => {
  const [row] = await rows.sql<{ count: string }>("select count(*) from transfers where description = 'sob carga'");
  return Number(row?.count);
};

describe('SIGTERM under load, with a process per part:', () => {
  let stack: Stack;
  let rows: SeedKit;
  let office: Office;

  beforeAll(async () => {
    stack = await startStack();
    rows = new SeedKit(stack.ownerUrl, () => new Date());
    office = await foundOffice(rows);
  }, 300_000);
  afterAll(async () => {
    await rows?.close();
    await stack?.stop();
  });

  /** Sends SIGTERM to the part under load and returns the results of the load. */
  const endUnderLoad = async (part: Part, kinds: ((office: Office) => Asked)[]) => {
    const crowd = new Crowd([part.address], CROWD, inTurn(office, kinds));
    await crowd.reach(200);
    const { code, took } = await part.end(15_000);
    const outcome = await crowd.gone();
    process.stdout.write(
      `SIGTERM ${part.name}: ${outcome.answered} answered, ${outcome.refused} turned away, ${outcome.failures} failed, ended in ${took} ms\n`,
    );
    await part.start();
    return { code, took, outcome };
  };

  const NOTHING_LOST = { code: 0, outcome: { refused: CROWD, failed: [] } };

  test('the services answer all requests in progress, and exit', async () => {
    const ended = await endUnderLoad(stack.services[0] as Part, [transfer, read]);
    expect(ended).toMatchObject(NOTHING_LOST);
    expect(ended.took).toBeLessThan(ENDS_WITHIN);
  }, 60_000);

  test('the gateway answers all requests in progress, and exits', async () => {
    const ended = await endUnderLoad(stack.gateways[0] as Part, [transfer, query, read]);
    expect(ended).toMatchObject(NOTHING_LOST);
    expect(ended.took).toBeLessThan(ENDS_WITHIN);
  }, 60_000);

  /**
   * Sends a transfer that waits for a lock, on a persistent connection. Returns the function that releases the lock.
   */
  const waitingTransfer = async (address: string) => {
    const holding = new SeedKit(stack.ownerUrl, () => new Date());
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const locked = holding.locking('wallets', office.wallets[0], released);
    await locked.taken;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const answer = askOn(agent, address, transfer(office));
    await sleep(200);
    return {
      answer,
      release: async () => {
        release();
        await locked.done;
        await holding.close();
      },
      leave: () => agent.destroy(),
    };
  };

  test.each(['services', 'gateways'] as const)(
    'the %s wait for a slow answer, but not for a connection that stays open',
    async (which) => {
      const part = stack[which][0] as Part;
      const waiting = await waitingTransfer(part.address);
      const ending = part.end(15_000);
      await sleep(1_200);
      await waiting.release();
      expect((await waiting.answer).status).toBe(200);
      const { code, took } = await ending;
      waiting.leave();
      expect(code).toBe(0);
      expect(took).toBeLessThan(ENDS_WITHIN);
      await part.start();
    },
    60_000,
  );

  test('both exit within their time when the database was killed before, and log only that it is unreachable', async () => {
    const [services, gateway] = [stack.services[0] as Part, stack.gateways[0] as Part];
    const crowd = new Crowd([gateway.address], CROWD, inTurn(office, [transfer, query, read]));
    await crowd.reach(100);
    await stack.database.kill();
    await sleep(300);
    const ended = [await gateway.end(25_000), await services.end(25_000)];
    const { failed } = await crowd.gone();
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    for (const { took } of ended) expect(took).toBeLessThan(ENDS_WITHIN);
    for (const answer of failed) expect(answer).toMatch(/503|504|UNAVAILABLE/);
    await stack.database.start();
    await services.start();
    await gateway.start();
  }, 90_000);

  test('every acknowledged transfer is stored once', async () => {
    const [row] = await rows.sql<{ twice: string }>(
      'select count(*) - count(distinct key) as twice from idempotency_keys where route like $1',
      ['POST %/transfers'],
    );
    expect(Number(row?.twice)).toBe(0);
    expect(await transfersIn(rows)).toBeGreaterThan(100);
  });
});

describe('SIGTERM under load, with the whole program in one process,', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prumo-sigterm-'));
  afterEach(killPrograms);
  afterAll(async () => {
    if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('fails no request in progress, on either address of localhost', async () => {
    const start = () => run(['dist/main.js'], { PORT: '0', DATA_DIR: dataDir, DEMO: 'off' });
    const program = start();
    const port = new URL(await program.prints(/Prumo em (http:\S+)/, 60_000)).port;
    const rows = new SeedKit(runningPostgres(dataDir) ?? '', () => new Date());
    const office = await foundOffice(rows);
    await rows.close();
    let acknowledged = 0;
    const addresses = ['127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`);
    const reachable = await Promise.all(
      addresses.map((address) =>
        fetch(`${address}/healthz`).then(
          () => true,
          () => false,
        ),
      ),
    );
    const crowd = new Crowd(
      addresses.filter((_, index) => reachable[index]),
      CROWD,
      (n) => {
        if (n % 2 === 0) acknowledged += 1;
        return n % 2 === 0 ? transfer(office) : query(office);
      },
    );
    await crowd.reach(300);
    const askedAt = Date.now();
    program.child.kill('SIGTERM');
    expect(await program.ended(20_000)).toBe(0);
    const took = Date.now() - askedAt;
    const outcome = await crowd.gone();
    process.stdout.write(
      `SIGTERM npm start: ${outcome.answered} answered, ${outcome.refused} turned away, ${outcome.failures} failed, ended in ${took} ms\n`,
    );
    expect(outcome).toMatchObject({ refused: CROWD, failed: [] });
    expect(took).toBeLessThan(ENDS_WITHIN);

    const database = await startEmbeddedPostgres({ dataDir });
    const after = new SeedKit(database.url, () => new Date());
    const stored = await transfersIn(after);
    await after.close();
    await database.stop();
    // Every transfer sent is stored, except those whose connection was refused.
    expect(acknowledged - stored).toBeLessThanOrEqual(outcome.refused);
    expect(acknowledged - stored).toBeGreaterThanOrEqual(0);
  }, 120_000);
});
