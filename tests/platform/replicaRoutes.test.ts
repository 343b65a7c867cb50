import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import type { Endpoint } from '#schema/platform/endpoint.ts';
import { fixedClock } from '#services/platform/clock.ts';
import { seedDemo } from '#services/demo/seed.ts';
import { eventually } from '#tests/support/eventually.ts';
import { parseMetrics, total } from '#tests/support/scrape.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { findRoutes } from '../security/twinTenants/endpoints.ts';
import { startReplicated, type Replicated } from './standby.ts';

/** Every route that a replica may answer, asked of the demo company by services with one and by services without. */

let servers: Replicated;
const registry = new Registry();
let replicated: TestServices;
let plain: TestServices;
let routes: Endpoint[];
let admin: string;
let program: string;
/** What stands for the parameters of a path. */
let ids: Record<string, string>;

const YEAR = 'from=2026-01-01&to=2026-12-31';
const DAYS = 'startDate=2026-01-01&endDate=2026-12-31';
const MONTHS = 'regime=CASH&from=2026-01&to=2026-11';

/** Queries of the routes that need some, by the end of their path; `{name}` is one of `ids`. */
const QUERIES: readonly (readonly [end: RegExp, queries: readonly string[]])[] = [
  [/\/balances$/, ['companyId={companyId}&endDate=2026-11-20']],
  [/\/cash-flows$/, [`companyId={companyId}&${DAYS}`]],
  [/\/cashflow\/periods$/, ['DAY', 'WEEK', 'MONTH', 'WHOLE'].map((group) => `${DAYS}&group=${group}`)],
  [/\/cashflow\/(buildings|movements)$/, [DAYS]],
  [/\/paid\/bank\/(balance|:bankId\/statement)$/, [YEAR]],
  [/\/financial-statement$/, [MONTHS]],
  [/\/financial-statement\/documents$/, [`${MONTHS}&figure=CONSTRUCTION_COST`]],
  [/\/financial-statement\/file$/, ['PDF', 'XLSX', 'CSV'].map((format) => `${MONTHS}&format=${format}`)],
  [/\/cost-breakdown\/file$|\/monthly\/file$/, ['format=XLSX', 'format=PDF']],
  [/\/installments\/groups$/, ['partner', 'category', 'building', 'month'].map((by) => `by=${by}&state=OPEN`)],
  [/\/by-building$/, ['ids={rows}']],
  [/\/(debit|credit)(\/building\/:buildingId)?\/period$/, [YEAR]],
  [/\/transaction-record$/, [YEAR]],
  [/\/partner-balances$/, ['ids={partners}']],
  [/\/partner-totals$/, ['type=SUPPLIER', 'type=CUSTOMER']],
  [/\/estimated-vs-actual$/, ['buildingId={buildingId}&date=2026-11-20']],
  [/\/companies\/:companyId\/estimated-vs-actual$/, ['date=2026-11-20']],
];

const text = async (statement: string): Promise<string> =>
  (await plain.seed.sql<{ text: string }>(statement))[0]?.text ?? '';

const filled = (template: string, { path }: Endpoint): string =>
  template.replaceAll(/[:{](\w+)\}?/g, (_whole, name: string) => {
    // An id of the schedules is a cost estimate; elsewhere it is an obra.
    const key = name === 'id' && path.includes('/cost-estimates/') ? 'costEstimateId' : name;
    const value = ids[key];
    if (!value) throw new Error(`${path} needs ${key}`);
    return value;
  });

/** The addresses at which a route is asked; the last queries that fit it, or none. */
const addressesOf = (route: Endpoint): string[] => {
  const queries = QUERIES.findLast(([end]) => end.test(route.path))?.[1] ?? [''];
  const path = filled(route.path, route);
  return queries.map((query) => (query === '' ? path : `${path}?${filled(query, route)}`));
};

const answer = async ({ app }: TestServices, url: string, token: string) => {
  const { statusCode, rawPayload } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  return { status: statusCode, hex: rawPayload.toString('hex') };
};

const reads = async (outcome: string): Promise<number> =>
  total(parseMetrics(await registry.metrics()), 'prumo_services_replica_reads_total', { outcome });

/** Routes that say of themselves that a replica may answer; a report is asked for each of the catalogue. */
const figures = (): Endpoint[] => routes.filter(({ replica, path }) => replica && !path.includes('/reports/:report'));

/** Asks both for each address; returns the ends of those that differ, fail, or that the replica did not answer. */
const differing = async (addresses: readonly string[], token: string): Promise<string[]> => {
  const wrong: string[] = [];
  for (const address of addresses) {
    const before = await reads('replica');
    const ofReplica = await answer(replicated, address, token);
    const ofPrimary = await answer(plain, address, token);
    const isRead = (await reads('replica')) > before;
    const same = ofReplica.hex === ofPrimary.hex && ofReplica.status === 200 && ofPrimary.status === 200;
    if (!same || !isRead) wrong.push(`${ofReplica.status} ${isRead ? 'other bytes' : 'by the primary'} ${address}`);
  }
  return wrong;
};

