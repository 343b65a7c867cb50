import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const BROADCAST = '/api/v1/assistant/broadcast';
const MESSAGES = '/api/v1/assistant/messages';

let services: TestServices;
let root: TestUser;
let ana: TestUser;
let bia: TestUser;
let stranger: TestUser;
const tokens = new Map<TestUser, string>();
const as = (user: TestUser) => ({ token: tokens.get(user) ?? '' });

const notice = { title: 'Prumo fora do ar no sábado', text: '28/11/2026, das 22h às 23h, para manutenção.' };
const send = (body: unknown = notice, user = root) => services.api.post(BROADCAST, { ...as(user), body });
const messages = async (user: TestUser) => (await services.api.get(MESSAGES, as(user))).body.data.content;

beforeAll(async () => {
  services = await startServices();
  const { seed } = services;
  const [accountId, otherId] = [await seed.account(), await seed.account()];
  root = await seed.user(accountId, { admin: true, name: 'Renato' });
  ana = await seed.user(accountId, { name: 'Ana' });
  bia = await seed.user(accountId, { name: 'Bia' });
  await seed.sql('update users set active = false where id = $1', [(await seed.user(accountId)).id]);
  stranger = await seed.user(otherId, { admin: true });
  for (const user of [root, ana, bia, stranger]) tokens.set(user, await seed.tokenOf(user));
});
beforeEach(() => services.seed.sql('delete from assistant_messages'));
afterAll(() => services.stop());

describe('A broadcast', () => {
  test('reaches everybody of the account and stays with each until acknowledged', async () => {
    const { status, body } = await send({ ...notice, kind: 'WARNING', link: '/home/account?x=1' });
    expect({ status, ...body.data }).toMatchObject({
      ...{ status: 200, ...notice, kind: 'WARNING', link: '/home/account?x=1' },
      ...{ sentBy: { id: root.id, name: 'Renato' }, withdrawnAt: null, readers: 3, acknowledged: 0 },
    });
    for (const user of [root, ana, bia]) {
      expect(await messages(user)).toMatchObject([
        { ...notice, event: 'BROADCAST', broadcast: true, acknowledged: false, quiet: false, kind: 'WARNING' },
      ]);
    }
    expect(await messages(stranger)).toEqual([]);
  });

  test('says who has acknowledged it and who has not, those first', async () => {
    const { id } = (await send()).body.data;
    await services.api.post(`${BROADCAST}/ack/${id}`, as(ana));
    const { body } = await services.api.get(BROADCAST, as(root));
    expect(body.data).toMatchObject({ totalElements: 1, content: [{ id, readers: 3, acknowledged: 1 }] });
    const readers = await services.api.get(`${BROADCAST}/${id}/readers`, as(root));
    expect(readers.body.data.content).toEqual([
      { user: { id: bia.id, name: 'Bia' }, acknowledgedAt: null },
      { user: { id: root.id, name: 'Renato' }, acknowledgedAt: null },
      { user: { id: ana.id, name: 'Ana' }, acknowledgedAt: '2026-11-20T15:00:00.000Z' },
    ]);
    const second = await services.api.get(`${BROADCAST}/${id}/readers?page=1&size=2`, as(root));
    expect(second.body.data).toMatchObject({
      number: 1,
      totalElements: 3,
      last: true,
      content: [{ user: { id: ana.id } }],
    });
  });

  test('that is taken back is seen by nobody, counts as unread nowhere, and stays in the list of those who write', async () => {
    const { id } = (await send()).body.data;
    const taken = await services.api.delete(`${BROADCAST}/${id}`, as(root));
    expect(taken.body.data).toMatchObject({ id, withdrawnAt: '2026-11-20T15:00:00.000Z' });
    expect(await messages(ana)).toEqual([]);
    expect((await services.api.get(MESSAGES, as(ana))).body.data.unacknowledged).toBe(0);
    expect((await services.api.post(`${BROADCAST}/ack/${id}`, as(ana))).status).toBe(404);
    expect((await services.api.delete(`${BROADCAST}/${id}`, as(root))).body.data).toEqual(taken.body.data);
    expect((await services.api.get(BROADCAST, as(root))).body.data.content).toMatchObject([{ id }]);
    const history = await services.seed.sql(
      "select action from audit_log where entity = 'broadcast' and entity_id = $1 order by id",
      [id],
    );
    expect(history).toEqual([{ action: 'create' }, { action: 'withdraw' }]);
  });

  test.each([
    ['title', { ...notice, title: ' ' }, 400],
    ['title', { ...notice, title: 'x'.repeat(121) }, 400],
    ['text', { title: 'Só título' }, 400],
    ['text', { ...notice, text: 'x'.repeat(1_001) }, 400],
    ['kind', { ...notice, kind: 'ERROR' }, 400],
    ['link', { ...notice, link: 'https://elsewhere.example' }, 422],
    ['link', { ...notice, link: '//elsewhere.example/home' }, 422],
    ['link', { ...notice, link: '/home/forms/unknown' }, 422],
  ])('is refused at %s: %j', async (path, body, status) => {
    const answer = await send(body);
    expect(answer.status).toBe(status);
    expect(answer.body.fields.map((field: { path: string }) => field.path)).toEqual([path]);
    expect(await messages(ana)).toEqual([]);
  });

  test('is written, listed and taken back by administrators of its account alone', async () => {
    const { id } = (await send()).body.data;
    expect((await send(notice, ana)).status).toBe(403);
    expect((await services.api.get(BROADCAST, as(ana))).status).toBe(403);
    expect((await services.api.delete(`${BROADCAST}/${id}`, as(ana))).status).toBe(403);
    expect((await services.api.get(`${BROADCAST}/${id}/readers`, as(ana))).status).toBe(403);
    expect((await services.api.delete(`${BROADCAST}/${id}`, as(stranger))).status).toBe(404);
    expect((await services.api.get(`${BROADCAST}/${id}/readers`, as(stranger))).status).toBe(404);
    expect((await services.api.get(BROADCAST, as(stranger))).body.data.content).toEqual([]);
  });

  test('counts neither who joined later nor who was acknowledged for another one', async () => {
    const { id } = (await send()).body.data;
    await services.seed.sql("update users set created_at = now() + interval '1 hour' where id = $1", [bia.id]);
    const [row] = (await services.api.get(BROADCAST, as(root))).body.data.content;
    expect(row).toMatchObject({ id, readers: 2, acknowledged: 0 });
    await services.seed.sql("update users set created_at = now() - interval '1 day' where id = $1", [bia.id]);
  });
});
