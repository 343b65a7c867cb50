import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { backUp, type BackupReport } from '#services/platform/db/backup/dump.ts';
import { restore } from '#services/platform/db/backup/load.ts';
import { buildServices } from '#services/server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { SeedKit } from '#tests/support/seedKit.ts';
import { apiOf } from '#tests/support/services.ts';
import { startLedger, type Ledger } from '../financial/ledger/kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'prumo-backup-'));
const FILE = join(folder, 'copy.sql.gz');
/** What breaks a reader that does not look closely: ends of lines of every kind, COPY's own marks, quotes. */
const ODD = 'a\tb\nc\r\\N \\. \\\\ \u2028\u2029 "x" \'y\' $1 çã 🏗';

let ledger: Ledger;
let report: BackupReport;
const copies: TestDatabase[] = [];
/** Ids acknowledged before the copy began, and all of them. */
const before: number[] = [];
const written: number[] = [];

const expense = (value: string, description = 'Cimento') => ({
  description,
  grossValue: value,
  emissionDate: '2026-11-20',
  partner: { id: ledger.concreteira },
  category: { id: ledger.concreto },
  transactionRecordBuildings: [{ building: { id: ledger.casa }, value }],
  transactionRecordList: [{ dueDate: '2026-12-20', grossValue: value }],
});

const writeUntil = async (stopped: () => boolean): Promise<void> => {
  for (let round = 1; !stopped(); round += 1) {
    const made = await ledger.post('debit', expense(`${round}.37`));
    if (made.status !== 200) throw new Error(made.text);
    written.push(made.body.data.id);
    await ledger.pay(made.body.data, 1, { bank: { id: ledger.itau } });
    await ledger.services.api.post(`/api/v1/financial/companies/${ledger.companyId}/transfers`, {
      token: ledger.admin,
      body: { amount: '1.00', date: '2026-11-20', sourceWalletId: ledger.itau, targetWalletId: ledger.caixa },
    });
  }
};

beforeAll(async () => {
  ledger = await startLedger();
  await ledger.services.seed.sql('update partners set notes = $1 where id = $2', [ODD, ledger.concreteira]);
  let stopped = false;
  const writers = [1, 2, 3].map(() => writeUntil(() => stopped));
  while (written.length < 15) await wait(10);
  before.push(...written);
  report = await backUp(ledger.services.database.ownerUrl, FILE);
  const during = written.length;
  while (written.length < during + 5) await wait(10);
  stopped = true;
  await Promise.all(writers);
}, 60_000);
afterAll(async () => {
  await ledger.services.stop();
  for (const copy of copies) await copy.drop();
  rmSync(folder, { recursive: true, force: true });
});

const emptyDatabase = async (): Promise<TestDatabase> => {
  const database = await createTestDatabase();
  copies.push(database);
  return database;
};