beforeAll(async () => {
  servers = await startReplicated((url) => seedDemo(url, { seedDate: fixedClock(TEST_NOW).today() }));
  const createDatabase = async () => servers.database;
  plain = await startServices({ createDatabase });
  const replica = { url: servers.standbyUrl, maxLagSeconds: 600 };
  replicated = await startServices({ createDatabase, metrics: registry, replica });
  routes = (await findRoutes()).map(({ endpoint }) => endpoint);

  const accountId = Number(await text(`select id::text as text from accounts`));
  const companyId = await text(
    `select company_id::text as text from transactions group by 1 order by count(*) desc limit 1`,
  );
  const of = `company_id = ${companyId}`;
  ids = {
    companyId,
    accountId: String(accountId),
    buildingId: await text(`select id::text as text from buildings where name like 'Residência%'`),
    id: await text(
      `select building_id::text as text from cost_estimates where ${of} and approved_at is not null limit 1`,
    ),
    bankId: await text(`select id::text as text from wallets where ${of} order by id limit 1`),
    costEstimateId: await text(`select cost_estimate_id::text as text from schedules limit 1`),
    partners: await text(`select string_agg(id::text, ',') as text from partners`),
    rows: await text(
      `select string_agg(id::text, ',') as text from (select id from transactions where ${of} limit 50) t`,
    ),
  };
  const user = await text(`select id::text as text from users where login = 'admin@demo.prumo'`);
  const known = { id: Number(user), accountId, login: 'admin@demo.prumo', password: '' };
  admin = await plain.seed.tokenOf(known);
  const made = await plain.api.post('/api/v1/security/api-tokens', {
    token: admin,
    body: { name: 'Espelho', areas: ['FINANCIAL', 'PURCHASE', 'ENGINEERING'], expiresOn: '2027-02-18' },
  });
  program = made.body.data.token;
  await servers.catchUp();
  await eventually(async () => (await replicated.api.get('/readyz')).body.replica).toBe('READY');
});
afterAll(async () => {
  await replicated?.stop();
  await plain?.stop();
  await servers?.stop();
});

test('Every figure, export and long list is answered by the replica as by the primary, byte by byte', async () => {
  const marked = figures();
  expect(marked.length).toBeGreaterThan(60);
  expect(marked.every(({ method }) => method === 'GET')).toBe(true);
  expect(await differing(marked.flatMap(addressesOf), admin)).toEqual([]);
  expect(await reads('failed')).toBe(0);
});

test('Every report is, in its preview and in each kind of file', async () => {
  const base = `/api/v1/reports/company/${ids['companyId']}`;
  const { content } = (await plain.api.get(`${base}/catalogue`, { token: admin })).body.data;
  type Entry = { report: string; building: string; wallet: boolean };
  expect(content.length).toBeGreaterThan(10);
  const addresses = (content as Entry[]).flatMap(({ report, building, wallet }) => {
    const asked = [
      ...(building === 'REQUIRED' ? [`buildingId=${ids['id']}`] : []),
      ...(wallet ? [`walletId=${ids['bankId']}`] : []),
    ];
    const files = ['PDF', 'XLSX', 'CSV'].map((format) => `/file?${[...asked, `format=${format}`].join('&')}`);
    return [`?${asked.join('&')}`, ...files].map((end) => `${base}/reports/${report}${end}`);
  });
  expect(await differing(addresses, admin)).toEqual([]);
  expect(await reads('failed')).toBe(0);
});

test('Every list that a program may read is, for programs alone; its changes are those of the primary', async () => {
  const lists = routes.filter(({ watched, replica, path }) => watched && !replica && !path.includes('/user'));
  expect(lists.length).toBeGreaterThan(20);
  const addresses = lists.flatMap(addressesOf);
  expect(await differing(addresses, program)).toEqual([]);

  const before = await reads('replica');
  for (const address of addresses) {
    expect((await answer(replicated, address, admin)).status).toBe(200);
    expect((await answer(replicated, `${address}?changedSince=0`, program)).status).toBe(200);
  }
  expect(await reads('replica')).toBe(before);
  expect(await reads('failed')).toBe(0);
});

test('What is read twice, since the replica failed at its end, is answered once', async () => {
  const { replica, query } = replicated.app.platform;
  const once = replica.query;
  replica.query = async (session, work) => {
    await query(session, work);
    return query(session, work);
  };
  try {
    const wrong: string[] = [];
    for (const address of figures().flatMap(addressesOf)) {
      const [twice, plainly] = [await answer(replicated, address, admin), await answer(plain, address, admin)];
      if (twice.hex !== plainly.hex || twice.status !== 200) wrong.push(address);
    }
    expect(wrong).toEqual([]);
  } finally {
    replica.query = once;
  }
});
