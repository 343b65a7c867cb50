import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { get, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { Spool } from '#services/platform/csv/spool.ts';
import { Turns } from '#services/platform/csv/turns.ts';
import { eventually } from '#tests/support/eventually.ts';
import { captureLogs, type LogLine } from '#tests/support/logLines.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from '../financial/officeKit.ts';
import { readRows, sumOf } from './kit.ts';

const log = captureLogs();
let services: TestServices;
let office: Office;

const WILD = [
  'Areia; fina',
  'Viga de 1/2"',
  'Duas\nlinhas',
  'Duas\r\nlinhas',
  'Cimento, 50 kg',
  `=cmd|'/c calc'!A1`,
  '+55 11 5555',
  '-1+2',
  '@SUM(A1)',
  '＝1+1',
  'Ação "é"; =fim',
];

beforeAll(async () => {
  services = await startServices({ exposeCosts: true, logger: log.logger });
  office = await openOffice(services.seed, 'Ipê');
  for (const description of WILD) await enter(services.seed, office, { type: 'CREDIT', value: '1.00', description });
});
afterAll(() => services.stop());

/** Files of CSV that this process holds open: none of them has a name any more. */
const open = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)].filter((path) => path.includes('/csv-'));
    } catch {
      return []; // The one that listed the others.
    }
  });

const ask = (dataset: string, query: Record<string, string> = {}) =>
  services.api.get(`/api/v1/csv/company/${office.companyId}/${dataset}`, { token: office.admin, query });

describe('Cells', () => {
  test.each([
    ['BRAZILIAN', ';'],
    ['INTERNATIONAL', ','],
  ] as const)(
    'of format %s keep separators, quotes and line breaks, and none is a formula',
    async (format, separator) => {
      const { text } = await ask('income', { format });
      const formula = /^[\s]*[=+\-@＝]/;
      const expected = WILD.map((description) => (formula.test(description) ? `'${description}` : description));
      expect(readRows(text, separator).rows.map((row) => row['Descrição'])).toEqual(expected);
    },
  );

  test('are days as AAAA-MM-DD, amounts with two places, and empty without a value', async () => {
    const [row] = readRows((await ask('income')).text).rows;
    expect(row).toMatchObject({
      Emissão: '2026-11-20',
      Valor: '1,00',
      Cliente: '',
      'Id do cliente': '',
      Parcelas: '1',
    });
  });
});

describe('The answer', () => {
  test('is a file with its length, kept by no cache', async () => {
    const { headers, text } = await ask('income');
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; .*Receitas\.csv/);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  });

  test('of no rows is the headings alone', async () => {
    const { status, text } = await ask('customers');
    expect([status, text]).toEqual([
      200,
      '\ufeffId;Nome;Nome fantasia;CPF ou CNPJ;E-mail;Telefone;Cidade;UF;Ativo\r\n',
    ]);
  });
});

describe('A parameter', () => {
  const refused = async (dataset: string, query: Record<string, string>) => {
    const { status, body } = await ask(dataset, query);
    return [status, body.fields];
  };

  test('that is wrong is refused at its place', async () => {
    expect(await refused('expenses', { from: '2026-02-30' })).toMatchObject([400, [{ path: 'from' }]]);
    const turned = { message: 'A data final vem antes da inicial.' };
    expect(await refused('expenses', { from: '2026-02-02', to: '2026-02-01' })).toEqual([
      400,
      [{ path: 'to', ...turned }],
    ]);
    expect(await refused('expense-installments', { paidFrom: '2026-02-02', paidTo: '2026-02-01' })).toEqual([
      400,
      [{ path: 'paidTo', ...turned }],
    ]);
    expect(await refused('expenses', { buildingId: 'torre' })).toMatchObject([400, [{ path: 'buildingId' }]]);
    expect(await refused('expenses', { format: 'XLSX' })).toEqual([
      400,
      [{ path: 'format', message: 'Escolha um destes valores: BRAZILIAN, INTERNATIONAL.' }],
    ]);
    expect(await refused('estimated-vs-actual', {})).toMatchObject([400, [{ path: 'buildingId' }]]);
  });

  test('that the dataset does not have is refused, too', async () => {
    for (const [dataset, name] of [
      ['expenses', 'paidFrom'],
      ['wallets', 'from'],
      ['suppliers', 'buildingId'],
      ['transfers', 'buildingId'],
      ['orders', 'page'],
    ] as const)
      expect(await refused(dataset, { [name]: '1' })).toMatchObject([400, [{ path: name }]]);
    expect((await ask('salaries')).status).toBe(404);
  });
});

