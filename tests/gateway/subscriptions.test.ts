import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { fixedClock } from '#services/platform/clock.ts';
import { buildServices } from '#services/server.ts';
import { type NewMessage, postMessage } from '#services/assistant/postMessage.ts';
import { type Ledger, plain, startLedger } from '#tests/financial/ledger/kit.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { TEST_NOW } from '#tests/support/services.ts';
import { type RawData, WebSocket } from 'ws';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type Follower, follower } from '../support/follower.ts';
import { slowness } from '../support/pace.ts';

let ledger: Ledger;
let gateway: TestGateway;
let users: Record<'financeiro' | 'pagador' | 'engenheiro' | 'stranger' | 'nobody', TestUser>;
const open: Follower[] = [];

beforeAll(async () => {
  ledger = await startLedger();
  const { companyId, casa, clinica, services } = ledger;
  const { seed } = services;
  const person = (permissions: ('DEBIT' | 'CREDIT' | 'ENGINEERING')[]) =>
    seed.user(ledger.accountId, {
      grants: [casa, clinica, null].map((buildingId) => ({ companyId, buildingId, permissions })),
    });
  users = {
    financeiro: await person(['DEBIT', 'CREDIT']),
    pagador: await person(['DEBIT']),
    engenheiro: await person(['ENGINEERING']),
    nobody: await person([]),
    stranger: await seed.user(await seed.account(), { admin: true }),
  };
  gateway = await startGateway({ services: await services.listen() });
});
beforeEach(() => ledger.services.seed.sql('delete from assistant_messages'));
afterEach(() => open.splice(0).forEach((one) => one.close()));
afterAll(async () => {
  await gateway.stop();
  await ledger.services.stop();
});

const tokenOf = (user: TestUser, ttlSeconds?: number) => ledger.services.seed.tokenOf(user, ttlSeconds);

/** The current position in the stream: messages after it reach a socket that is still opening. */
const now = async (): Promise<string> => {
  const { accountId: account_id, id: user_id } = users.nobody;
  const message = { account_id, user_id, kind: 'INFO', text: 'agora', at: new Date() };
  return String(await ledger.services.seed.insert('assistant_messages', message));
};

const follow = async (token: string, after?: string, via = gateway): Promise<Follower> => {
  const one = await follower(via, token, after ?? (await now()));
  open.push(one);
  return one;
};

const tell = (user: TestUser, message: NewMessage) =>
  ledger.services.app.platform.command(
    { accountId: user.accountId, userId: user.id },
    { route: 'test', requestId: null },
    (trx, work) => postMessage(trx, work, message),
  );

/** Proves that no other message was sent: this message must be each follower's next one. */
const expectNothingElse = async (followers: [Follower, TestUser][]): Promise<void> => {
  for (const [one, user] of followers) {
    await tell(user, { userIds: [user.id], kind: 'INFO', text: 'e mais nada' });
    expect((await one.next()).text).toBe('e mais nada');
  }
};

const expense = async (description: string) => {
  const { data } = await ledger
    .post('debit', {
      description,
      grossValue: '100.00',
      emissionDate: '2026-11-01',
      transactionRecordList: [{ dueDate: '2026-11-20', grossValue: '100.00' }],
      transactionRecordBuildings: [{ building: { id: ledger.casa }, grossValue: '100.00' }],
    })
    .then(({ body }) => body);
  return data as { id: number; version: number; transactionRecordList: { id: number }[] };
};

const PLACE = '$companyId: ID!, $transactionId: ID!, $installmentId: ID!, $version: Int!';
const SAME =
  'companyId: $companyId, type: DEBIT, transactionId: $transactionId, installmentId: $installmentId, version: $version';
const ANSWER = '{ transaction { version } wallet { id balance { balance } } }';

const change = async (token: string, mutation: string, declared: string, variables: Record<string, unknown>) => {
  const { data, errors } = await gateway.ask(`mutation (${PLACE}${declared}) { done: ${mutation} ${ANSWER} }`, {
    token,
    variables: { companyId: ledger.companyId, ...variables },
  });
  expect(errors).toBeUndefined();
  return data.done;
};

const payAndUndo = async (token: string, description: string) => {
  const { id, version, transactionRecordList } = await expense(description);
  const key = { transactionId: id, installmentId: transactionRecordList[0]?.id };
  const input = { paymentDate: '2026-11-20', walletId: String(ledger.itau), paymentMethod: 'PIX' };
  const paid = await change(token, `payInstallment(${SAME}, input: $input)`, ', $input: PaymentInput!', {
    ...key,
    version,
    input,
  });
  const undone = await change(token, `undoInstallmentPayment(${SAME})`, '', {
    ...key,
    version: paid.transaction.version,
  });
  return { paid, undone };
};

