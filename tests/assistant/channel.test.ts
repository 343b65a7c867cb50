import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { End, StreamKind, Tell } from '#schema/assistant/channel.ts';
import { postMessage, type NewMessage } from '#services/assistant/postMessage.ts';
import { openChannel, type TestChannel } from '#tests/support/channel.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { TestUser } from '#tests/support/seedKit.ts';
import { startServices, type TestServices } from '#tests/support/services.ts';

let services: TestServices;
let address: string;
let ana: TestUser;
let bia: TestUser;
let stranger: TestUser;
let channel: TestChannel;
const open: TestChannel[] = [];

const post = (message: NewMessage, from: TestUser = ana) =>
  services.app.platform.command(
    { accountId: from.accountId, userId: from.id },
    { route: 'test', requestId: null },
    (trx, work) => postMessage(trx, work, message),
  );

const tokenOf = (user: TestUser, ttlSeconds?: number) => services.seed.tokenOf(user, ttlSeconds);

const newChannel = async (): Promise<TestChannel> => {
  const opened = await openChannel(address);
  open.push(opened);
  return opened;
};

interface Asked {
  token: string;
  after?: string | null;
  stream?: StreamKind;
}

const ask = (key: number, { token, after = null, stream = 'messages' }: Asked, on = channel) =>
  on.say({ subscribe: key, stream, token, after });

/** Adds a subscriber and waits until it is told what comes. */
const subscribe = async (key: number, asked: Asked, on = channel): Promise<void> => {
  ask(key, asked, on);
  expect(await on.next()).toMatchObject({ tell: [key] });
};

const told = async (on = channel) => {
  const { tell, id, data } = (await on.next()) as Tell;
  const { text } = JSON.parse(data) as { text: string };
  return { keys: tell, id, text };
};
const hearsNothing = (on = channel) => expect(on.next(300)).rejects.toThrow('nothing in');

beforeAll(async () => {
  services = await startServices();
  address = await services.listen();
  const { seed } = services;
  const [accountId, otherAccountId] = [await seed.account(), await seed.account()];
  const member = async (account: number) => {
    const companyId = await seed.company(account);
    return seed.user(account, { grants: [{ companyId, permissions: ['DEBIT'] }] });
  };
  [ana, bia, stranger] = [await member(accountId), await member(accountId), await member(otherAccountId)];
});
beforeEach(async () => {
  await services.seed.sql('delete from assistant_messages');
  channel = await newChannel();
});
afterEach(() => open.splice(0).forEach((one) => one.close()));
afterAll(() => services.stop());

describe('A channel', () => {
  test('tells a broadcast once for all of its account, and other messages to their readers alone, in order', async () => {
    await subscribe(1, { token: await tokenOf(ana) });
    await subscribe(2, { token: await tokenOf(bia) });
    await subscribe(3, { token: await tokenOf(stranger) });
    await subscribe(4, { token: await tokenOf(ana) });
    await post({ kind: 'INFO', text: 'Da outra conta' }, stranger);
    await post({ userIds: [ana.id], kind: 'SUCCESS', text: 'Só da Ana' });
    await post({ kind: 'INFO', text: 'Para todos' });
    expect(await told()).toMatchObject({ keys: [3], text: 'Da outra conta' });
    expect(await told()).toMatchObject({ keys: [1, 4], text: 'Só da Ana' });
    const { keys, text } = await told();
    expect({ keys: keys.toSorted(), text }).toEqual({ keys: [1, 2, 4], text: 'Para todos' });
    await hearsNothing();
  });

  test('gets nothing of another channel by its keys, neither can it end its subscribers', async () => {
    await subscribe(1, { token: await tokenOf(stranger) });
    const forged = await newChannel();
    await subscribe(1, { token: await tokenOf(ana) }, forged);
    await subscribe(2, { token: await tokenOf(ana) }, forged);
    await post({ kind: 'INFO', text: 'Da outra conta' }, stranger);
    expect(await told()).toMatchObject({ keys: [1], text: 'Da outra conta' });
    await hearsNothing(forged);
    forged.say({ leave: 1 });
    await post({ kind: 'INFO', text: 'Ainda' }, stranger);
    expect(await told()).toMatchObject({ keys: [1], text: 'Ainda' });
    await post({ kind: 'INFO', text: 'Para todos' });
    expect(await told(forged)).toMatchObject({ keys: [2], text: 'Para todos' });
  });

  test('sends what a subscriber has missed, once and before what comes, to it alone', async () => {
    await subscribe(1, { token: await tokenOf(bia) });
    await post({ kind: 'INFO', text: 'um' });
    const { id } = await told();
    for (const text of ['dois', 'três']) await post({ kind: 'INFO', text });
    expect([(await told()).text, (await told()).text]).toEqual(['dois', 'três']);
    ask(2, { token: await tokenOf(ana), after: id });
    expect(await channel.next()).toMatchObject({ tell: [2], id, data: '' });
    expect([await told(), await told()]).toMatchObject([
      { keys: [2], text: 'dois' },
      { keys: [2], text: 'três' },
    ]);
    await post({ kind: 'INFO', text: 'quatro' });
    expect((await told()).text).toBe('quatro');
    await hearsNothing();
  });

  test('tells changed rows to who may see them, once for all of them', async () => {
    const admin = await services.seed.user(ana.accountId, { admin: true });
    for (const [key, user] of [ana, bia, stranger, admin].entries()) {
      await subscribe(key + 1, { token: await tokenOf(user), stream: 'live' });
    }
    await services.seed.sql('insert into brands (account_id, name) values ($1, $2)', [ana.accountId, 'Votoran']);
    const { tell, data } = (await channel.next()) as Tell;
    expect({ keys: tell.toSorted(), ...JSON.parse(data) }).toMatchObject({ keys: [1, 2, 4], type: 'Brand' });
    await hearsNothing();
  });

  test('is left by a subscriber, who hears nothing more and takes no place', async () => {
    const token = await tokenOf(ana);
    for (let key = 1; key <= 20; key += 1) await subscribe(key, { token });
    channel.say({ leave: 7 });
    await subscribe(21, { token });
    await post({ kind: 'INFO', text: 'Para todos' });
    const { keys } = await told();
    expect(keys).not.toContain(7);
    expect(keys).toHaveLength(20);
  });

  test('leaves no stream open when it is closed', async () => {
    const token = await tokenOf(bia);
    const other = await newChannel();
    for (let key = 1; key <= 20; key += 1) await subscribe(key, { token }, other);
    ask(1, { token });
    expect(await channel.next()).toMatchObject({ end: 1, refusal: { status: 429 } });
    other.close();
    let key = 1;
    await eventually(async () => {
      ask((key += 1), { token });
      return channel.next();
    }).toHaveProperty('tell');
  });
});

