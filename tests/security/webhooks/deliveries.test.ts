import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '#tests/support/eventually.ts';
import { TEST_NOW } from '#tests/support/services.ts';
import { startWebhooks, type WebhookOffice } from './kit.ts';
import { answering, isSignedBy, type Receiver } from './receiver.ts';

const HOUR = 3600;
let office: WebhookOffice;
let receiver: Receiver;
let id: number;
let secret: string;

beforeAll(async () => {
  office = await startWebhooks();
});
afterAll(() => office.stop());
beforeEach(async () => {
  office.services.clock.set(TEST_NOW);
  await office.seed.sql('delete from webhooks');
  await office.seed.sql('delete from assistant_messages');
  receiver = await office.receiver();
  ({ id, secret } = await office.hook(receiver));
});

const received = (count: number, by = receiver) => eventually(() => by.got.length).toBe(count);
const states = (...wanted: string[]) => eventually(() => office.states(id)).toEqual(wanted);

describe('An event', () => {
  test('is sent signed, thin, with the address of its row, which answers a program', async () => {
    const product = await office.product('CIM', 'Cimento');
    const order = (await office.create([{ product: { id: product }, quantity: '10', price: '40.00' }])).body.data;
    await received(1);
    const [event] = receiver.got;
    if (!event) throw new Error('nothing received');
    expect(isSignedBy(event, secret)).toBe(true);
    expect(isSignedBy({ ...event, text: event.text.replace('order', 'quote') }, secret)).toBe(false);
    expect(event.id).toMatch(/^evt_[0-9a-f]{32}$/);
    expect(event.seconds).toBe(Date.parse(TEST_NOW) / 1000);
    expect(event.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(event.body).toEqual({
      type: 'order.created',
      timestamp: TEST_NOW,
      data: {
        id: order.id,
        entity: 'order',
        companyId: office.office.companyId,
        buildingIds: [office.building],
        number: order.document,
        name: null,
        url: `https://prumo.exemplo.com.br/api/v1/purchase/company/${office.office.companyId}/order/${order.id}`,
      },
    });
    const { pathname } = new URL(event.body.data.url);
    expect((await office.api.get(pathname, { token: office.token })).body.data.id).toBe(order.id);
    await states('DELIVERED order.created');
  });

  test('names its row by a resource that answers, whatever kind it is of', async () => {
    const { companyId, accountId } = office.office;
    const base = `/api/v1/financial/company/${companyId}`;
    const post = async (path: string, body: object) => {
      const reply = await office.api.post(path, { token: office.token, body });
      expect([path, reply.status, reply.body.message]).toEqual([path, 200, reply.body.message]);
      return reply.body.data;
    };
    const bank = (identifier: string) =>
      post(`${base}/bank`, { identifier, initialBalance: '0', balanceDate: '2026-01-01' });
    const [itau, caixa] = [await bank('Itaú'), await bank('Caixa')];
    await post(`/api/v1/financial/companies/${companyId}/transfers`, {
      ...{ amount: '10.00', date: '2026-11-10', sourceWalletId: itau.id, targetWalletId: caixa.id },
    });
    await post(`/api/v1/financial/account/${accountId}/partner`, { type: 'SUPPLIER', name: 'Maria de Souza' });
    await post(`${base}/building`, { name: 'Residencial Aroeira' });
    await office.category();
    await post(`${base}/debit`, {
      ...{ documentNumber: 'NF 1', grossValue: '900.00', emissionDate: '2026-11-20', dueDate: '2026-12-10' },
      transactionRecordBuildings: [{ building: { id: office.building }, grossValue: '900.00' }],
    });
    await received(7);
    expect(receiver.types().sort()).toEqual(
      ['building', 'category', 'partner', 'transaction', 'transfer', 'wallet', 'wallet'].map(
        (noun) => `${noun}.created`,
      ),
    );
    for (const { body } of receiver.got) {
      const { pathname, search } = new URL(body.data.url);
      const { status, body: answer } = await office.api.get(pathname + search, { token: office.token });
      const [row] = answer.data?.content ?? [answer.data];
      expect([body.type, status, row?.id]).toEqual([body.type, 200, body.data.id]);
    }
    const sent = receiver.got.map(({ text }) => text).join();
    for (const secretive of ['900', '10.00', 'Maria']) expect(sent).not.toContain(secretive);
  });

  test('of a payment and of its reversal names the installment', async () => {
    const path = `/api/v1/financial/company/${office.office.companyId}`;
    const { token } = office;
    const bank = (
      await office.api.post(`${path}/bank`, {
        token,
        body: { identifier: 'Bradesco', initialBalance: '0', balanceDate: '2026-01-01' },
      })
    ).body.data;
    const made = (
      await office.api.post(`${path}/debit`, {
        token,
        body: {
          ...{ documentNumber: 'NF 2', grossValue: '90.00', emissionDate: '2026-11-20', dueDate: '2026-12-10' },
          transactionRecordBuildings: [{ building: { id: office.building }, grossValue: '90.00' }],
        },
      })
    ).body.data;
    const installment = made.transactionRecordList[0].id;
    const one = `${path}/debit/${made.id}/installment/${installment}`;
    const payment = { bank: { id: bank.id }, paymentDate: '2026-11-20', paymentMethod: 'PIX' };
    const paid = await office.api.post(`${one}/payment`, { token, body: payment });
    expect(paid.body).toMatchObject({ ok: true });
    expect((await office.api.delete(`${one}/payment`, { token })).body).toMatchObject({ ok: true });
    expect((await office.api.delete(`${path}/debit/${made.id}`, { token })).body).toMatchObject({ ok: true });
    await received(5);
    expect(
      receiver.got.map(({ body: { type, data } }) => [type, data.id, data.installmentId, data.buildingIds]),
    ).toEqual([
      ['wallet.created', bank.id, undefined, []],
      ['transaction.created', made.id, undefined, [office.building]],
      ['installment.paid', made.id, installment, [office.building]],
      ['installment.reversed', made.id, installment, [office.building]],
      ['transaction.deleted', made.id, undefined, [office.building]],
    ]);
    expect(receiver.got.at(-1)?.body.data).toMatchObject({ companyId: office.office.companyId, url: null });
  });

  test('of a change that is refused or rolled back is never sent', async () => {
    await office.category('Areia');
    await received(1);
    const twice = await office.api.post(office.categories, {
      token: office.token,
      body: { type: 'DEBIT', name: 'areia' },
    });
    expect(twice.status).toBe(409);
    await office.category('Brita');
    await received(2);
    await states('DELIVERED category.created', 'DELIVERED category.created');
    expect(receiver.got.map(({ body }) => body.data.name)).toEqual(['Areia', 'Brita']);
  });

  test('is kept only by webhooks that want its type and its place', async () => {
    const elsewhere = await office.receiver();
    const orders = await office.receiver();
    const places = [{ companyId: office.office.companyId, buildingId: office.other }];
    await office.hook(elsewhere, { places });
    await office.hook(orders, { events: ['order.created', 'order.deleted'] });
    const product = await office.product('ARE', 'Areia');
    const line = { product: { id: product }, quantity: '1', price: '1.00' };
    const here = (await office.create([line])).body.data;
    const there = (await office.create([line], { building: { id: office.other } })).body.data;
    await office.category();
    for (const one of [here, there]) await office.api.delete(office.at(one.id), { token: office.token });
    await received(5);
    await received(4, orders);
    await received(3, elsewhere);
    const of = (to: Receiver) => to.got.map(({ body: { type, data } }) => `${type} ${data.id}`).sort();
    expect(of(orders)).toEqual(
      [here, there].flatMap((one) => [`order.created ${one.id}`, `order.deleted ${one.id}`]).sort(),
    );
    expect(of(elsewhere)).toEqual([
      expect.stringMatching(/^category.created /),
      `order.created ${there.id}`,
      `order.deleted ${there.id}`,
    ]);
    const ids = new Set([...receiver.got, ...orders.got].map((one) => one.id));
    expect(ids.size).toBe(5);
  });
});

describe('A receiver that fails', () => {
  test('gets the same event id again after 5 seconds, 5 minutes and so on, each with a signature of its own time', async () => {
    receiver.answer = answering(500, 'quebrou');
    await office.category();
    await received(1);
    await states('WAITING category.created');
    // Standard Webhooks 1.0.0, "Example retry schedule": seconds from one attempt to the next.
    for (const [index, pause] of [5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR].entries()) {
      await eventually(async () => (await office.deliveries(id)).content[0].attempts).toBe(index + 1);
      // A pause is shortened at random by a tenth at most.
      await office.later(pause * 0.85);
      await office.wake();
      expect(receiver.got).toHaveLength(index + 1);
      await office.later(pause * 0.15);
      await received(index + 2);
    }
    expect(new Set(receiver.got.map((one) => one.id)).size).toBe(1);
    expect(new Set(receiver.got.map((one) => one.seconds)).size).toBe(7);
    expect(receiver.got.every((one) => isSignedBy(one, secret))).toBe(true);
    expect(await office.webhook(id)).toMatchObject({ state: 'ACTIVE', failing: true, delivered: 0 });
  });

  test('for three days is paused with a reason and a message, and goes on with what waits', async () => {
    receiver.answer = answering(503);
    const first = await office.category();
    const started = office.services.clock.now().getTime();
    const delivery = async () => (await office.deliveries(id)).content.at(-1);
    for (let made = 1; made < 10; made += 1) {
      await eventually(async () => (await delivery()).attempts).toBe(made);
      office.services.clock.set((await delivery()).nextAttemptAt);
      await office.wake();
    }
    await eventually(async () => (await delivery()).state).toBe('FAILED');
    expect((office.services.clock.now().getTime() - started) / 1000).toBe(72 * HOUR);
    expect(await office.webhook(id)).toMatchObject({ pauseReason: 'EXHAUSTED', state: 'PAUSED' });
    const messages = await office.seed.sql<{ text: string }>('select text from assistant_messages order by user_id');
    const text = `O webhook de 127.0.0.1:${receiver.port} foi pausado: um evento falhou por três dias. Corrija o sistema que recebe, reative o webhook e reenvie as falhas.`;
    expect(messages).toEqual([{ text }, { text }]);
    const before = receiver.got.length;
    await office.category();
    expect((await office.deliveries(id)).totalElements).toBe(1);
    expect((await office.post(id, 'resend-failed')).body.message).toBe('Reative o webhook antes de reenviar.');
    receiver.answer = answering(200);
    await office.setState(id, 'ACTIVE');
    expect((await office.post(id, 'resend-failed')).body.data).toEqual({ count: 1 });
    await states('DELIVERED category.created');
    expect(receiver.got.slice(before).map(({ body }) => body.data.id)).toEqual([first.id]);
    expect(new Set(receiver.got.map((one) => one.id)).size).toBe(1);
  }, 60_000);

  test('and answers 410 is paused at once', async () => {
    receiver.answer = answering(410);
    await office.category();
    await eventually(async () => (await office.webhook(id)).pauseReason).toBe('GONE');
    await states('FAILED category.created');
  });

  test('and asks for more time by Retry-After gets it', async () => {
    receiver.answer = answering(429, '', { 'retry-after': '120' });
    await office.category();
    await eventually(async () => (await office.deliveries(id)).content[0].attempts).toBe(1);
    const [delivery] = (await office.deliveries(id)).content;
    expect(Date.parse(delivery.nextAttemptAt) - Date.parse(TEST_NOW)).toBe(120_000);
  });

  test.each([
    ['hangs', 'TIMEOUT', (): void => undefined],
    [
      'resets the connection',
      'CONNECTION',
      (_got: unknown, response: { destroy(): unknown }) => void response.destroy(),
    ],
    ['leads elsewhere', null, answering(302, '', { location: 'http://127.0.0.1:1/' })],
  ] as const)('and %s is told so', async (_name, error, answer) => {
    receiver.answer = answer;
    await office.category();
    await eventually(async () => (await office.deliveries(id)).content[0].attempts).toBe(1);
    const [delivery] = (await office.deliveries(id)).content;
    expect([delivery.error, delivery.status, receiver.got.length]).toEqual([error, error === null ? 302 : null, 1]);
  });

  test('does not delay other receivers, nor their number what one of them gets', async () => {
    receiver.answer = () => undefined;
    const other = await office.receiver();
    await office.hook(other);
    for (let count = 0; count < 12; count += 1) await office.category();
    await received(12, other);
    // Four at first, one at a time as soon as one has failed.
    expect(receiver.got.length).toBeLessThanOrEqual(6);
  });
});