const ask = async <Row extends object>(
  { ownerUrl }: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => {
  const kit = new SeedKit(ownerUrl, () => new Date());
  try {
    return await kit.sql<Row>(sql, values);
  } finally {
    await kit.close();
  }
};
const idsIn = async (database: TestDatabase): Promise<number[]> =>
  (await ask<{ id: string }>(database, 'select id from transactions order by id')).map(({ id }) => Number(id));

/** How tables are guarded: row-level security, triggers, rights, policies. */
const GUARDS = `select c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl::text,
    array(select tgname || tgenabled::text from pg_trigger t where t.tgrelid = c.oid and not tgisinternal order by 1) as triggers
  from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`;

describe('A backup during writes', () => {
  let copy: TestDatabase;
  beforeAll(async () => {
    copy = await emptyDatabase();
    const restored = await restore(copy.ownerUrl, FILE);
    expect(restored.rows).toBe(report.rows);
  });

  test('is one consistent state: its ledger verifies, and has all rows acknowledged before it', async () => {
    const { checked, differences } = await verifyLedger(copy.ownerUrl);
    expect(differences).toEqual([]);
    const ids = await idsIn(copy);
    expect(checked.transactions).toBe(ids.length);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.length).toBeLessThan(written.length);
    const [halves] = await ask<{ count: string }>(
      copy,
      `select count(*) from transactions t where not exists (select from installments i where i.transaction_id = t.id)
        or not exists (select from audit_log l where l.entity = 'transaction' and l.entity_id = t.id)`,
    );
    expect(halves?.count).toBe('0');
  });

  test('keeps every character of a text', async () => {
    const rows = await ask<{ notes: string }>(copy, 'select notes from partners where id = $1', [ledger.concreteira]);
    expect(rows[0]?.notes).toBe(ODD);
  });

  test('restores grants, row-level security and triggers', async () => {
    expect(await ask(copy, GUARDS)).toEqual(await ask(ledger.services.database, GUARDS));
    const broken = ask(copy, 'update installments set gross_value = gross_value + 1');
    await expect(broken).rejects.toThrow();
    const { differences } = await verifyLedger(copy.ownerUrl);
    expect(differences).toEqual([]);
  });

  test('restores sessions and sequences, and keeps accounts separate', async () => {
    const last = Math.max(...(await idsIn(copy)));
    const stranger = await ledger.services.seed.account('Outra');
    const app = await buildServices({
      databaseUrl: copy.url,
      dataDir: folder,
      clock: ledger.services.clock,
      checkAnswers: true,
    });
    try {
      const made = await apiOf(app).post(ledger.path('debit'), { token: ledger.admin, body: expense('9.90') });
      expect(made.status).toBe(200);
      expect(made.body.data.id).toBeGreaterThan(last);
      const kit = new SeedKit(copy.ownerUrl, () => ledger.services.clock.now());
      const other = await kit.tokenOf(await kit.user(await kit.account('Vizinha'), { admin: true }));
      await kit.close();
      expect((await apiOf(app).get(ledger.path('debit'), { token: other })).status).toBe(404);
      await expect(restore(copy.ownerUrl, FILE, { replace: true })).rejects.toThrow(/^O Prumo está rodando sobre este/);
    } finally {
      await app.close();
    }
    expect(stranger).toBeGreaterThan(0);
    expect((await verifyLedger(copy.ownerUrl)).differences).toEqual([]);
  });

  test('starts the reading of changes over, in the numbers of its own transactions', async () => {
    const epochOf = (database: TestDatabase) => ask<{ epoch: string }>(database, 'select change_epoch() as epoch');
    expect(await epochOf(copy)).not.toEqual(await epochOf(ledger.services.database));
    const [readable] = await ask<{ documents: number }>(
      copy,
      `select count(*)::int as documents from row_changes
        where entity = 'transaction' and not deleted and tx < pg_snapshot_xmin(pg_current_snapshot())`,
    );
    expect(readable?.documents).toBe((await idsIn(copy)).length);
  });

  test('replaces existing books only with the option for it', async () => {
    const rows = await idsIn(copy);
    await expect(restore(copy.ownerUrl, FILE)).rejects.toThrow(/^O banco já tem dados.*--substituir/);
    expect(await idsIn(copy)).toEqual(rows);
    await restore(copy.ownerUrl, FILE, { replace: true });
    expect((await idsIn(copy)).length).toBe(rows.length - 1);
  });
});

describe('The backup file', () => {
  test('is readable by its owner only, and never overwrites another', async () => {
    expect(statSync(FILE).mode & 0o777).toBe(0o600);
    await expect(backUp(ledger.services.database.ownerUrl, FILE)).rejects.toThrow(/já existe: escolha outro nome/);
    await expect(backUp(ledger.services.database.ownerUrl, '/proc/none/copy.gz')).rejects.toThrow(
      /^Não consegui gravar/,
    );
  });

  const text = () => gunzipSync(readFileSync(FILE)).toString('utf8');
  const damages: [what: string, damage: () => Buffer, sentence: RegExp][] = [
    ['cut off', () => readFileSync(FILE).subarray(0, 5000), /nada foi restaurado/],
    ['with a byte changed', () => flipped(readFileSync(FILE)), /nada foi restaurado/],
    ['without its last lines', () => gzipSync(text().slice(0, -400)), /nada foi restaurado/],
    ['with a row less', () => gzipSync(text().replace(/(COPY "companies" .*\n).*\n/, '$1')), /nada foi restaurado/],
    ['that is something else', () => gzipSync('olá'), /nada foi restaurado/],
    ['that is no gzip', () => Buffer.from('olá'), /nada foi restaurado/],
    ['with a command', () => gzipSync(text().replace('ALTER SEQUENCE', 'DROP SEQUENCE')), /nada foi restaurado/],
    ['of another version', () => gzipSync(text().replace('"0001_', '"0000_')), /^A cópia é de outra versão do Prumo/],
  ];

  const flipped = (bytes: Buffer): Buffer => {
    const middle = Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
    return bytes;
  };

  test.each(damages)('is rejected when it is %s, and existing books are kept', async (_what, damage, sentence) => {
    const file = join(folder, 'damaged.gz');
    writeFileSync(file, damage());
    const database = await emptyDatabase();
    const kit = new SeedKit(database.ownerUrl, () => new Date());
    await kit.account('Fica');
    await expect(restore(database.ownerUrl, file, { replace: true })).rejects.toThrow(sentence);
    expect(await kit.sql('select name from accounts')).toEqual([{ name: 'Fica' }]);
    expect(await ask(database, GUARDS)).toEqual(await ask(ledger.services.database, GUARDS));
    await kit.close();
  });
});