describe('A payment and its undoing', () => {
  test('send the payer the new wallet balance, in each of their windows, and others nothing', async () => {
    const token = await tokenOf(users.financeiro);
    const [first, second] = [await follow(token), await follow(await tokenOf(users.financeiro))];
    const others: [Follower, TestUser][] = [];
    for (const user of [users.pagador, users.engenheiro, users.stranger]) {
      others.push([await follow(await tokenOf(user)), user]);
    }

    const { paid, undone } = await payAndUndo(token, 'Concreto');

    expect(paid.wallet.balance.balance).toBe('49900.00');
    expect(undone.wallet.balance.balance).toBe('50000.00');
    for (const window of [first, second]) {
      const texts = [await window.next(), await window.next()].map(({ text }) => plain(text));
      expect(texts).toEqual([
        'Pagamento de R$ 100,00 registrado: Concreto. Saldo de Itaú: R$ 49.900,00.',
        'Pagamento de R$ 100,00 desfeito: Concreto. Saldo de Itaú: R$ 50.000,00.',
      ]);
    }
    await expectNothingElse(others);
  });

  test('hide the balance from a payer without CREDIT', async () => {
    const token = await tokenOf(users.pagador);
    const window = await follow(token);
    const { paid, undone } = await payAndUndo(token, 'Areia');
    expect(paid.wallet.balance).toBeNull();
    expect(undone.wallet).toBeNull();
    expect([await window.next(), await window.next()].map(({ text }) => plain(text))).toEqual([
      'Pagamento de R$ 100,00 registrado: Areia.',
      'Pagamento de R$ 100,00 desfeito: Areia.',
    ]);
  });
});

const LIST = '{ assistantMessages { unacknowledged content { id text acknowledged } } }';

test('An acknowledged message stays acknowledged, in the list and when it is sent again', async () => {
  const token = await tokenOf(users.financeiro);
  const window = await follow(token);
  for (const text of ['um', 'dois']) await tell(users.financeiro, { kind: 'INFO', text });
  const { id } = await window.next();
  const acknowledge = 'mutation ($id: ID!) { acknowledgeAssistantMessage(id: $id) { message { acknowledged } } }';
  for (const _time of [1, 2]) {
    const { data } = await gateway.ask(acknowledge, { token, variables: { id } });
    expect(data.acknowledgeAssistantMessage.message.acknowledged).toBe(true);
  }
  const { data } = await gateway.ask(LIST, { token });
  expect(data.assistantMessages).toMatchObject({
    unacknowledged: 1,
    content: [
      { text: 'dois', acknowledged: false },
      { text: 'um', acknowledged: true },
    ],
  });
  const again = await follow(token, String(Number(id) - 1));
  expect([await again.next(), await again.next()]).toMatchObject([
    { text: 'um', acknowledged: true },
    { text: 'dois', acknowledged: false },
  ]);
});

describe('A client that connects, or does so again,', () => {
  test('gets the missed messages once and in order, then new ones', async () => {
    const token = await tokenOf(users.financeiro);
    const first = await follow(token);
    await tell(users.financeiro, { kind: 'INFO', text: 'visto' });
    const { id } = await first.next();
    first.close();
    for (const text of ['perdido 1', 'perdido 2']) await tell(users.financeiro, { kind: 'INFO', text });
    const second = await follow(token, id);
    await tell(users.financeiro, { kind: 'INFO', text: 'novo' });
    const texts = [await second.next(), await second.next(), await second.next()].map(({ text }) => text);
    expect(texts).toEqual(['perdido 1', 'perdido 2', 'novo']);
    await expectNothingElse([[second, users.financeiro]]);
  });

  test('that has no message yet gets what was written since it read the empty history', async () => {
    await tell(users.pagador, { userIds: [users.pagador.id], kind: 'INFO', text: 'a primeira de todas' });
    const one = await follow(await tokenOf(users.pagador), '0');
    expect((await one.next()).text).toBe('a primeira de todas');
  });

  test('gets the newest 200 when it missed more', async () => {
    const { financeiro } = users;
    const token = await tokenOf(financeiro);
    const first = await follow(token);
    await tell(financeiro, { userIds: [financeiro.id], kind: 'INFO', text: 'visto' });
    const { id } = await first.next();
    first.close();
    await ledger.services.seed.sql(
      `insert into assistant_messages (account_id, user_id, kind, text, at)
       select $1, $2, 'INFO', n::text, now() from generate_series(1, 230) as n`,
      [financeiro.accountId, financeiro.id],
    );
    const second = await follow(token, id);
    const texts: string[] = [];
    for (let count = 0; count < 200; count += 1) texts.push((await second.next()).text);
    expect(texts).toEqual(Array.from({ length: 200 }, (_, index) => String(index + 31)));
    await expectNothingElse([[second, financeiro]]);
  });
});

