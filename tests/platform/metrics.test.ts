import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { parseMetrics, total, type Sample } from '#tests/support/scrape.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const registry = new Registry();
let services: TestServices;
let gateway: TestGateway;
let office: Office;

beforeAll(async () => {
  services = await startServices({ metrics: registry });
  office = await openOffice(services.seed, 'Ipê');
  gateway = await startGateway({ services: await services.listen(), metrics: registry });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const scrape = async (): Promise<Sample[]> => {
  // Metrics are counted after the response has been sent.
  await wait(50);
  return parseMetrics(await registry.metrics());
};

/** Runs `work`; returns by how much a metric grew meanwhile. */
const growth = async (work: () => Promise<unknown>) => {
  const before = await scrape();
  await work();
  const after = await scrape();
  return (name: string, labels: Record<string, string> = {}): number =>
    total(after, name, labels) - total(before, name, labels);
};

const WALLETS = 'query Wallets($companyId: ID!) { wallets(companyId: $companyId) { content { id } } }';
const wallets = () => gateway.ask(WALLETS, { token: office.admin, variables: { companyId: String(office.companyId) } });

describe('The metrics of gateway and services', () => {
  test('count every request, operation, REST call and SQL statement once', async () => {
    const grown = await growth(async () => {
      for (let i = 0; i < 7; i += 1) expect((await wallets()).errors).toBeUndefined();
    });
    const route = { method: 'POST', route: '/graphql', status: '2xx' };
    expect(grown('prumo_gateway_request_duration_seconds_count', route)).toBe(7);
    const operation = { operation: 'Wallets', kind: 'query', outcome: 'ok' };
    expect(grown('prumo_gateway_operation_duration_seconds_count', operation)).toBe(7);
    const calls = grown('prumo_gateway_operation_rest_calls_sum', { operation: 'Wallets' });
    expect(calls).toBeGreaterThanOrEqual(7);
    expect(grown('prumo_gateway_rest_call_duration_seconds_count', { status: '2xx' })).toBe(calls);
    expect(grown('prumo_services_request_duration_seconds_count', { status: '2xx' })).toBe(calls);
    const list = { method: 'GET', route: '/api/v1/financial/company/:companyId/bank', status: '2xx' };
    expect(grown('prumo_services_request_duration_seconds_count', list)).toBe(7);
    expect(grown('prumo_services_sql_duration_seconds_count')).toBeGreaterThan(calls);
    expect(grown('prumo_services_sql_failures_total')).toBe(0);
  });

  test('distinguish rejected operations from failed ones', async () => {
    const refused = await growth(() => gateway.ask('{ company(id: "999999") { id } }', { token: office.admin }));
    const other = (outcome: string) => ({ operation: 'other', outcome });
    expect(refused('prumo_gateway_operation_duration_seconds_count', other('refused'))).toBe(1);
    expect(refused('prumo_services_request_duration_seconds_count', { status: '4xx' })).toBe(1);
  });

  test('have few labels, whatever names and addresses are requested', async () => {
    const series = (samples: Sample[]) =>
      new Set(samples.map(({ name, labels }) => name + JSON.stringify(labels))).size;
    const made = async (word: string) => {
      await gateway.ask(`query ${word} { session { admin } }`, { token: office.admin });
      await gateway.ask(`query ${word} { `, { token: office.admin });
      await fetch(`${gateway.url}/${word}`);
      await fetch(`${gateway.url}/api/v1/financial/${word}`);
      await services.api.get(`/${word}`);
      await services.api.get(`/api/v1/financial/company/1/${word}`);
    };
    await made('First');
    const before = series(await scrape());
    for (let i = 0; i < 10; i += 1) await made(`Made${i}`);
    expect(series(await scrape())).toBe(before);
  });

  test('have the current pool, sockets and subscriptions', async () => {
    const socket = gateway.socket({ token: office.admin });
    const next = socket.iterate({ query: 'subscription { assistantMessageAdded { id } }' });
    void next.next().catch(() => undefined);
    const open = async () => total(await scrape(), 'prumo_gateway_subscriptions');
    for (let tries = 0; tries < 60 && (await open()) === 0; tries += 1) await wait(20);
    let now = await scrape();
    expect(total(now, 'prumo_gateway_sockets')).toBe(1);
    expect(total(now, 'prumo_gateway_subscriptions')).toBe(1);
    expect(total(now, 'prumo_services_message_streams')).toBe(1);
    expect(total(now, 'prumo_services_pool_connections', { state: 'total' })).toBeGreaterThan(0);
    expect(total(now, 'prumo_services_pool_connections', { state: 'waiting' })).toBe(0);
    expect(total(now, 'prumo_gateway_service_connections', { state: 'total' })).toBeGreaterThan(0);
    await socket.dispose();
    for (let tries = 0; tries < 60 && (await open()) > 0; tries += 1) await wait(20);
    now = await scrape();
    expect(total(now, 'prumo_gateway_sockets')).toBe(0);
    expect(total(now, 'prumo_gateway_subscriptions')).toBe(0);
  });

  test('are not served on the addresses that browsers reach', async () => {
    for (const address of ['/metrics', '/api/v1/metrics', '/api/metrics', '/oauth/metrics', '/callback/metrics']) {
      const answer = await fetch(gateway.url + address);
      expect([address, answer.status]).toEqual([address, 404]);
      expect(await answer.text()).not.toContain('prumo_');
    }
    expect((await services.api.get('/metrics')).status).toBe(404);
  });
});
