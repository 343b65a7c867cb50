import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { exportOf, splitExport } from '#tests/support/exportedFile.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startListeningProxy, type ListeningProxy } from '#tests/support/listeningProxy.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { entriesOf, sheetRows } from '#tests/support/storedZip.ts';

/** Three pages. */
const ROWS = 1_201;

let services: TestServices;
let proxy: ListeningProxy;
let gateway: TestGateway;
let office: Office;
/** Of line 1; the others follow. */
let firstId: number;

beforeAll(async () => {
  services = await startServices();
  proxy = await startListeningProxy(await services.listen());
  office = await openOffice(services.seed, 'Ipê');
  await services.seed.sql(
    `with made as (
       insert into transactions (account_id, company_id, type, description, emission_date, competence_date, status,
         installment_count, paid_installment_count, gross_value, reference_due_date)
       select $1, $2, 'DEBIT', 'Linha ' || n, date '2025-01-01', date '2025-01-01', 'OPEN', 1, 0, n, date '2027-01-01' + n
       from generate_series(1, ${ROWS}) n returning account_id, company_id, id, gross_value, reference_due_date)
     insert into installments (account_id, company_id, transaction_id, type, number, forecast, created_on, due_date, gross_value)
     select account_id, company_id, id, 'DEBIT', 1, true, date '2025-01-01', reference_due_date, gross_value from made`,
    [office.accountId, office.companyId],
  );
  const [first] = await services.seed.sql<{ id: number }>('select min(id)::integer as id from transactions');
  firstId = first?.id ?? 0;
}, 60_000);
beforeEach(async () => {
  gateway = await startGateway({ services: proxy.url });
});
afterEach(async () => {
  proxy.before(() => false);
  await gateway.stop();
});
afterAll(async () => {
  await proxy.stop();
  await services.stop();
});

const ask = ({
  token = office.admin,
  sort = 'dueDate',
  filter = {},
  signal,
}: { token?: string; sort?: string; filter?: object; signal?: AbortSignal } = {}) =>
  exportOf(
    gateway.url,
    token,
    {
      ...{ list: 'Transactions', format: 'csv' },
      variables: { companyId: String(office.companyId), type: 'DEBIT', sort: [{ id: sort }], filter },
    },
    signal,
  );
/** The page of a call for the rows of some ids, which are those of the lines 1 to 500, 501 to 1,000 and so on; else null. */
const pageOf = ({ url = '' }: IncomingMessage): number | null => {
  const ids = new URL(url, 'http://services').searchParams.get('ids');
  if (!url.includes('/debit/summaries') || ids === null) return null;
  return Math.floor((Math.min(...ids.split(',').map(Number)) - firstId) / 500);
};
const linesOf = (file: Buffer): string[] => file.toString('utf8').trimEnd().split('\r\n').slice(1);

test('A long list comes page by page, and tells how far it is', async () => {
  const { lines, file } = await ask();
  expect(lines).toEqual([
    { rows: 500, of: ROWS },
    { rows: 1_000, of: ROWS },
    { rows: ROWS, of: ROWS },
    { file: { size: file.length, rows: ROWS } },
  ]);
  expect(linesOf(file).map((line) => line.split(';')[3])).toEqual(
    Array.from({ length: ROWS }, (_, index) => `Linha ${index + 1}`),
  );
});