describe('A subscriber of a channel is refused', () => {
  test.each<[string, () => Promise<string>, number, string]>([
    ['with a token that is none', async () => 'x'.repeat(43), 401, 'UNAUTHENTICATED'],
    ['with an empty token', async () => '', 401, 'UNAUTHENTICATED'],
    ['with a token that has expired', () => tokenOf(ana, -1), 401, 'UNAUTHENTICATED'],
    [
      'without any company',
      async () => tokenOf(await services.seed.user(ana.accountId, { grants: [] })),
      403,
      'FORBIDDEN',
    ],
  ])('%s, and others go on', async (_when, token, status, error) => {
    await subscribe(1, { token: await tokenOf(ana) });
    ask(2, { token: await token() });
    expect(await channel.next()).toMatchObject({ end: 2, refusal: { status, error } });
    await post({ kind: 'INFO', text: 'Para todos' });
    expect(await told()).toMatchObject({ keys: [1] });
  });

  test('after twenty of its user, with the seconds to wait', async () => {
    const token = await tokenOf(ana);
    for (let key = 1; key <= 20; key += 1) await subscribe(key, { token });
    ask(21, { token });
    expect(await channel.next()).toMatchObject({ end: 21, refusal: { status: 429, retryAfter: 30 } });
    await subscribe(22, { token: await tokenOf(bia) });
  });
});

describe('A subscriber of a channel ends, and others go on,', () => {
  const goesOn = async (user: TestUser) => {
    await post({ userIds: [user.id], kind: 'INFO', text: 'continua' }, user);
    expect(await told()).toMatchObject({ keys: [2], text: 'continua' });
    await hearsNothing();
  };
  const endOf = async (): Promise<End> => (await channel.next()) as End;

  test('when the user logs out', async () => {
    const token = await tokenOf(ana);
    await subscribe(1, { token });
    await subscribe(2, { token: await tokenOf(ana) });
    await services.api.delete('/api/v1/security/token', { token });
    expect(await endOf()).toMatchObject({ end: 1, refusal: { status: 401, error: 'UNAUTHENTICATED' } });
    await goesOn(ana);
  });

  test('when the user is deactivated', async () => {
    await subscribe(1, { token: await tokenOf(ana) });
    await subscribe(2, { token: await tokenOf(bia) });
    await services.seed.sql('update users set active = false where id = $1', [ana.id]);
    expect(await endOf()).toMatchObject({ end: 1, refusal: { status: 401, error: 'UNAUTHENTICATED' } });
    await goesOn(bia);
    await services.seed.sql('update users set active = true where id = $1', [ana.id]);
  });

  test('when the last permission is revoked', async () => {
    await subscribe(1, { token: await tokenOf(bia) });
    await subscribe(2, { token: await tokenOf(ana) });
    const taken = await services.seed.sql<{ company_id: string }>(
      'delete from user_permissions where user_id = $1 returning company_id',
      [bia.id],
    );
    expect(await endOf()).toMatchObject({ end: 1, refusal: { status: 403, error: 'FORBIDDEN' } });
    await goesOn(ana);
    await services.seed.grant(bia, { companyId: Number(taken[0]?.company_id), permissions: ['DEBIT'] });
  });

  test('when the token expires', async () => {
    await subscribe(1, { token: await tokenOf(ana, 1) });
    await subscribe(2, { token: await tokenOf(bia) });
    expect(await endOf()).toMatchObject({ end: 1, refusal: { status: 401, error: 'UNAUTHENTICATED' } });
    await goesOn(bia);
  });
});

describe('A channel is closed', () => {
  test.each([
    ['by what is no JSON', 'subscribe'],
    ['by a request that is none', JSON.stringify({ subscribe: 1 })],
    ['by a key that is none', JSON.stringify({ subscribe: -1, stream: 'messages', token: 'x', after: null })],
    ['by a stream that is none', JSON.stringify({ subscribe: 1, stream: 'all', token: 'x', after: null })],
  ])('%s', async (_by, said) => {
    channel.say(said);
    expect(await channel.closed()).toBe(1008);
  });

  test('by a key that is in use', async () => {
    await subscribe(1, { token: await tokenOf(ana) });
    ask(1, { token: await tokenOf(bia) });
    expect(await channel.closed()).toBe(1008);
  });
});

test('An address beside the channel is not found, with or without an upgrade', async () => {
  await expect(openChannel(`${address}/other`)).rejects.toThrow('404');
  expect((await fetch(`${address}/api/v1/assistant/channel`)).status).toBe(404);
});
