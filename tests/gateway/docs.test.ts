import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, newToken } from '#services/platform/session.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { enter, openOffice, type Office } from '../financial/officeKit.ts';

let services: TestServices;
let gateway: TestGateway;
let office: Office;
let buildingId: number;
let token: string;

const run = promisify(execFile);
const get = (url: string) => gateway.app.inject({ url, headers: { accept: 'text/html' } });

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed, 'Ipê');
  const place = { accountId: office.accountId, companyId: office.companyId };
  buildingId = await services.seed.building(place, { name: 'Vila das Ipês' });
  const maker = await services.seed.user(office.accountId, { admin: true });
  token = `prm_${newToken()}`;
  await services.seed.insert('api_tokens', {
    account_id: office.accountId,
    user_id: maker.id,
    made_by: maker.id,
    name: 'Exemplos',
    token_hash: hashToken(token),
    last_four: token.slice(-4),
    access: 'READ',
    areas: ['FINANCIAL', 'PURCHASE', 'ENGINEERING'],
    everywhere: true,
    created_at: '2026-11-20T12:00:00Z',
    expires_at: '2026-12-20T12:00:00Z',
  });
  // More than a page of a hundred.
  for (let count = 0; count < 101; count += 1) {
    await enter(services.seed, place, {
      type: 'DEBIT',
      value: '10.10',
      due: '2026-12-01',
      description: `Areia ${count}`,
    });
  }
  for (let count = 0; count < 51; count += 1) {
    await services.seed.insert('partners', { account_id: office.accountId, type: 'SUPPLIER', name: `Areal ${count}` });
  }
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

describe('The documentation', () => {
  test('has a guide and a page of REST for each part of it, without scripts and with all calls', async () => {
    const guide = await get('/docs');
    expect(guide.statusCode).toBe(200);
    const policy = String(guide.headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; style-src 'nonce-[\w+/=]+';/);
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(guide.body).not.toMatch(/<script|style="|__CSP_NONCE__|undefined|\[object/);
    const links = [...guide.body.matchAll(/href="(\/docs\/rest\/\w+)"/g)].map(([, href = '']) => href);
    let calls = 0;
    for (const href of links) {
      const { statusCode, body } = await get(href);
      expect([href, statusCode, /undefined|\[object|§/.exec(body)?.[0]]).toEqual([href, 200, undefined]);
      calls += body.match(/<details id=/g)?.length ?? 0;
    }
    const { paths } = (await services.api.get('/api/v1/openapi.json')).body;
    expect(calls).toBe(Object.values<object>(paths).flatMap(Object.keys).length);
    expect((await get('/docs/rest/nada')).statusCode).toBe(404);
    for (const [, id = ''] of guide.body.matchAll(/href="\/docs#([\w-]+)"/g))
      expect(guide.body).toContain(`id="${id}"`);
  });

  test('tells what has changed, day by day', async () => {
    const { body } = await get('/docs');
    const changes = body.slice(body.indexOf('id="mudancas"'));
    expect(changes).toMatch(/<td>27\/11\/2026<\/td>\s*<td>Primeira publicação\. Nada quebra\.<\/td>\s*<td>Nada<\/td>/);
  });

  test('links to contracts that are there', async () => {
    for (const [, href = ''] of (await get('/docs')).body.matchAll(/href="(\/api[^"]+)"/g)) {
      expect([href, (await get(href)).statusCode]).toEqual([href, 200]);
    }
  });
});

describe('The examples of the guide', () => {
  const runners = { sh: 'bash', mjs: 'node', py: 'python3' } as const;
  const answers = {
    where: (out: string) => expect(out).toContain('Vila das Ipês'),
    payables: (out: string) => expect(out).toContain('10.10'),
    suppliers: (out: string) => expect(out).toContain('Areal 1'),
  };
  const cases = Object.keys(answers).flatMap((task) =>
    Object.keys(runners).map((ending) => [task, ending] as [keyof typeof answers, keyof typeof runners]),
  );

  test.each(cases)('run as they are: %s.%s', async (task, ending) => {
    const env = {
      ...process.env,
      PRUMO_URL: gateway.url,
      PRUMO_TOKEN: token,
      PRUMO_COMPANY: String(office.companyId),
    };
    const { stdout } = await run(runners[ending], [`schema/examples/${task}.${ending}`], { env });
    answers[task](stdout);
    // All pages, where a program reads them.
    if (ending !== 'sh' && task === 'payables') expect(stdout.match(/2026-12-01/g)).toHaveLength(101);
    if (ending !== 'sh' && task === 'suppliers') expect(stdout.match(/Areal/g)?.length).toBeGreaterThanOrEqual(51);
    if (ending === 'py' && task === 'payables') expect(stdout).toContain('Total 1020.10');
  });

  test('download a dataset as CSV, with the token of the guide', async () => {
    const env = {
      ...process.env,
      ...{ PRUMO_URL: gateway.url, PRUMO_TOKEN: token, PRUMO_COMPANY: String(office.companyId) },
    };
    const { stdout } = await run('bash', ['schema/examples/csv.sh'], { env });
    const lines = stdout.trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffId;Documento;Descrição;/);
    expect(lines).toHaveLength(102);
    expect(lines[1]).toContain(';10,10;');
  });

  test('exist in Power Query, too, for the same calls', () => {
    for (const task of Object.keys(answers)) {
      const [query, script] = ['pq', 'sh'].map((ending) => readFileSync(`schema/examples/${task}.${ending}`, 'utf8'));
      expect(query?.split('\n')[0]?.slice(3)).toBe(
        (script?.split('\n')[0] ?? '').slice(2).replace(', 100 por página; aqui a primeira', ', página por página'),
      );
    }
  });
});

describe('The saved queries of GraphiQL', () => {
  const folder = 'web/graphiql/examples';
  test.each(readdirSync(folder).sort())('run for a token that reads: %s', async (file) => {
    const query = readFileSync(`${folder}/${file}`, 'utf8');
    expect(query).toMatch(/^# \S.+\nquery /);
    const variables = { companyId: String(office.companyId), buildingId: String(buildingId) };
    const { errors, data } = await gateway.ask(query, { token, variables });
    expect(errors).toBeUndefined();
    expect(Object.values(data)).not.toContain(null);
  });
});
