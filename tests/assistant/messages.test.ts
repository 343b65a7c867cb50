import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { postMessage, type NewMessage } from '#services/assistant/postMessage.ts';
import { openEventStream, type EventStream } from '#tests/support/eventStream.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

const MESSAGES = '/api/v1/assistant/messages';
const STREAM = '/api/v1/assistant/stream';
const ACK = '/api/v1/assistant/broadcast/ack';

let services: TestServices;
let address: string;
let ana: TestUser;
let bia: TestUser;
let stranger: TestUser;
let tokens: Map<TestUser, string>;
const open: EventStream[] = [];

const post = (message: NewMessage, from: TestUser = ana) =>
  services.app.platform.command(
    { accountId: from.accountId, userId: from.id },
    { route: 'test', requestId: null },
    (trx, work) => postMessage(trx, work, message),
  );

const streamOf = async (user: TestUser, headers: Record<string, string> = {}, token = tokens.get(user)) => {
  const stream = await openEventStream(address + STREAM, { authorization: `Bearer ${token}`, ...headers });
  open.push(stream);
  return stream;
};

const list = async (user: TestUser) => (await services.api.get(MESSAGES, { token: tokens.get(user) ?? '' })).body.data;

beforeAll(async () => {
  services = await startServices();
  address = await services.listen();
  const { seed } = services;
  const [accountId, otherAccountId] = [await seed.account(), await seed.account()];
  // A user without a company cannot subscribe.
  const member = async (account: number) => {
    const companyId = await seed.company(account);
    return seed.user(account, { grants: [{ companyId, permissions: ['DEBIT'] }] });
  };
  [ana, bia, stranger] = [await member(accountId), await member(accountId), await member(otherAccountId)];
});
beforeEach(async () => {
  await services.seed.sql('delete from assistant_messages');
  tokens = new Map();
  for (const user of [ana, bia, stranger]) tokens.set(user, await services.seed.tokenOf(user));
});
afterAll(async () => {
  open.forEach((stream) => stream.close());
  await services.stop();
});

