import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { callScim, organizationOf, patch, tokenFor } from './provisioning/directory.ts';
import { openHouse, SESSION, type House } from './serviceAccountKit.ts';

let services: TestServices;
let house: House;
let serviceId: number;
let token: string;

beforeAll(async () => {
  services = await startServices();
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  house = await openHouse(services);
  serviceId = (await house.service({ permissions: house.rights('DEBIT') })).id;
  token = await house.tokenFor(serviceId);
});
afterAll(() => services.stop());

const status = async () => (await services.api.get(SESSION, { token })).status;
const switchOff = () => house.change({ id: house.rita.id, name: 'Rita', login: house.rita.login, active: false });

const anonymise = async () => {
  const second = await services.seed.tokenOf(await services.seed.user(house.accountId, { admin: true }));
  const asked = await services.api.post('/api/v1/security/anonymisations', {
    token: house.adminToken,
    body: { user: { id: house.rita.id } },
  });
  const path = `/api/v1/security/anonymisations/${asked.body.data.id}/decision`;
  return services.api.post(path, { token: second, body: { outcome: 'DONE' } });
};

/** A directory that manages Rita, and then switches her off. */
const switchOffByDirectory = async () => {
  const domain = `casa${house.accountId}.com.br`;
  await services.seed.sql('update users set login = $2 where id = $1', [house.rita.id, `rita@${domain}`]);
  const organization = await organizationOf(services, house.accountId, { domain });
  const directory = await tokenFor(services, organization, house.adminToken);
  const made = await callScim(services, {
    ...{ token: directory, method: 'POST', path: '/Users' },
    body: { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: `rita@${domain}`, active: true },
  });
  expect(made.status).toBe(201);
  return callScim(services, {
    ...{ token: directory, method: 'PATCH', path: `/Users/${house.rita.id}` },
    body: patch({ op: 'replace', path: 'active', value: false }),
  });
};

const WAYS: [string, () => Promise<{ status: number }>][] = [
  ['is switched off by an administrator', switchOff],
  ['is deleted', () => services.api.delete(house.user(house.rita.id), { token: house.adminToken })],
  ['is made nameless', anonymise],
  ['is switched off by the directory', switchOffByDirectory],
];

describe('A service account whose responsible person', () => {
  test.each(WAYS)(
    '%s stays, every remaining administrator is told once, and its tokens go on for 30 days',
    async (_way, lose) => {
      const other = await services.seed.user(house.accountId, { name: 'Otávio', admin: true });
      const off = await services.seed.user(house.accountId, { name: 'Célia', admin: true, active: false });
      expect((await lose()).status).toBeLessThan(300);
      const row = await house.read(serviceId);
      expect(row).toMatchObject({ active: true, responsible: null, tokensUntil: '2026-12-20' });
      for (const admin of [house.admin, other]) {
        expect(await house.told(admin)).toEqual([
          expect.objectContaining({
            kind: 'WARNING',
            title: 'Conta de serviço sem responsável',
            text: 'A conta de serviço Power BI ficou sem responsável: a pessoa que respondia por ela não tem mais acesso. Escolha outra até 20/12/2026; depois desse dia, os tokens param.',
            link: '/home/forms/settings/user?service=true',
          }),
        ]);
      }
      const rows = await services.seed.sql<{ user_id: number }>(
        "select user_id from assistant_messages where account_id = $1 and title like '%sem responsável' and user_id = any($2)",
        [house.accountId, [house.rita.id, off.id, serviceId]],
      );
      expect(rows).toEqual([]);

      // 23:59 in São Paulo on the last day, and the minute after.
      services.clock.set('2026-12-21T02:59:00.000Z');
      expect(await status()).toBe(200);
      services.clock.set('2026-12-21T03:00:00.000Z');
      expect(await status()).toBe(401);
      services.clock.set('2026-12-21T15:00:00.000Z');
      house = { ...house, adminToken: await services.seed.tokenOf(house.admin) };
      const chosen = { id: serviceId, name: 'Power BI', responsibleId: house.admin.id };
      expect((await house.change(chosen, house.adminToken)).status).toBe(200);
      expect(await status()).toBe(200);
    },
  );

  test('loses the access is shown without a day, and refused, where a command forgot to say so', async () => {
    await services.seed.sql('update users set active = false where id = $1', [house.rita.id]);
    const { body } = await services.api.get(house.user(serviceId), { token: house.adminToken });
    expect(body.data).toMatchObject({ responsible: null, tokensUntil: null });
    expect(await status()).toBe(401);
  });

  test('is somebody else by now is nobody’s loss', async () => {
    await house.change({ id: serviceId, name: 'Power BI', responsibleId: house.admin.id });
    await switchOff();
    expect(await house.read(serviceId)).toMatchObject({ responsible: { name: 'Marina' }, tokensUntil: null });
    expect(await house.told(house.admin)).toEqual([]);
  });

  test('answers for several of them leaves one message, which does not name those that are off', async () => {
    const more = await Promise.all(['F', 'E', 'D', 'C', 'B'].map((name) => house.service({ name })));
    await house.change({ id: more[4]?.id, name: 'B', active: false });
    await house.service({ name: 'A' });
    await switchOff();
    const messages = await house.told(house.admin);
    expect(messages.map(({ title }) => title)).toEqual(['Contas de serviço sem responsável']);
    expect(messages[0]?.text).toMatch(/^As contas de serviço A, C, D, E, F e mais 1 ficaram sem responsável: /);
    const left = await services.seed.sql<{ name: string }>(
      'select name from users where account_id = $1 and tokens_until is not null order by name',
      [house.accountId],
    );
    expect(left.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'Power BI']);
  });

  test('comes back answers for it again only once somebody says so', async () => {
    await switchOff();
    await house.change({ id: house.rita.id, name: 'Rita', login: house.rita.login, active: true });
    expect(await house.read(serviceId)).toMatchObject({ responsible: null, tokensUntil: '2026-12-20' });
    const rows = await services.seed.sql(
      "select details from audit_log where account_id = $1 and entity_id = $2 and details ? 'responsible_id' and action = 'update'",
      [house.accountId, serviceId],
    );
    expect(rows).toMatchObject([{ details: { responsible_id: [house.rita.id, null] } }]);
  });
});
