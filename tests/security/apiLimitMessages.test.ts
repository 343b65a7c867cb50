import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { tellLimits } from '#services/security/apiTokens/limitMessages.ts';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';

const DAY = '2026-11-20';

let services: TestServices;
let gateway: TestGateway;
let accountId: number;
let companyId: number;
let admin: TestUser;

const told = async (user: TestUser) => {
  const token = await services.seed.tokenOf(user);
  const { body } = await services.api.get('/api/v1/assistant/messages', { token });
  return body.data.content.map(({ kind, title, text, link }: Record<string, string>) => ({ kind, title, text, link }));
};
const used = (points: number, calls: number, day = DAY) =>
  services.seed.sql(
    `insert into api_usage values ($1, $2, $3, $4)
     on conflict (account_id, day) do update set points = excluded.points, calls = excluded.calls`,
    [accountId, day, points, calls],
  );
const tell = (day = DAY) => tellLimits(services.app.platform, accountId, day);

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  accountId = await services.seed.account();
  companyId = await services.seed.company(accountId);
  admin = await services.seed.user(accountId, { admin: true });
});
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

describe('Administrators', () => {
  test('are told when a call of a program reaches 80 % of the calls of a day', async () => {
    const other = await services.seed.user(accountId, { admin: true });
    const payer = await services.seed.user(accountId, {
      grants: [{ companyId, buildingId: null, permissions: ['DEBIT'] }],
    });
    const token = await services.seed.tokenOf(admin);
    await services.api.post('/api/v1/security/reauthentication', { token, body: { password: TEST_PASSWORD } });
    const made = await services.api.post('/api/v1/security/api-tokens', {
      token,
      body: { name: 'Power BI', areas: ['FINANCIAL'], expiresOn: '2027-02-18' },
    });
    const call = () =>
      gateway.app.inject({
        url: `/api/v1/financial/company/${companyId}/debit`,
        headers: { authorization: `Bearer ${made.body.data.token}` },
      });
    await used(0, 39_998);
    services.clock.advance(61_000);
    expect((await call()).statusCode).toBe(200);
    await eventually(() =>
      services.seed.sql('select calls::integer from api_usage where account_id = $1', [accountId]),
    ).toEqual([{ calls: 39_999 }]);
    expect(await told(admin)).toEqual([]);
    services.clock.advance(61_000);
    expect((await call()).statusCode).toBe(200);
    await eventually(() => told(admin)).toEqual([
      {
        kind: 'WARNING',
        title: 'Programas já usaram 80 % do limite de hoje',
        text: 'Os tokens da conta usaram 40.000 de 50.000 chamadas REST de hoje. No limite, programas recebem 429 até as 00:00; pessoas continuam a usar o Prumo normalmente.',
        link: '/home/forms/settings/integrations',
      },
    ]);
    expect(await told(other)).toHaveLength(1);
    expect(await told(payer)).toEqual([]);
  });

  test('are told once for each limit and day, whichever of several processes notices it', async () => {
    await used(40_000_000, 0);
    await Promise.all(Array.from({ length: 6 }, () => tell()));
    expect(await told(admin)).toHaveLength(1);
    await used(45_000_000, 40_000);
    await Promise.all(Array.from({ length: 6 }, () => tell()));
    expect((await told(admin)).map(({ text }: { text: string }) => /usaram (\S+ de \S+ \S+)/.exec(text)?.[1])).toEqual([
      '40.000 de 50.000 chamadas',
      '40.000.000 de 50.000.000 pontos',
    ]);
    services.clock.advance(24 * 60 * 60_000);
    await used(40_000_000, 0, '2026-11-21');
    await tell('2026-11-21');
    expect(await told(admin)).toHaveLength(3);
  });

  test('are told nothing below 80 %, and nothing of a day that is over', async () => {
    await used(39_999_999, 39_999);
    await tell();
    await used(50_000_000, 50_000, '2026-11-19');
    await tell('2026-11-19');
    expect(await told(admin)).toEqual([]);
  });

  test('of another account are told nothing', async () => {
    const stranger = await services.seed.user(await services.seed.account(), { admin: true });
    await used(50_000_000, 50_000);
    await tell();
    expect([(await told(admin)).length, await told(stranger)]).toEqual([2, []]);
  });
});