test('A sheet of several pieces has the same bytes for who takes it compressed and who does not', async () => {
  const body = {
    ...{ list: 'Transactions', format: 'xlsx' },
    variables: { companyId: String(office.companyId), type: 'DEBIT', sort: [{ id: 'dueDate' }] },
  };
  const asked = async (encoding: string) => {
    const answer = await fetch(`${gateway.url}/api/v1/lists/export`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${office.admin}`,
        'accept-encoding': encoding,
      },
      body: JSON.stringify(body),
    });
    return { encoding: answer.headers.get('content-encoding'), bytes: Buffer.from(await answer.arrayBuffer()) };
  };
  const small = await asked('gzip');
  const plain = await asked('identity');
  expect([small.encoding, plain.encoding]).toEqual(['gzip', null]);
  expect(small.bytes.equals(plain.bytes)).toBe(true);
  const { file } = splitExport(plain.bytes);
  expect(file.length).toBeGreaterThan(500_000);
  const rows = sheetRows(entriesOf(file).get('xl/worksheets/sheet1.xml') ?? '');
  expect(rows.slice(1).map((row) => row.find((text) => text.startsWith('Linha ')))).toEqual(
    Array.from({ length: ROWS }, (_, index) => `Linha ${index + 1}`),
  );
});

test('A failure midway is a line in place of the file, and no byte of it follows', async () => {
  proxy.before((call, response) => {
    if (pageOf(call) !== 1) return false;
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"ok":false,"message":"O disco está cheio."}');
    return true;
  });
  const { status, lines, file } = await ask();
  expect(status).toBe(200);
  expect(lines).toEqual([
    { rows: 500, of: ROWS },
    { failure: expect.objectContaining({ status: 500, error: 'INTERNAL', message: 'O disco está cheio.' }) },
  ]);
  expect(file).toHaveLength(0);
});

describe('Files at a time', () => {
  /** Keeps the second page of every list until it is let go. */
  const held = () => {
    let letGo = (): void => undefined;
    const gone = new Promise<void>((resolve) => (letGo = resolve));
    let waiting = 0;
    let closed = 0;
    proxy.before(async (call, response) => {
      if (pageOf(call) !== 1) return false;
      waiting += 1;
      response.once('close', () => (closed += response.writableFinished ? 0 : 1));
      await gone;
      return response.destroyed;
    });
    return { letGo, waiting: () => waiting, closed: () => closed };
  };
  const until = async (holds: () => boolean): Promise<void> => {
    for (let tries = 0; tries < 200 && !holds(); tries += 1) await wait(25);
    expect(holds()).toBe(true);
  };

  test('A user has one, and another one when it is whole', async () => {
    const { letGo, waiting } = held();
    const first = ask();
    await until(() => waiting() === 1);
    const { status, refusal } = await ask();
    expect([status, refusal.error]).toEqual([429, 'RATE_LIMITED']);
    expect(refusal.message).toBe('Você já tem uma exportação em andamento. Aguarde ou cancele a outra.');
    letGo();
    expect((await first).lines.at(-1)).toHaveProperty('file');
    expect((await ask()).status).toBe(200);
  });

  test('Four are made in all; the fifth is asked to wait', async () => {
    const { letGo, waiting } = held();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => office.as(['DEBIT'])));
    const made = tokens.slice(0, 4).map((token) => ask({ token }));
    await until(() => waiting() === 4);
    expect((await ask({ token: tokens[4] ?? '' })).status).toBe(503);
    letGo();
    for (const { lines } of await Promise.all(made)) expect(lines.at(-1)).toHaveProperty('file');
  });

  test('Who leaves ends the call to the services, and gives the turn back', async () => {
    const { letGo, waiting, closed } = held();
    const client = new AbortController();
    const left = ask({ signal: client.signal }).catch(() => 'left');
    await until(() => waiting() === 1);
    client.abort();
    expect(await left).toBe('left');
    await until(() => closed() === 1);
    letGo();
    proxy.before(() => false);
    expect((await ask()).lines.at(-1)).toHaveProperty('file');
  });
});

test('A list of too many rows is refused after its first page', async () => {
  await enter(services.seed, office, { type: 'CREDIT', value: '1.00', description: 'uma' });
  proxy.before((call, response) => {
    if (!(call.url ?? '').includes('/credit/summaries')) return false;
    const page = { content: [], number: 0, size: 500, last: false, totalElements: 500_001 };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, data: page }));
    return true;
  });
  const { status, refusal } = await exportOf(gateway.url, office.admin, {
    ...{ list: 'Transactions', format: 'csv', variables: { companyId: String(office.companyId), type: 'CREDIT' } },
  });
  expect(status).toBe(422);
  expect(refusal.message).toBe('Esta lista tem 500.001 linhas, e um arquivo tem no máximo 500.000. Filtre mais.');
});

test('A list that others change meanwhile has its rows of the beginning, but for those that have left it', async () => {
  const rename = (from: string, to: string) =>
    services.seed.sql('update transactions set description = $3 where account_id = $1 and description = $2', [
      office.accountId,
      from,
      to,
    ]);
  let pages = 0;
  proxy.before(async ({ url = '' }) => {
    if (!url.includes('&ids=')) return false;
    pages += 1;
    if (pages !== 2) return false;
    // From the third page to the first one: by numbers of pages, the last row of the first one would come twice.
    await rename('Linha 999', 'Areia da linha 999');
    await rename('Linha 998', 'Outra');
    await enter(services.seed, office, { type: 'DEBIT', value: '1.00', due: '2026-06-01', description: 'Linha 0' });
    return false;
  });
  const { lines, file } = await ask({ sort: 'description', filter: { search: 'linha' } });
  expect(pages).toBe(3);
  expect(lines).toEqual([
    { rows: 500, of: ROWS },
    { rows: 1_000, of: ROWS },
    { rows: ROWS - 1, of: ROWS },
    { file: { size: file.length, rows: ROWS - 1 } },
  ]);
  const atFirst = Array.from({ length: ROWS }, (_, index) => `Linha ${index + 1}`).sort();
  expect(linesOf(file).map((line) => line.split(';')[3])).toEqual(
    atFirst.filter((line) => line !== 'Linha 998').map((line) => line.replace('Linha 999', 'Areia da linha 999')),
  );
});
