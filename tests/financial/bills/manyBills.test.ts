import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { verifyLedger } from '#services/financial/verification/verifyLedger.ts';
import { until } from '#tests/faults/stack.ts';
import { of } from '#tests/purchase/importKit.ts';
import { expectManyAsFew, expectOneOfFive, type ManyRows } from '#tests/purchase/manyRowsKit.ts';
import { killPrograms, run } from '#tests/runtime/kit.ts';
import { openBills, type BillOffice, type Sheet } from './billsKit.ts';

let bills: BillOffice;
beforeAll(async () => {
  bills = await openBills();
}, 60_000);
afterEach(() => killPrograms());
afterAll(() => bills.services.stop());

const SUPPLIERS = 300;
const createMissing = { createMissing: ['partner'] };

/** So many bills of 300 new suppliers, the n-th one over n reais and 37 cents. */
const many = (rows: number, prefix = 'NF'): Sheet => [
  ['dueDate', 'partner', 'documentNumber', 'grossValue', 'category', 'building', 'description'],
  ...Array.from({ length: rows }, (_, index) => [
    `${String((index % 28) + 1).padStart(2, '0')}/12/2026`,
    `Fornecedor ${index % SUPPLIERS}`,
    `${prefix} ${index + 1}`,
    `${index + 1},37`,
    'Concreto',
    index % 2 === 0 ? 'Torre Sul' : 'Casa Alta',
    'Da planilha',
  ]),
];
/** Their sum in cents, by the formula of a series. */
const sumOf = (rows: number): string => ((rows * (rows + 1) * 100) / 2 + rows * 37).toString().replace(/(..)$/, '.$1');

const books = async () => {
  const [row] = await bills.rowsOf(`select
    (select count(*) || ' ' || coalesce(sum(gross_value), 0) from transactions where account_id = $1) as documents,
    (select count(*) || ' ' || coalesce(sum(gross_value), 0) from installments where account_id = $1) as installments,
    (select coalesce(sum(gross_value), 0) || '' from apportionment_shares where account_id = $1) as shares,
    (select count(*)::int from partners where account_id = $1) as partners`);
  return row;
};
const booked = (rows: number) => ({
  ...{ documents: `${rows} ${sumOf(rows)}`, installments: `${rows} ${sumOf(rows)}`, shares: sumOf(rows) },
  // One was there before.
  partners: Math.min(rows, SUPPLIERS) + 1,
});
const EMPTY = booked(0);
const expectCleanLedger = async () =>
  expect((await verifyLedger(bills.services.database.ownerUrl)).differences).toEqual([]);

const manyBills = (): ManyRows => ({
  ...{ services: bills.services, sheet: many, stored: books, sound: expectCleanLedger },
  check: (sheet) => bills.check(sheet, createMissing),
  send: (sheet) => bills.send(sheet, createMissing),
  undo: (id) => bills.undo(id),
  expected: booked,
  removed: (rows) => rows + Math.min(rows, SUPPLIERS),
  // Measured at 9 s; see docs/decisions/0079.
  within: 20_000,
});

test('five thousand bills are checked, imported and taken back by as many statements as five', async () => {
  await expectManyAsFew(manyBills());
}, 300_000);

test('of five imports of one sheet at once, one adds its rows and the others find them', async () => {
  await expectOneOfFive(manyBills());
}, 60_000);

test('an import whose checks take longer than a statement may is answered 503, and nothing of it is stored later', async () => {
  const { seed } = bills.services;
  const [check] = await seed.sql<{ body: string }>(
    "select pg_get_functiondef('keep_checked_document'::regproc) as body",
  );
  if (!check) throw new Error('no such check');
  // 300 documents take 24 s then, and a statement 15 at most.
  await seed.sql(check.body.replace(/\bbegin\b/i, 'begin perform pg_sleep(0.08);'));
  try {
    const answer = await bills.send(many(300, 'LENTA'), createMissing);
    expect(answer.status).toBe(503);
    await until(
      async () => {
        const [row] = await seed.sql<{ idle: boolean }>(`select not exists (select from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and state not in ('idle')) as idle`);
        return row?.idle === true;
      },
      30_000,
      'the end of the import',
    );
    expect(await books()).toEqual(EMPTY);
  } finally {
    await seed.sql(check.body);
  }
}, 90_000);

test('an import whose process is killed amid its writing leaves nothing, and is done once afterwards', async () => {
  const { database, seed } = bills.services;
  const start = async () => {
    const environment = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'prumo-bills-')) };
    const program = run(['--import', 'tsx', 'tests/faults/servicesProcess.ts'], environment);
    return { program, address: await program.prints(/listening on (\S+)/, 60_000) };
  };
  const [columns = [], ...rows] = many(2_000, 'K');
  const body = JSON.stringify({
    ...{ fileName: 'controle.xlsx', columns, ...createMissing },
    rows: rows.map((cells, index) => ({ line: index + 2, cells })),
  });
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${bills.office.admin}`,
    'idempotency-key': 'bills-once',
  };
  const path = `/api/v1/financial/company/${bills.office.companyId}/debit/import`;
  const first = await start();
  const cut = fetch(first.address + path, { method: 'POST', headers, body }).then(
    async (answer) => `answered ${await answer.text()}`.slice(0, 200),
    () => 'cut',
  );
  // The headers are there, and what stands below them is being written.
  const writing = async () => {
    const [row] = await seed.sql<{ busy: boolean }>(`select exists (select from pg_stat_activity
      where datname = current_database() and state = 'active' and query ilike '%insert into installments%'
        and pid <> pg_backend_pid()) as busy`);
    return row?.busy === true;
  };
  await until(writing, 60_000, 'the writing');
  first.program.child.kill('SIGKILL');
  expect(await cut).toBe('cut');
  await until(
    async () => {
      const [row] = await seed.sql<{ idle: boolean }>(`select not exists (select from pg_stat_activity
        where datname = current_database() and query ilike '%insert into%' and pid <> pg_backend_pid()
          and state <> 'idle') as idle`);
      return row?.idle === true;
    },
    30_000,
    'the end of its statement',
  );
  expect(await books()).toEqual(EMPTY);
  const second = await start();
  /** Repeats what is answered 503, as its message asks: the key makes that safe, also where the first one was done. */
  const answeredBy = async (address: string): Promise<Response> => {
    const answer = await fetch(address + path, { method: 'POST', headers, body });
    return answer.status === 503 ? answeredBy(address) : answer;
  };
  for (let time = 0; time < 2; time += 1) {
    const answer = await answeredBy(second.address);
    expect([answer.status, await answer.json()]).toMatchObject([200, { data: { counts: of(2_000) } }]);
  }
  expect(await books()).toMatchObject({ documents: `2000 ${sumOf(2_000)}` });
  await expectCleanLedger();
}, 180_000);
