import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Letter } from '#services/platform/mail.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openEventStream } from '#tests/support/eventStream.ts';
import { TEST_PASSWORD, type TestUser } from '#tests/support/seedKit.ts';
import { startServices, TEST_NOW, type TestServices } from '#tests/support/services.ts';
import { openOffice, type Office } from '../financial/officeKit.ts';

const CLIENT = { authorization: 'Basic cHJ1bW8td2ViOg==', 'content-type': 'application/x-www-form-urlencoded' };
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const NEWER_CHROME = CHROME.replace('142', '143');
const EDGE = `${CHROME} Edg/142.0.0.0`;
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const NEW_PASSWORD = 'um muro de tijolo aparente';

let services: TestServices;
let office: Office;
let person: TestUser;
const sent: Letter[] = [];

const enter = (agent: string, from: string, password = TEST_PASSWORD) =>
  services.api.post('/oauth/token', {
    headers: { ...CLIENT, 'user-agent': agent },
    body: new URLSearchParams({ grant_type: 'password', username: person.login, password }).toString(),
    from,
  });
const tokenBy = async (agent: string, from: string) => (await enter(agent, from)).body.access_token as string;
const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, token: string, body?: object) =>
  services.api.call(method, `/api/v1/security/${path}`, { token, ...(body && { body }) });
const read = async (path: string, token: string) => (await call('GET', path, token)).body.data;
const minutes = (count: number) => services.clock.advance(count * 60_000);
const brief = (rows: { device: string; address: string; current: boolean }[]) =>
  rows.map(({ device, address, current }) => [device, address, ...(current ? ['this one'] : [])]);

beforeAll(async () => {
  services = await startServices({ mail: { send: async (letter) => void sent.push(letter), close: () => undefined } });
});
beforeEach(async () => {
  services.clock.set(TEST_NOW);
  office = await openOffice(services.seed, 'Ipê');
  person = await services.seed.user(office.accountId, { name: 'Marina', admin: true });
  sent.splice(0);
});
afterAll(() => services.stop());

describe('The sessions of a user', () => {
  test('are listed with device and place: this one first, then by last use to a minute', async () => {
    const phone = await tokenBy(IPHONE, '189.40.71.208');
    minutes(5);
    const edge = await tokenBy(EDGE, '10.1.2.3');
    minutes(5);
    const here = await tokenBy(CHROME, '177.92.14.33');
    minutes(20);
    await read('profile', phone);
    await eventually(async () => brief(await read('sessions', here))).toEqual([
      ['Chrome no Windows', '177.92.14.33', 'this one'],
      ['Safari no iPhone', '189.40.71.208'],
      ['Edge no Windows', '10.1.2.3'],
    ]);
    const [own, ofPhone, ofEdge] = await read('sessions', edge).then((rows) => [...rows].reverse());
    expect([own.method, own.provider, own.local, own.mobile]).toEqual(['PASSWORD', null, false, false]);
    expect([ofPhone.mobile, ofPhone.lastUsedAt]).toEqual([true, '2026-11-20T15:30:00.000Z']);
    expect([ofEdge.local, ofEdge.issuedAt, ofEdge.expiresAt]).toEqual([
      true,
      '2026-11-20T15:05:00.000Z',
      '2026-11-20T23:05:00.000Z',
    ]);
  });

  test('have their use written once a minute, by no statement of the request', async () => {
    const token = await tokenBy(CHROME, '177.92.14.33');
    const written = async () => {
      const [row] = await services.seed.sql<{ at: Date | null; version: string }>(
        'select last_used_at as at, xmin::text as version from access_tokens where user_id = $1',
        [person.id],
      );
      return row;
    };
    services.clock.advance(59_000);
    await read('profile', token);
    expect((await written())?.at).toBeNull();
    services.clock.advance(1_000);
    await read('profile', token);
    await eventually(async () => (await written())?.at?.toISOString()).toBe('2026-11-20T15:01:00.000Z');
    const before = (await written())?.version;
    services.clock.advance(30_000);
    for (let at = 0; at < 3; at += 1) await read('profile', token);
    expect((await written())?.version).toBe(before);
  });

  test('end at once, with their streams: one, or all others, and how many', async () => {
    const address = await services.listen();
    const here = await tokenBy(CHROME, '177.92.14.33');
    const others = [
      await tokenBy(IPHONE, '189.40.71.208'),
      await tokenBy(EDGE, '10.1.2.3'),
      await tokenBy(FIREFOX, '10.1.2.4'),
    ];
    const stream = await openEventStream(`${address}/api/v1/assistant/stream`, {
      authorization: `Bearer ${others[0]}`,
    });
    const phone = (await read('sessions', here)).find((one: { mobile: boolean }) => one.mobile);
    expect((await call('DELETE', `sessions/${phone.id}`, here)).body.data).toEqual({ id: phone.id });
    expect((await stream.next()).event).toBe('end');
    await stream.ended();
    expect((await call('GET', 'profile', others[0] ?? '')).status).toBe(401);
    expect((await call('DELETE', `sessions/${phone.id}`, here)).status).toBe(404);
    expect((await call('DELETE', 'sessions', here)).body.data).toEqual({ ended: 2 });
    expect((await call('GET', 'profile', others[2] ?? '')).status).toBe(401);
    expect(brief(await read('sessions', here))).toEqual([['Chrome no Windows', '177.92.14.33', 'this one']]);
  });

  test("are not another user's to see or to end, not even an administrator's", async () => {
    const mine = await tokenBy(CHROME, '177.92.14.33');
    const [own] = await read('sessions', mine);
    const other = await services.seed.tokenOf(office.adminUser);
    expect((await call('DELETE', `sessions/${own.id}`, other)).status).toBe(404);
    expect(brief(await read('sessions', other))).not.toContainEqual(brief([own])[0]);
    await call('DELETE', 'sessions', other);
    expect((await call('GET', 'profile', mine)).status).toBe(200);
  });
});

