import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { enter, openOffice, type Office } from '#tests/financial/officeKit.ts';
import { exportOf } from '#tests/support/exportedFile.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startListeningProxy, type ListeningProxy } from '#tests/support/listeningProxy.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

/** Three pages. */
const ROWS = 1_201;

let services: TestServices;
let proxy: ListeningProxy;
let gateway: TestGateway;
let office: Office;

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
  signal,
}: { token?: string; sort?: string; signal?: AbortSignal } = {}) =>
  exportOf(
    gateway.url,
    token,
    {
      ...{ list: 'Transactions', format: 'csv' },
      variables: { companyId: String(office.companyId), type: 'DEBIT', sort: [{ id: sort }] },
    },
    signal,
  );
const pageOf = ({ url = '' }: IncomingMessage): number | null =>
  url.includes('/debit/summaries') ? Number(new URL(url, 'http://services').searchParams.get('page')) : null;
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

describe('A list that others change meanwhile', () => {
  /** From the third page to the first one: the rows between move by one, and their number stays. */
  const moveUp = (from: string, to: string) =>
    services.seed.sql('update transactions set description = $3 where account_id = $1 and description = $2', [
      office.accountId,
      from,
      to,
    ]);

  test('is read anew, so that each row is there once', async () => {
    let hasChanged = false;
    proxy.before(async (call) => {
      if (pageOf(call) !== 1 || hasChanged) return false;
      hasChanged = true;
      await moveUp('Linha 999', 'Areia');
      return false;
    });
    const { lines, file } = await ask({ sort: 'description' });
    expect(lines.slice(0, 3)).toEqual([
      { rows: 500, of: ROWS },
      { rows: 500, of: ROWS },
      { rows: 1_000, of: ROWS },
    ]);
    const descriptions = linesOf(file).map((line) => line.split(';')[3]);
    expect(descriptions[0]).toBe('Areia');
    expect(new Set(descriptions).size).toBe(ROWS);
    expect(descriptions).toHaveLength(ROWS);
  });

  test('all the time is told, and no file is made of it', async () => {
    let changes = 0;
    proxy.before(async (call) => {
      if (pageOf(call) !== 1) return false;
      changes += 1;
      await moveUp(`Linha ${995 + changes}`, `Areia ${changes}`);
      return false;
    });
    const { lines, file } = await ask({ sort: 'description' });
    const message = 'Esta lista mudou enquanto era lida. Tente exportar de novo.';
    expect(lines.at(-1)).toEqual({ failure: expect.objectContaining({ status: 409, message }) });
    expect(file).toHaveLength(0);
    expect(changes).toBe(3);
  });
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
