import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { Registry } from 'prom-client';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { captureLogs } from '#tests/support/logLines.ts';
import { parseMetrics, total } from '#tests/support/scrape.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const registry = new Registry();
const log = captureLogs();
let services: TestServices;
let gateway: TestGateway;
let office: Office;
let address: string;
let owner: pg.Client;

beforeAll(async () => {
  services = await startServices({ logger: log.logger, metrics: registry });
  office = await openOffice(services.seed, 'Ipê');
  address = await services.listen();
  gateway = await startGateway({ services: address, logger: log.logger, metrics: registry });
  owner = new pg.Client({ connectionString: services.database.ownerUrl });
  await owner.connect();
});
afterEach(() => owner.query('rollback'));
afterAll(async () => {
  await owner.end();
  await gateway.stop();
  await services.stop();
});

/** Locks the table, so that reads of wallets block until the test ends. */
const holdWallets = async (): Promise<void> => {
  await owner.query('begin');
  await owner.query('lock table wallets in access exclusive mode');
};

/** Sends a request, waits until the services query the wallets, and aborts the request. */
const hangUp = async (path: string, body?: object): Promise<void> => {
  const leaving = new AbortController();
  const request = fetch(gateway.url + path, {
    headers: { authorization: `Bearer ${office.admin}`, ...(body && { 'content-type': 'application/json' }) },
    signal: leaving.signal,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const waiting = `select from pg_locks where not granted and relation = 'wallets'::regclass`;
  while (!(await owner.query(waiting)).rowCount);
  leaving.abort();
  await expect(request).rejects.toThrow();
};

const counted = async (name: string, labels: Record<string, string>): Promise<number> =>
  total(parseMetrics(await registry.metrics()), name, labels);

describe('A request whose client disconnects', () => {
  test('is logged and counted as aborted, with its operation, at the gateway and in the services', async () => {
    await holdWallets();
    const query = 'query Wallets($companyId: ID!) { wallets(companyId: $companyId) { content { id } } }';
    await hangUp('/graphql', { query, variables: { companyId: String(office.companyId) } });
    const [line] = await log.find(({ operation, aborted }) => operation === 'Wallets' && aborted === true);
    expect(line).toMatchObject({ part: 'gateway', level: 'info', kind: 'query', ms: expect.any(Number) });
    expect(line).not.toHaveProperty('status');
    expect(line?.restCalls).toBeGreaterThan(0);
    const lines = await log.find(({ requestId, aborted }) => requestId === line?.requestId && aborted === true, 2);
    expect(lines.find(({ part }) => part === 'services')).toMatchObject({
      path: `/api/v1/financial/company/${office.companyId}/bank`,
      account: office.accountId,
    });
    const route = { method: 'POST', route: '/graphql', status: 'aborted' };
    expect(await counted('prumo_gateway_request_duration_seconds_count', route)).toBe(1);
    const operation = { operation: 'Wallets', kind: 'query', outcome: 'aborted' };
    expect(await counted('prumo_gateway_operation_duration_seconds_count', operation)).toBe(1);
    expect(await counted('prumo_services_request_duration_seconds_count', { status: 'aborted' })).toBe(1);
  });

  test('is logged and counted when it is proxied to the services, too', async () => {
    await holdWallets();
    await hangUp(`/api/v1/financial/company/${office.companyId}/bank`);
    const through = ({ part, path, aborted }: Record<string, unknown>) =>
      part === 'gateway' && String(path).endsWith('/bank') && aborted === true;
    await log.find(through);
    expect(await counted('prumo_gateway_request_duration_seconds_count', { status: 'aborted' })).toBe(2);
  });
});

test('An event stream ends by its client’s disconnect, which is not counted as aborted', async () => {
  const leaving = new AbortController();
  const stream = await fetch(`${address}/api/v1/assistant/stream`, {
    headers: { authorization: `Bearer ${office.admin}` },
    signal: leaving.signal,
  });
  expect(stream.status).toBe(200);
  leaving.abort();
  const [line] = await log.find(({ part, path }) => part === 'services' && String(path).endsWith('/stream'));
  expect(line).toMatchObject({ status: 200 });
  expect(line).not.toHaveProperty('aborted');
});