describe('The log of accesses', () => {
  test('tells logins, refused passwords in one row, ended sessions and changed passwords, newest first', async () => {
    const here = await tokenBy(CHROME, '177.92.14.33');
    await enter(FIREFOX, '45.233.9.102', 'errada');
    await eventually(async () => (await read('accesses', here)).totalElements).toBe(2);
    await enter(FIREFOX, '45.233.9.102', 'errada de novo');
    await eventually(async () => (await read('accesses', here)).content[0].times).toBe(2);
    await tokenBy(EDGE, '201.6.118.74');
    await call('DELETE', 'sessions', here);
    await call('PUT', 'password', here, { current: TEST_PASSWORD, password: NEW_PASSWORD });
    const page = await read('accesses?size=3', here);
    expect([page.totalElements, page.last]).toEqual([5, false]);
    const rows = [...page.content, ...(await read('accesses?size=3&page=1', here)).content];
    expect(rows.map(({ kind, device, address, times }) => [kind, device, address, times])).toEqual([
      ['PASSWORD_CHANGED', expect.any(String), '127.0.0.1', 1],
      ['SESSION_ENDED', 'Edge no Windows', '201.6.118.74', 1],
      ['LOGIN', 'Edge no Windows', '201.6.118.74', 1],
      ['PASSWORD_REFUSED', 'Firefox no Linux', '45.233.9.102', 2],
      ['LOGIN', 'Chrome no Windows', '177.92.14.33', 1],
    ]);
  });

  test('is kept for six months', async () => {
    const token = await tokenBy(CHROME, '177.92.14.33');
    const keptAt = (now: string) =>
      services.seed.sql('select forget_accesses($1)', [now]).then(() => read('accesses', token));
    expect((await keptAt('2027-05-20T14:59:59Z')).totalElements).toBe(1);
    expect((await keptAt('2027-05-20T15:00:01Z')).totalElements).toBe(0);
  });
});

describe('A login from a new device', () => {
  const queued = async () => {
    const rows = await services.seed.sql("select from outgoing_mail where kind = 'NEW_DEVICE' and user_id = $1", [
      person.id,
    ]);
    return rows.length;
  };
  const letters = () => sent.filter(({ kind }) => kind === 'NEW_DEVICE');

  test('is told by mail, but not the first one, nor another version or address of a known browser', async () => {
    await enter(CHROME, '177.92.14.33');
    await enter(NEWER_CHROME, '177.92.14.90');
    expect(await queued()).toBe(0);
    await enter(FIREFOX, '45.233.9.102');
    await eventually(() => letters().length).toBe(1);
    const [letter] = letters();
    expect([letter?.to.address, letter?.subject]).toEqual([person.login, 'Novo acesso ao Prumo']);
    expect(letter?.text).toContain('Firefox no Linux, 45.233.9.102, 20/11/2026 às 12:00.');
    await enter(FIREFOX, '45.233.9.7');
    await enter(CHROME, '201.6.118.74');
    expect(await queued()).toBe(2);
  });
});

describe('The password of the session user', () => {
  test('is changed by the one before, ends the other sessions, voids mailed links and is told by mail', async () => {
    const [here, other] = [await tokenBy(CHROME, '177.92.14.33'), await tokenBy(EDGE, '177.92.14.34')];
    const change = (current: string, password: string) => call('PUT', 'password', here, { current, password });
    const refused = await change('errada', NEW_PASSWORD);
    expect([refused.status, refused.body.fields]).toEqual([422, [{ path: 'current', message: 'Senha incorreta.' }]]);
    const same = await change(TEST_PASSWORD, TEST_PASSWORD);
    expect([same.status, same.body.fields]).toEqual([
      422,
      [{ path: 'password', message: 'A nova senha é igual à atual.' }],
    ]);
    expect((await change(TEST_PASSWORD, 'curta')).body.fields[0].path).toBe('password');
    expect((await change(TEST_PASSWORD, NEW_PASSWORD)).body.data).toEqual({ ended: 1 });
    expect((await call('GET', 'profile', other)).status).toBe(401);
    expect((await read('profile', here)).passwordChangedAt).toBe(TEST_NOW);
    expect([
      (await enter(CHROME, '177.92.14.33')).status,
      (await enter(CHROME, '177.92.14.33', NEW_PASSWORD)).status,
    ]).toEqual([400, 200]);
    await eventually(() => sent.map(({ kind }) => kind)).toContain('PASSWORD_CHANGED');
  });
});

test('Users change their own name and time zone, and nothing else', async () => {
  const token = await tokenBy(CHROME, '177.92.14.33');
  const change = (body: object) => call('PUT', 'profile', token, body);
  expect((await change({ name: ' Marina  Queiroz ', timeZone: 'America/Manaus' })).body.data).toMatchObject({
    name: 'Marina Queiroz',
    timeZone: 'America/Manaus',
  });
  expect((await services.api.get('/api/v1/security/session', { token })).body.data.user.timeZone).toBe(
    'America/Manaus',
  );
  const zone = await change({ name: 'Marina', timeZone: 'America/Atlantida' });
  expect([zone.status, zone.body.fields]).toEqual([
    400,
    [{ path: 'timeZone', message: 'Escolha um fuso horário da lista.' }],
  ]);
  expect((await change({ name: 'Marina', timeZone: 'America/Manaus', admin: true })).status).toBe(400);
});