describe('A socket is closed', () => {
  test('when the token expires', async () => {
    const window = await follow(await tokenOf(users.financeiro, 1));
    expect(await window.closed()).toBe(4401);
  });

  test('when the user logs out in another window, which keeps other sessions', async () => {
    const token = await tokenOf(users.financeiro);
    const window = await follow(token);
    const other = await follow(await tokenOf(users.financeiro));
    await gateway.ask('mutation { logout { ok } }', { token });
    expect(await window.closed()).toBe(4401);
    await expectNothingElse([[other, users.financeiro]]);
  });

  test('when the user is deactivated', async () => {
    const window = await follow(await tokenOf(users.engenheiro));
    const activate = (active: boolean) =>
      ledger.services.seed.sql('update users set active = $2 where id = $1', [users.engenheiro.id, active]);
    await activate(false);
    expect(await window.closed()).toBe(4401);
    await activate(true);
  });
});

/** A plain WebSocket, which can break the protocol unlike a client library. */
const rawSocket = async () => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  const receive = async () => {
    const [data] = (await once(socket, 'message')) as [RawData];
    return JSON.parse(String(data)) as { type: string; id: string; payload: { message: string }[] };
  };
  const closed = async () => ((await once(socket, 'close')) as [number])[0];
  return { socket, send, receive, closed };
};

describe('A socket is rejected', () => {
  test.each([
    ['without a token', {}],
    ['with a token that is none', { authorization: 'Bearer xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' }],
    ['with a token of another form', { authorization: ['Bearer'] }],
  ])('%s', async (_, payload) => {
    const { send, closed } = await rawSocket();
    send({ type: 'connection_init', payload });
    expect(await closed()).toBe(4401);
  });

  test('when it subscribes before its connection_init', async () => {
    const { send, closed } = await rawSocket();
    send({ type: 'subscribe', id: '1', payload: { query: 'subscription { assistantMessageAdded { id } }' } });
    expect(await closed()).toBe(4401);
  });

  test('when it sends nothing for three seconds', async () => {
    const started = Date.now();
    const { closed } = await rawSocket();
    expect(await closed()).toBe(4408);
    expect(Date.now() - started).toBeLessThan(5_000 * slowness());
  });

  test('when it sends and never reads', async () => {
    const { socket, send, closed } = await rawSocket();
    const end = closed();
    socket.pause();
    const ping = { type: 'ping', payload: { x: 'y'.repeat(60_000) } };
    for (let count = 0; count < 1_000 && socket.readyState === socket.OPEN; count += 1) {
      send(ping);
      if (count % 50 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    socket.resume();
    expect(await end).toBe(1006);
  });
});

test('An eleventh subscription on one socket is rejected, and the ten continue', async () => {
  const { send, receive, socket } = await rawSocket();
  send({ type: 'connection_init', payload: { authorization: `Bearer ${await tokenOf(users.pagador)}` } });
  expect((await receive()).type).toBe('connection_ack');
  const query = 'subscription { assistantMessageAdded { text } }';
  for (let id = 1; id <= 11; id += 1) send({ type: 'subscribe', id: String(id), payload: { query } });
  expect(await receive()).toMatchObject({
    type: 'error',
    id: '11',
    payload: [{ message: 'Há mais de 10 assinaturas nesta conexão.' }],
  });
  socket.close();
});

test('The gateway closes at once with open sockets, and leaves no stream open', async () => {
  const own = await startGateway({ services: ledger.services.app.listeningOrigin });
  const windows = [
    await follow(await tokenOf(users.financeiro), undefined, own),
    await follow(await tokenOf(users.pagador), undefined, own),
  ];
  const started = Date.now();
  await own.stop();
  expect(Date.now() - started).toBeLessThan(1_500 * slowness());
  for (const window of windows) expect(await window.closed()).toBe(1001);
});

describe('Two services on one database', () => {
  const build = async (port = 0) => {
    const { database } = ledger.services;
    const app = await buildServices({
      databaseUrl: database.url,
      dataDir: '/tmp',
      clock: fixedClock(TEST_NOW),
      logger: false,
    });
    return { app, address: await app.listen({ port, host: '127.0.0.1' }) };
  };
  const stopping: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const stop of stopping.splice(0).reverse()) await stop();
  });

  test('send a user the messages of both, and a stream is resumed after a restart', async () => {
    const { financeiro } = users;
    const first = await build();
    stopping.push(() => first.app.close());
    const own = await startGateway({ services: first.address });
    stopping.push(() => own.stop());
    const window = await follow(await tokenOf(financeiro), undefined, own);
    await expectNothingElse([[window, financeiro]]);

    await first.app.close();
    await tell(financeiro, { kind: 'INFO', text: 'durante a queda' });
    const second = await build(Number(new URL(first.address).port));
    stopping.push(() => second.app.close());
    expect((await window.next(10_000)).text).toBe('durante a queda');
    await expectNothingElse([[window, financeiro]]);
  });
});
