import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { createTestDatabase } from '#tests/support/postgres.ts';
import { startPlatform, type TestServices } from '#tests/support/services.ts';
import { authenticated, everyone } from '#services/platform/access.ts';
import { buildServer } from '#services/platform/build.ts';
import { DOMAINS, domainsFromEnvironment } from '#services/policy.ts';
import { buildServices } from '#services/server.ts';
import { probe, probePolicy } from './probe.ts';

let services: TestServices;
let company: number;
let sibling: number;
let foreign: number;
let accounts: [number, number];
let tokens: Record<'admin' | 'payer' | 'both' | 'nobody', string>;

const statusOf = async (url: string, token?: string) => (await services.api.get(url, token ? { token } : {})).status;

beforeAll(async () => {
  services = await startPlatform([probe], probePolicy);
  const { seed } = services;
  accounts = [await seed.account(), await seed.account()];
  [company, sibling] = [await seed.company(accounts[0]), await seed.company(accounts[0])];
  foreign = await seed.company(accounts[1]);
  const [one, two] = [
    await seed.building({ accountId: accounts[0], companyId: company }),
    await seed.building({ accountId: accounts[0], companyId: company }),
  ];
  const tokenOf = async (user: Promise<TestUser>) => seed.tokenOf(await user);
  tokens = {
    admin: await tokenOf(seed.user(accounts[0], { admin: true })),
    payer: await tokenOf(
      seed.user(accounts[0], { grants: [{ companyId: company, buildingId: one, permissions: ['DEBIT'] }] }),
    ),
    both: await tokenOf(
      seed.user(accounts[0], {
        grants: [
          { companyId: company, buildingId: one, permissions: ['DEBIT'] },
          { companyId: company, buildingId: two, permissions: ['CREDIT'] },
        ],
      }),
    ),
    nobody: await tokenOf(seed.user(accounts[0])),
  };
});
afterAll(() => services.stop());

describe('The policy table', () => {
  const boot = async (policy: typeof probePolicy) => {
    const database = await createTestDatabase();
    try {
      const app = await buildServer({ databaseUrl: database.url, dataDir: '/nowhere' }, [probe], policy);
      await app.close();
    } finally {
      await database.drop();
    }
  };

  test('without a line for a route prevents the start of the services', async () => {
    await expect(boot(probePolicy)).rejects.toThrow("add 'GET /api/v1/openapi.json' to services/policy.ts");
  });

  test('with a line without a route prevents the start of the services', async () => {
    const platform = { 'GET /api/v1/openapi.json': everyone, 'GET /healthz': everyone, 'GET /readyz': everyone };
    await expect(boot({ ...probePolicy, ...platform, 'GET /gone': authenticated })).rejects.toThrow(
      'Rules without a route in services/policy.ts: GET /gone',
    );
  });

  test('covers the whole product, and each domain as a process of its own', async () => {
    const database = await createTestDatabase();
    for (const domains of [DOMAINS, ...DOMAINS.map((domain) => [domain])]) {
      const app = await buildServices({ databaseUrl: database.url, dataDir: '/nowhere', domains });
      await app.close();
    }
    await database.drop();
  });

  test('covers the domains of the environment variable, or all domains without it', () => {
    expect(domainsFromEnvironment({})).toEqual(DOMAINS);
    expect(domainsFromEnvironment({ PRUMO_DOMAINS: 'security, assistant' })).toEqual(['security', 'assistant']);
    expect(() => domainsFromEnvironment({ PRUMO_DOMAINS: 'finance' })).toThrow('"finance" não é um domínio');
  });
});

describe('A route', () => {
  test.each([
    ['any', { admin: 200, payer: 200, both: 200, nobody: 404 }],
    ['all', { admin: 200, payer: 403, both: 200, nobody: 404 }],
  ])('of a company that needs %s of DEBIT and CREDIT allows their holders there', async (which, expected) => {
    for (const [who, status] of Object.entries(expected)) {
      expect([who, await statusOf(`/probe/company/${company}/${which}`, tokens[who as keyof typeof tokens])]).toEqual([
        who,
        status,
      ]);
    }
    expect(await statusOf(`/probe/company/${company}/${which}`)).toBe(401);
  });

  test('of a company without access is not found', async () => {
    for (const id of [foreign, 999_999, 0, -1, 'x', '1e3']) {
      expect(await statusOf(`/probe/company/${id}/any`, tokens.admin)).toBe(404);
      expect(await statusOf(`/probe/balances?companyId=${id}`, tokens.admin)).toBe(404);
    }
    expect(await statusOf(`/probe/company/${sibling}/any`, tokens.payer)).toBe(404);
    expect(await statusOf(`/probe/company/${sibling}/any`, tokens.admin)).toBe(200);
    expect(await statusOf(`/probe/balances?companyId=${company}&companyId=${foreign}`, tokens.admin)).toBe(404);
  });

  test('checks the company in the query as the one in the path', async () => {
    expect(await statusOf(`/probe/balances?companyId=${company}`, tokens.payer)).toBe(200);
    expect(await statusOf(`/probe/balances?companyId=${sibling}`, tokens.payer)).toBe(404);
    expect(await statusOf('/probe/balances', tokens.payer)).toBe(400);
  });

  test('of another account is not found', async () => {
    expect(await statusOf(`/probe/account/${accounts[0]}`, tokens.nobody)).toBe(200);
    expect(await statusOf(`/probe/account/${accounts[1]}`, tokens.admin)).toBe(404);
  });

  test('for admins rejects other users', async () => {
    expect(await statusOf('/probe/admin', tokens.admin)).toBe(200);
    expect(await statusOf('/probe/admin', tokens.both)).toBe(403);
    expect(await statusOf('/probe/admin')).toBe(401);
  });

  test('checks access before it reads the body', async () => {
    const { status } = await services.api.post('/probe/companies', {
      body: '{',
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(401);
  });
});