describe('Twenty thousand rows', () => {
  const ROWS = 20_000;
  beforeAll(async () => {
    const { accountId, companyId } = office;
    // Without triggers, which keep the history and the sums of the lists: no file reads them.
    await services.seed.sql(
      `begin;
       set local session_replication_role = replica;
       with made as (
         insert into transactions (account_id, company_id, type, description, emission_date, competence_date, status,
           installment_count, paid_installment_count, gross_value, reference_due_date)
         select ${accountId}, ${companyId}, 'DEBIT', 'Areia ' || n || repeat('.', 200), date '2026-01-01', date '2026-01-01',
             'OPEN', 1, 0, n / 100.0, date '2026-12-01'
           from generate_series(1, ${ROWS}) n returning account_id, company_id, id, gross_value)
       insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
       select account_id, company_id, id, 'DEBIT', 1, true, date '2026-01-01', date '2026-12-01', gross_value from made;
       commit`,
    );
    await services.seed.sql('analyze transactions, installments');
  }, 120_000);

  test('are all there, add up, and are read by a cursor in steps of five hundred', async () => {
    const queriesOf = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['x-sql-queries']);
    const few = await ask('income');
    const many = await ask('expenses');
    // Forty steps more than a file of eleven rows.
    expect(queriesOf(many) - queriesOf(few)).toBe(ROWS / 500);
    const { text } = many;
    const { rows } = readRows(text);
    expect(rows).toHaveLength(ROWS);
    expect(sumOf(rows, 'Valor')).toBe(BigInt((ROWS * (ROWS + 1)) / 2));
  });

  const address = async () => `${await listening()}/api/v1/csv/company/${office.companyId}/expenses`;
  let base: Promise<string> | undefined;
  const listening = () => (base ??= services.listen());
  const headers = () => ({ authorization: `Bearer ${office.admin}` });
  /**
   * A client that will leave. `fetch` does not do for one: when it gives up a connection, it opens another one ahead, which
   * sends nothing, and for which the server would wait when it closes.
   */
  const leaver = async (): Promise<ClientRequest> =>
    get(await address(), { headers: headers(), agent: false }).on('error', () => undefined);
  /** Two turns are free, no file is open, and no SQL transaction. */
  const nothingIsLeft = async () => {
    await eventually(open).toEqual([]);
    expect(readdirSync(tmpdir()).filter((name) => /^csv-[\da-f]{8}-/.test(name))).toEqual([]);
    const busy = `select state, query from pg_stat_activity
      where datname = current_database() and application_name = 'prumo-services' and state <> 'idle'`;
    await eventually(() => services.seed.sql(busy)).toEqual([]);
    expect((await Promise.all([ask('income'), ask('income')])).map(({ status }) => status)).toEqual([200, 200]);
  };

  test('leave nothing behind, read to the end, refused, or given up while they are sent', async () => {
    const whole = await fetch(await address(), { headers: headers() });
    expect((await whole.arrayBuffer()).byteLength).toBe(Number(whole.headers.get('content-length')));
    expect((await ask('expenses', { buildingId: '999999' })).status).toBe(404);
    const leaving = await leaver();
    const [begun] = (await once(leaving, 'response')) as [IncomingMessage];
    expect(Number(begun.headers['content-length'])).toBeGreaterThan(5_000_000);
    await eventually(() => open().length).toBe(1);
    leaving.destroy();
    await nothingIsLeft();
  });

  test('are read no further for a client that leaves while the database is at work', async () => {
    const owner = new pg.Client({ connectionString: services.database.ownerUrl });
    await owner.connect();
    await owner.query('begin');
    await owner.query('lock table transactions in access exclusive mode');
    const leaving = await leaver();
    const waiting = "select from pg_locks where not granted and relation = 'transactions'::regclass";
    while (!(await owner.query(waiting)).rowCount) await pause(10);
    const aborted = (line: LogLine) => String(line['path']).endsWith('/expenses') && line['aborted'] === true;
    const before = log.lines().filter(aborted).length;
    leaving.destroy();
    await log.find(aborted, before + 1);
    await owner.query('rollback');
    await owner.end();
    // Of ten fetches, the first was under way; a whole file ends by a commit.
    const last = `select query from pg_stat_activity
      where datname = current_database() and application_name = 'prumo-services'`;
    await eventually(async () =>
      (await services.seed.sql<{ query: string }>(last)).map(({ query }) => query),
    ).toContain('rollback');
    await nothingIsLeft();
  });

  test('wait on disk for clients that read slowly, which hold neither a turn nor a SQL transaction', async () => {
    const url = new URL(await address());
    const slow = [1, 2, 3].map(() => {
      const socket: Socket = connect(Number(url.port), url.hostname);
      socket.on('error', () => undefined);
      socket.write(
        `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAuthorization: ${headers().authorization}\r\n\r\n`,
      );
      return socket.pause();
    });
    try {
      await eventually(() => open().length).toBe(3);
      const busy = `select count(*)::integer as busy from pg_stat_activity
        where datname = current_database() and application_name = 'prumo-services' and xact_start is not null`;
      await eventually(() => services.seed.sql(busy)).toEqual([{ busy: 0 }]);
      expect((await ask('income')).status).toBe(200);
      await eventually(() => open().length).toBe(3);
    } finally {
      for (const socket of slow) socket.destroy();
    }
    await nothingIsLeft();
  });

  test('are refused in words when the disk is full or cannot be written to, and the next file is made', async () => {
    const handle = await openFile('/dev/null');
    const refusing = jest.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'appendFile');
    await handle.close();
    refusing.mockRejectedValue(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
    const full = await ask('expenses').finally(() => refusing.mockRestore());
    expect([full.status, full.body.message]).toEqual([
      500,
      'O servidor não conseguiu gravar o arquivo temporário: o disco está cheio ou protegido. Tente mais tarde; avise quem cuida do servidor.',
    ]);
    const [line] = await log.find(({ msg }) => msg === 'temporary file of a CSV');
    expect(line).toMatchObject({ level: 'error', err: { code: 'ENOSPC' } });
    await nothingIsLeft();
    await expect(Spool.open('/proc/nowhere')).rejects.toMatchObject({ status: 500, cause: { code: 'ENOENT' } });
  });
});