describe('The history of messages', () => {
  test('contains the user’s own messages and the broadcasts of the account, newest first', async () => {
    await post({ userIds: [ana.id], kind: 'SUCCESS', text: 'Para a Ana', link: '/home/forms/transactions/bank' });
    await post({ userIds: [bia.id], kind: 'INFO', text: 'Para a Bia' });
    await post({ kind: 'WARNING', text: 'Para todos' });

    const mine = await list(ana);
    expect(mine.content).toMatchObject([
      { text: 'Para todos', kind: 'WARNING', broadcast: true, acknowledged: false, link: null },
      { text: 'Para a Ana', broadcast: false, link: '/home/forms/transactions/bank', at: '2026-11-20T15:00:00.000Z' },
    ]);
    expect(mine).toMatchObject({ unacknowledged: 2, totalElements: 2, last: true, number: 0 });
    expect((await list(bia)).content.map(({ text }: { text: string }) => text)).toEqual(['Para todos', 'Para a Bia']);
    expect((await list(stranger)).content).toEqual([]);
  });

  test('contains no message of a command that was rolled back', async () => {
    const { platform } = services.app;
    const actor = { accountId: ana.accountId, userId: ana.id };
    const failed = platform.command(actor, { route: 'test', requestId: null }, async (trx, work) => {
      await postMessage(trx, work, { kind: 'INFO', text: 'Nunca houve' });
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect((await list(ana)).content).toEqual([]);
  });

  test('starts, for a user who joins later, with the messages after that', async () => {
    await post({ kind: 'INFO', text: 'Antiga' });
    const later = await services.seed.user(ana.accountId);
    tokens.set(later, await services.seed.tokenOf(later));
    await post({ kind: 'INFO', text: 'Nova' });
    expect((await list(later)).content.map(({ text }: { text: string }) => text)).toEqual(['Nova']);
  });
});

describe('Acknowledging a message', () => {
  test('affects only the user who does it, and may be repeated', async () => {
    await post({ kind: 'INFO', text: 'Para todos' });
    const [{ id }] = (await list(ana)).content;
    for (const _time of [1, 2]) {
      const { status, body } = await services.api.post(`${ACK}/${id}`, { token: tokens.get(ana) ?? '' });
      expect([status, body.data.acknowledged]).toEqual([200, true]);
    }
    expect((await list(ana)).unacknowledged).toBe(0);
    expect((await list(bia)).unacknowledged).toBe(1);
  });

  test('answers 404 for a message of another user, in this account or another', async () => {
    await post({ userIds: [ana.id], kind: 'INFO', text: 'Só da Ana' });
    const [{ id }] = (await list(ana)).content;
    for (const user of [bia, stranger]) {
      expect((await services.api.post(`${ACK}/${id}`, { token: tokens.get(user) ?? '' })).status).toBe(404);
    }
    expect(await services.seed.sql('select * from assistant_acknowledgements')).toEqual([]);
  });

  test('acknowledges all messages at once', async () => {
    for (const text of ['um', 'dois', 'três']) await post({ kind: 'INFO', text });
    const { body } = await services.api.post(ACK, { token: tokens.get(ana) ?? '' });
    expect(body.data).toEqual({ acknowledged: 3 });
    expect((await list(ana)).unacknowledged).toBe(0);
  });
});

describe('The event stream', () => {
  test('sends a message to its user and a broadcast to the account, and nothing to others', async () => {
    const [ofAna, ofBia, ofStranger] = [await streamOf(ana), await streamOf(bia), await streamOf(stranger)];
    await post({ userIds: [ana.id], kind: 'SUCCESS', text: 'Só da Ana' });
    await post({ kind: 'INFO', text: 'Para todos' });
    await post({ kind: 'INFO', text: 'Da outra conta' }, stranger);

    expect((await ofAna.next()).data).toMatchObject({ text: 'Só da Ana', kind: 'SUCCESS', acknowledged: false });
    expect((await ofAna.next()).data).toMatchObject({ text: 'Para todos', broadcast: true });
    expect((await ofBia.next()).data).toMatchObject({ text: 'Para todos' });
    expect((await ofStranger.next()).data).toMatchObject({ text: 'Da outra conta' });
  });

  test('sends missed messages to a client that reconnects', async () => {
    const first = await streamOf(ana);
    await post({ kind: 'INFO', text: 'um' });
    const { id } = await first.next();
    first.close();
    await post({ kind: 'INFO', text: 'dois' });
    await post({ kind: 'INFO', text: 'três' });

    const second = await streamOf(ana, { 'last-event-id': id ?? '' });
    expect((await second.next()).data).toMatchObject({ text: 'dois' });
    expect((await second.next()).data).toMatchObject({ text: 'três' });
  });

  test('first sends the current id, for a client that disconnects before any message', async () => {
    await post({ kind: 'INFO', text: 'antes' });
    const [{ id }] = (await list(ana)).content;
    const response = await fetch(address + STREAM, { headers: { authorization: `Bearer ${tokens.get(ana)}` } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('id:')) text += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    expect(text).toBe(`: open\n\nid: ${id}\n\n`);
  });

  test('is refused without a session', async () => {
    await expect(streamOf(ana, {}, 'x'.repeat(43))).rejects.toThrow('401');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['the user logs out', () => services.api.delete('/api/v1/security/token', { token: tokens.get(ana) ?? '' })],
    ['the user is deactivated', () => services.seed.sql('update users set active = false where id = $1', [ana.id])],
  ])('ends when %s', async (_when, act) => {
    const stream = await streamOf(ana);
    await act();
    expect(await stream.next()).toMatchObject({
      event: 'end',
      data: { message: 'Sua sessão expirou. Acesse novamente' },
    });
    await stream.ended();
    await services.seed.sql('update users set active = true where id = $1', [ana.id]);
  });

  test('ends when the last permission is revoked, and is not opened without one', async () => {
    const stream = await streamOf(bia);
    const taken = await services.seed.sql<{ company_id: string }>(
      'delete from user_permissions where user_id = $1 returning company_id',
      [bia.id],
    );
    const endEvent = await stream.next();
    expect(endEvent).toMatchObject({ event: 'end', data: { code: 'FORBIDDEN' } });
    await stream.ended();
    await expect(streamOf(bia)).rejects.toThrow('403');
    await services.seed.grant(bia, { companyId: Number(taken[0]?.company_id), permissions: ['DEBIT'] });
  });

  test('ends when the token expires', async () => {
    const stream = await streamOf(ana, {}, await services.seed.tokenOf(ana, 1));
    expect((await stream.next()).event).toBe('end');
    await stream.ended();
  });

  test('stays open when permissions change and some are left', async () => {
    const stream = await streamOf(ana);
    await services.seed.sql('update users set admin = not admin where id = $1', [ana.id]);
    await post({ kind: 'INFO', text: 'continua' });
    expect((await stream.next()).data).toMatchObject({ text: 'continua' });
  });

  test('resumes by itself, with the missed messages, when the database connection breaks', async () => {
    const stream = await streamOf(ana);
    await services.seed.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'prumo-listen' and datname = current_database()",
    );
    await post({ kind: 'INFO', text: 'durante a queda' });
    expect((await stream.next(8_000)).data).toMatchObject({ text: 'durante a queda' });
  });

  test('is limited in number per user', async () => {
    const solo = await services.seed.user(ana.accountId, { admin: true });
    const token = await services.seed.tokenOf(solo);
    for (let count = 0; count < 20; count += 1) await streamOf(solo, {}, token);
    await expect(streamOf(solo, {}, token)).rejects.toThrow('429');
  });
});
