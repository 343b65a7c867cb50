import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hashToken, resolveSession, sessionIn } from '#services/platform/session.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let accountId: number;
let companies: number[];
let admin: string;
/** Of two companies, one of them inactive. */
let member: string;

const HEADER = 'x-prumo-session';
const banksOf = (companyId: number) => `/api/v1/financial/company/${companyId}/bank?page=0&size=5`;
const CATEGORIES = () => `/api/v1/financial/account/${accountId}/category?page=0&size=5`;

const beside = (token: string, path: string, asked = 'ask') =>
  services.api.get(path, { token, headers: { [HEADER]: asked } });
const alone = async (token: string) =>
  (await services.api.get('/api/v1/security/session?places=false', { token })).body.data as object;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  accountId = await seed.account();
  companies = [
    await seed.company(accountId),
    await seed.company(accountId),
    await seed.company(accountId, { active: false }),
  ];
  admin = await seed.tokenOf(await seed.user(accountId, { admin: true, name: 'Zoë “Açaí” 日本' }));
  const grants = companies.slice(1).map((companyId) => ({ companyId, permissions: ['DEBIT' as const] }));
  member = await seed.tokenOf(await seed.user(accountId, { grants }));
});
afterAll(() => services.stop());

describe('The session beside a read', () => {
  test.each([
    ['of one company, for an administrator', () => [admin, banksOf(companies[0] ?? 0)] as const],
    ['of the account, for an administrator', () => [admin, CATEGORIES()] as const],
    ['of one of several companies, for a member', () => [member, banksOf(companies[1] ?? 0)] as const],
    ['of an inactive company, for a member', () => [member, banksOf(companies[2] ?? 0)] as const],
    ['of the account, for a member', () => [member, CATEGORIES()] as const],
  ])('%s is that of the session call, and the answer stays as it is', async (_, made) => {
    const [token, path] = made();
    const { status, headers, body } = await beside(token, path);
    const plain = await services.api.get(path, { token });
    expect([status, body]).toEqual([200, plain.body]);
    expect(plain.headers).not.toHaveProperty(HEADER);
    expect(JSON.parse(headers[HEADER] as string)).toEqual(await alone(token));
  });

  test('is narrowed to the company of the call, as the token alone gives it for that company', async () => {
    const { database, clock } = services.app.platform;
    for (const token of [admin, member]) {
      const session = (companyId?: number) => resolveSession(database, clock, hashToken(token), { companyId });
      const whole = await session();
      if (!whole) throw new Error('no session');
      for (const companyId of [...companies, 999_999])
        expect(sessionIn(whole, companyId)).toEqual(await session(companyId));
    }
    expect(new Set(companies).size).toBe(3);
  });

  test('comes with no answer that refuses: the permissions of other companies open none', async () => {
    for (const [path, expected] of [
      [banksOf(companies[0] ?? 0), 404],
      [`/api/v1/purchase/company/${companies[1]}/order?page=0&size=5`, 403],
      [`/api/v1/financial/company/${companies[1]}/bank/999999`, 404],
    ] as const) {
      const { status, headers } = await beside(member, path);
      expect([path, status]).toEqual([path, expected]);
      expect(headers).not.toHaveProperty(HEADER);
    }
  });

  test('is left out for a user who may enter no active company, as the session call refuses one', async () => {
    const grants = [{ companyId: companies[2] ?? 0, permissions: ['DEBIT' as const] }];
    const token = await services.seed.tokenOf(await services.seed.user(accountId, { grants }));
    const { status, headers } = await beside(token, banksOf(companies[2] ?? 0));
    expect([status, headers[HEADER]]).toEqual([200, undefined]);
    expect((await services.api.get('/api/v1/security/session?places=false', { token })).status).toBe(422);
  });

  test('is left out when it does not fit into a header', async () => {
    const companyId = companies[0] ?? 0;
    const grants = [];
    for (let i = 0; i < 250; i += 1) {
      const buildingId = await services.seed.building({ accountId, companyId });
      grants.push({
        companyId,
        buildingId,
        permissions: ['DEBIT' as const, 'CREDIT' as const, 'ENGINEERING' as const],
      });
    }
    const foreman = await services.seed.tokenOf(await services.seed.user(accountId, { grants }));
    const { status, headers } = await beside(foreman, banksOf(companyId));
    expect([status, headers[HEADER]]).toEqual([200, undefined]);
  });

  test('is not asked for by another word, nor by a write', async () => {
    expect((await beside(admin, CATEGORIES(), 'yes')).headers).not.toHaveProperty(HEADER);
    const written = await services.api.post(`/api/v1/financial/company/${companies[0]}/bank`, {
      token: admin,
      headers: { [HEADER]: 'ask' },
      body: { identifier: 'Caixa', initialBalance: '0.00', balanceDate: '2026-01-01' },
    });
    expect(written.status).toBe(200);
    expect(written.headers).not.toHaveProperty(HEADER);
  });
});
