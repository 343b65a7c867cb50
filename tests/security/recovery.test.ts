/** What a stranger learns from the request for a new password, and what they can put into its mail. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { startGateway, type TestGateway } from '#tests/support/gateway.ts';
import { readOutbox } from '#tests/support/mailbox.ts';
import { slowness } from '#tests/support/pace.ts';
import { startServices, type Call, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';
import { freshAddress } from './doorsKit.ts';

const PUBLIC = 'https://prumo.exemplo.com.br';

let services: TestServices;
let gateway: TestGateway;
let office: Office;

beforeAll(async () => {
  services = await startServices({ publicUrl: PUBLIC });
  gateway = await startGateway({ services: await services.listen() });
  office = await openOffice(services.seed, 'Ipê');
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const RECOVER = '/api/v1/security/recover-password';
const plain = { 'content-type': 'text/plain' };

/** Milliseconds by which the work for a known login takes longer while the time is measured, on any machine. */
const SLOWER = 60;
const PAIRS = 12;
const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

test('The answer takes as long for a known address as for an unknown one, however long the work takes', async () => {
  const { seed, api } = services;
  await seed.sql(`create function take_longer() returns trigger language plpgsql as
    $$ begin perform pg_sleep(${SLOWER / 1000}); return new; end $$`);
  await seed.sql(
    'create trigger take_longer before insert on outgoing_mail for each row execute function take_longer()',
  );
  const known: number[] = [];
  const unknown: number[] = [];
  const timed = async (login: string): Promise<number> => {
    const asked = performance.now();
    const { status } = await api.post(RECOVER, { body: login, headers: plain, from: freshAddress() });
    expect(status).toBe(200);
    return performance.now() - asked;
  };
  const pace = slowness();
  // One after the other, so that what else the machine does meets both alike.
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const user = await seed.user(office.accountId);
    known.push(await timed(user.login));
    unknown.push(await timed(`ninguem${pair}@exemplo.com.br`));
  }
  await seed.sql('drop trigger take_longer on outgoing_mail');
  const [queued] = await seed.sql<{ mails: number }>(
    `select count(*)::int as mails from outgoing_mail where account_id = $1 and kind = 'RECOVERY'`,
    [office.accountId],
  );
  expect(queued?.mails).toBe(PAIRS);
  // Less than what the work differs by, on a machine of whatever pace.
  const tolerance = Math.min(SLOWER * 0.7, 10 * Math.max(pace, slowness()));
  expect(Math.abs(medianOf(known) - medianOf(unknown))).toBeLessThan(tolerance);
}, 60_000);

const FORGED = 'mal.example';
/** Whatever could be taken for the address of the product. */
const headers = {
  ...{ host: FORGED, 'x-forwarded-host': FORGED, 'x-forwarded-proto': 'ftp', 'x-forwarded-port': '81' },
  ...{ forwarded: `for=192.0.2.7;host=${FORGED};proto=ftp`, 'x-original-host': FORGED, 'x-host': FORGED },
  ...{ 'x-forwarded-server': FORGED, 'x-rewrite-url': `http://${FORGED}/`, origin: `https://${FORGED}` },
  referer: `https://${FORGED}/`,
};

/** A call with forged headers, right to the services or through the gateway. */
const ways: Record<string, (url: string, call: Call & { method?: 'POST' | 'PUT' }) => Promise<number>> = {
  services: async (url, { method = 'POST', ...call }) =>
    (await services.api.call(method, url, { ...call, headers: { ...headers, ...call.headers } })).status,
  gateway: async (url, { method = 'POST', body, token, headers: more = {}, from }) => {
    const json = typeof body !== 'string' && body !== undefined;
    const response = await gateway.app.inject({
      ...{ method, url, ...(from ? { remoteAddress: from } : {}) },
      headers: {
        ...headers,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...more,
      },
      ...(body === undefined ? {} : { payload: json ? JSON.stringify(body) : String(body) }),
    });
    return response.statusCode;
  },
};

test.each(Object.keys(ways))(
  'No header of a request to the %s changes where the links of mails lead',
  async (name) => {
    const send = ways[name] ?? ways['services'];
    if (!send) throw new Error('no way');
    const { seed, app } = services;
    const login = (what: string) => `${what}.${name}@exemplo.com.br`;
    const user = await seed.user(office.accountId, { login: login('antigo') });
    const users = `/api/v1/financial/account/${office.accountId}/user`;
    const token = office.admin;
    const from = freshAddress();
    const invited = await send(users, { token, from, body: { login: login('convidada'), name: 'Convidada' } });
    const moved = { id: user.id, version: 1, login: login('novo'), name: 'Mudada' };
    const calls = [
      invited,
      await send(users, { token, from, method: 'PUT', body: moved }),
      await send(RECOVER, { body: user.login, headers: plain, from }),
      await send('/api/v1/security/accounts', {
        ...{ from, body: { user: { name: 'Dona', login: login('dona') }, company: { name: 'Obras' } } },
      }),
    ];
    expect(calls).toEqual([200, 200, 200, 200]);
    const kinds = async () =>
      readOutbox(app.platform.dataDir)
        .filter(({ to }) => to.includes(`.${name}@`))
        .map(({ to, link }) => `${to.replace(/^.*?([a-z]+)\.[a-z]+@.*$/, '$1')} ${link.replace(/[^/]*$/, '')}`)
        .sort();
    await eventually(kinds).toEqual([
      ...['antigo /', 'antigo /recover-password/', 'convidada /first-password/'],
      ...['dona /user/validate/', 'novo /user/validate/'],
    ]);
    const folder = join(app.platform.dataDir, 'outbox');
    for (const file of readdirSync(folder)) {
      // Without the breaks of quoted-printable lines.
      const text = readFileSync(join(folder, file), 'utf8').replace(/=\r?\n/g, '');
      expect(text).not.toContain(FORGED);
      const hosts = [...text.matchAll(/(?:https?|ftp):\/\/[^/\s"<]+/g)].map(([host]) => host);
      expect(hosts.length).toBeGreaterThan(0);
      expect(hosts.filter((host) => host !== PUBLIC)).toEqual([]);
    }
  },
  60_000,
);
