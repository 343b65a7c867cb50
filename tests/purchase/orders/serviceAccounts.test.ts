/** Orders that a program makes: it buys, and nobody takes it for a buyer or asks it to approve. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { done, refusal } from './kit.ts';
import { startReceiving, type ReceivingDesk } from './receivingKit.ts';

let desk: ReceivingDesk;
let serviceId: number;
let token: string;

beforeAll(async () => {
  desk = await startReceiving();
  const { api, office, building } = desk;
  const service = {
    ...{ name: 'Sistema de obra', service: true, responsibleId: office.adminUser.id },
    permissions: { [office.companyId]: { [building]: ['PURCHASE'] } },
  };
  const users = `/api/v1/financial/account/${office.accountId}/user`;
  serviceId = done(await api.post(users, { token: desk.token, body: service })).id;
  const body = {
    ...{ name: 'Pedidos', areas: ['PURCHASE'], access: 'READ_WRITE', serviceAccountId: serviceId },
    expiresOn: '2027-02-18',
  };
  token = done(await api.post('/api/v1/security/api-tokens', { token: desk.token, body })).token;
});
afterAll(() => desk.services.stop());

test('An order of a service account has no buyer unless a person is named, and never the account itself', async () => {
  const made = done(await desk.create(desk.lines, {}, token));
  expect(made.buyer).toBeNull();
  const named = done(await desk.create(desk.lines, { buyer: { id: desk.office.adminUser.id } }, token));
  expect(named.buyer).toMatchObject({ id: desk.office.adminUser.id });
  for (const as of [token, desk.token])
    expect(refusal(await desk.create(desk.lines, { buyer: { id: serviceId } }, as))).toEqual([
      422,
      'buyer: Usuário não encontrado.',
    ]);
});

test('A quote of a service account has no buyer either', async () => {
  const path = `/api/v1/purchase/company/${desk.office.companyId}/quote`;
  const body = { title: 'Aço', buildingId: desk.building };
  const made = done(await desk.api.post(path, { token, body }));
  expect(made.buyer).toBeNull();
  const reply = await desk.api.post(path, { token, body: { ...body, buyerId: serviceId } });
  expect(refusal(reply)).toEqual([422, 'buyerId: Usuário não encontrado.']);
});

test('An order above a limit waits for persons, where a service account without limit buys for the same obra', async () => {
  const { api, office, building, seed } = desk;
  const person = async (name: string) => {
    const user = await seed.user(office.accountId, {
      name,
      grants: [{ companyId: office.companyId, buildingId: building, permissions: ['PURCHASE'] }],
    });
    return { ...user, token: await seed.tokenOf(user) };
  };
  const [buyer, free] = [await person('Bruna'), await person('Fabio')];
  const limits = [
    { user: { id: buyer.id }, limit: '100' },
    { user: { id: serviceId }, limit: null },
  ];
  const path = `/api/v1/purchase/company/${office.companyId}/order-limits`;
  const { version } = done(await api.get(path, { token: desk.token }));
  done(await api.put(path, { token: desk.token, body: { limits, version } }));
  const order = done(await desk.create(desk.lines, {}, buyer.token));
  const rows = await seed.sql<{ id: number }>('select order_approvers($1, $2, 600)::int as id order by 1', [
    office.accountId,
    order.id,
  ]);
  expect(rows.map(({ id }) => id)).toEqual([office.adminUser.id, free.id].sort((a, b) => a - b));
});
