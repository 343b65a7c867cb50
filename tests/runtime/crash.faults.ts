import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { verifyLedger } from '#services/financial/verifyLedger.ts';
import { runningPostgres, startEmbeddedPostgres } from '#services/platform/postgres/embedded.ts';
import { clusterFolder, runner } from '#services/platform/postgres/place.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { killPrograms, run, type Program } from './kit.ts';

/** CRASH_CYCLES=100 goes on for longer, CRASH_SEED kills at other moments. */
const CYCLES = Number(process.env['CRASH_CYCLES'] ?? 3);
const SEED = Number(process.env['CRASH_SEED'] ?? 20261121);
const WRITERS = 6;
/** The program runs on the clock of the machine, and takes no payment of tomorrow. */
const YESTERDAY = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

const dataDir = mkdtempSync(join(tmpdir(), 'prumo-crash-'));
const ownerUrl = (): string => runningPostgres(dataDir) ?? '';

/** A write that was sent, under a key of its own; `answer` once it was acknowledged. */
interface Write {
  key: string;
  path: string;
  body: object;
  // The wire's own shape; the services check it elsewhere.
  answer?: { id?: number; version?: number; transactionRecordList?: { id: number }[] };
}

let token: string;
let company: number;
let buildings: [number, number];
let wallets: [number, number];
const sent: Write[] = [];

const start = async (): Promise<{ program: Program; address: string }> => {
  const program = run(['bin/start.mjs'], { PORT: '0', DATA_DIR: dataDir, DEMO: 'off' }, true);
  return { program, address: await program.says(/Prumo em (http:\S+)/, 60_000) };
};

const found = async (): Promise<void> => {
  const seed = new SeedKit(ownerUrl(), () => new Date());
  const accountId = await seed.account('Conta que não se perde');
  company = await seed.company(accountId);
  const place = { accountId, companyId: company };
  buildings = [await seed.building(place), await seed.building(place)];
  const wallet = (identifier: string) =>
    seed.insert('wallets', { account_id: accountId, company_id: company, identifier, balance_date: '2026-01-01' });
  wallets = [await wallet('Itaú'), await wallet('Caixa')];
  token = await seed.tokenOf(await seed.user(accountId, { admin: true }), 30 * 24 * 60 * 60);
  await seed.close();
};

/** Sends one write; false when it was not acknowledged. Anything but 200 that does arrive is a failure. */
const send = async (address: string, write: Write): Promise<boolean> => {
  const { key, path, body } = write;
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${address}/api/v1/financial/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': key },
      body: JSON.stringify(body),
    });
    [status, text] = [response.status, await response.text()];
  } catch {
    return false;
  }
  // While the database is gone the services say so; nothing was acknowledged then.
  if (status >= 500) return false;
  if (status !== 200) throw new Error(`${key} ${path}: ${status} ${text}`);
  write.answer = JSON.parse(text).data;
  return true;
};

const note = (write: Write): Write => {
  sent.push(write);
  return write;
};

/** An expense over two obras, the payment of its first parcela, a transfer; and again, until the other side is gone. */
const writeUntilGone = async (address: string, name: string): Promise<void> => {
  for (let round = 0; ; round += 1) {
    const expense = note({
      key: `${name}-${round}-despesa`,
      path: `company/${company}/debit`,
      body: {
        documentNumber: `${name}-${round}`,
        grossValue: '100.01',
        installmentCount: 3,
        emissionDate: '2026-11-20',
        dueDate: '2026-12-10',
        apportionments: buildings.map((id, index) => ({ building: { id }, grossValue: index ? '50.01' : '50.00' })),
      },
    });
    if (!(await send(address, expense))) return;
    const { id, version, transactionRecordList: [first] = [] } = expense.answer ?? {};
    const payment = note({
      key: `${name}-${round}-pagamento`,
      path: `company/${company}/debit/${id}/installment/${first?.id}/payment`,
      body: { version, paymentDate: YESTERDAY, bank: { id: wallets[0] }, paymentMethod: 'PIX', increase: '0.03' },
    });
    if (!(await send(address, payment))) return;
    const [sourceWalletId, targetWalletId] = wallets;
    const transfer = note({
      key: `${name}-${round}-transferencia`,
      path: `companies/${company}/transfers`,
      body: { amount: '1.00', date: YESTERDAY, sourceWalletId, targetWalletId, description: `${name}-${round}` },
    });
    if (!(await send(address, transfer))) return;
  }
};

const answered = (): number => sent.filter(({ answer }) => answer !== undefined).length;

/** Waits until so many writes were acknowledged: a slow machine is killed as deep in its work as a fast one. */
const acknowledged = async (count: number): Promise<void> => {
  for (const end = Date.now() + 30_000; answered() < count; await sleep(2)) {
    if (Date.now() > end) throw new Error(`${answered()} writes in 30 s`);
  }
};

const kill = (program: Program, database: boolean): void => {
  if (!database) return void process.kill(-Number(program.child.pid), 'SIGKILL');
  const pidFile = join(clusterFolder(dataDir, runner()), 'postmaster.pid');
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL');
};

const namesIn = async (seed: SeedKit, statement: string): Promise<string[]> =>
  (await seed.sql<{ name: string }>(statement)).map(({ name }) => name).sort();

const kindOf = (kind: string, list: readonly Write[]): string[] =>
  list
    .filter(({ key }) => key.endsWith(kind))
    .map(({ key }) => key.replace(/-\w+$/, ''))
    .sort();

/** The rows that exist are those that were acknowledged and perhaps some that were only sent. */
const checkRows = async (exactly: boolean): Promise<void> => {
  const seed = new SeedKit(ownerUrl(), () => new Date());
  const rows = {
    despesa: await namesIn(seed, 'select document_number as name from transactions'),
    pagamento: await namesIn(seed, "select document_number as name from transactions where status = 'PARTIAL'"),
    transferencia: await namesIn(seed, 'select description as name from transfers'),
  };
  await seed.close();
  for (const [kind, names] of Object.entries(rows)) {
    const acknowledged = kindOf(
      kind,
      sent.filter(({ answer }) => answer !== undefined),
    );
    expect([kind, acknowledged.filter((name) => !names.includes(name))]).toEqual([kind, []]);
    if (exactly) expect([kind, names]).toEqual([kind, kindOf(kind, sent)]);
  }
};

beforeAll(() => run(['bin/build.mjs']).ended(300_000), 300_000);
afterEach(killPrograms);
afterAll(async () => {
  if (runningPostgres(dataDir)) await (await startEmbeddedPostgres({ dataDir })).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('kill -9 of the program or of its database, amid writes, loses nothing acknowledged and halves nothing', async () => {
  process.stdout.write(`crash seed ${SEED}, ${CYCLES} cycles\n`);
  const moments = fc.sample(fc.integer({ min: 10, max: 20 }), { seed: SEED, numRuns: CYCLES });
  for (const [cycle, moment] of moments.entries()) {
    const { program, address } = await start();
    if (cycle === 0) await found();
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntilGone(address, `c${cycle}w${writer}`));
    await acknowledged(answered() + moment);
    kill(program, cycle % 2 === 1);
    await Promise.all(writers);
    await program.ended(30_000);

    const again = await start();
    await checkRows(false);
    // Whoever got no answer asks again with the same key: once and for all, never twice.
    for (const write of sent.filter(({ answer }) => answer === undefined)) {
      expect([write.key, await send(again.address, write)]).toEqual([write.key, true]);
    }
    await checkRows(true);
    expect((await verifyLedger(ownerUrl())).differences).toEqual([]);
    kill(again.program, false);
    await again.program.ended(15_000);
  }
}, 300_000);