describe('Files of one account', () => {
  const staying = new AbortController().signal;

  test('are made two at a time; others wait, and beyond thirty that wait are told to come back', async () => {
    const turns = new Turns();
    let running = 0;
    let most = 0;
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await pause(5);
      running -= 1;
    };
    const all = Array.from({ length: 33 }, () => turns.run(1, staying, work));
    const others = turns.run(2, staying, async () => most);
    const results = await Promise.allSettled(all);
    expect(most).toBe(2);
    expect(await others).toBe(2);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(32);
    expect(results[32]).toMatchObject({ status: 'rejected', reason: { status: 429 } });
    // A failure gives its turn back.
    await expect(turns.run(1, staying, () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
    await turns.run(1, staying, work);
  });

  test('whose client leaves the queue are not made, and those behind it move up', async () => {
    const turns = new Turns();
    const made: string[] = [];
    const file = (name: string, client = staying) => turns.run(1, client, async () => void made.push(name));
    const holding = [1, 2].map(() => turns.run(1, staying, () => pause(30)));
    const leaving = new AbortController();
    const left = file('left', leaving.signal);
    const behind = file('behind');
    leaving.abort();
    await expect(left).rejects.toMatchObject({ status: 503 });
    await expect(file('gone before', leaving.signal)).rejects.toMatchObject({ status: 503 });
    await Promise.all([...holding, behind]);
    expect(made).toEqual(['behind']);
    // Both places are free again: two run at once.
    const together = await Promise.all([1, 2].map(() => turns.run(1, staying, () => pause(20).then(() => Date.now()))));
    expect(Math.abs((together[0] ?? 0) - (together[1] ?? 0))).toBeLessThan(15);
  });
});
