import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AssistantMessage } from '#schema/assistant/messages.rest.ts';
import { Snapshot } from '#services/assistant/snapshot.ts';
import { MessageStream } from '#services/assistant/stream.ts';
import { SseOutlet } from '#services/platform/streams/sseOutlet.ts';
import type { Session } from '#services/platform/session.ts';

const session: Session = {
  tokenHash: Buffer.alloc(32),
  id: 1,
  method: 'PASSWORD',
  expiresAt: '2026-11-20T12:00:00.000Z',
  userId: 1,
  accountId: 1,
  admin: true,
  name: 'Ana',
  login: 'ana@ipe.example',
  timeZone: 'America/Sao_Paulo',
  permissions: {},
  companies: new Set([1]),
  secondFactorDue: false,
  token: null,
};
const message = (id: number): AssistantMessage => ({
  id,
  from: 'ASSISTANT',
  kind: 'INFO',
  event: 'ACCOUNT',
  title: null,
  text: `mensagem ${id}`,
  at: '2026-11-20T12:00:00.000Z',
  broadcast: false,
  acknowledged: false,
  link: null,
  linkLabel: null,
  quiet: false,
  answer: null,
  undo: null,
});
/** Message `id` as the SQL transaction of the same number wrote it. */
const posted = (id: number) => ({ message: message(id), text: JSON.stringify(message(id)), tx: String(id) });
/** A read that has seen transactions 1 to 3, except those in progress. */
const seen = (inProgress: string) => new Snapshot(`1:4:${inProgress}`);

let server: Server;
let act: (stream: MessageStream) => void;

beforeAll(async () => {
  server = createServer((_, response) => {
    const stream = new MessageStream(session, new SseOutlet(response));
    act(stream);
    stream.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

/** Ids of the messages that a reader of the stream gets, in order. */
const read = async (doing: (stream: MessageStream) => void): Promise<number[]> => {
  act = doing;
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).id);
};

test('A missed message that is announced before the catch-up is sent once', async () => {
  const ids = await read((stream) => {
    stream.deliver(posted(2));
    stream.deliver(posted(3));
    stream.catchUp([message(1), message(2)], seen('3'));
  });
  expect(ids).toEqual([1, 2, 3]);
});

test('A missed message that is announced after the catch-up is sent once', async () => {
  const ids = await read((stream) => {
    stream.catchUp([message(1), message(2)], seen('3'));
    stream.deliver(posted(2));
    stream.deliver(posted(3));
  });
  expect(ids).toEqual([1, 2, 3]);
});

test('A message from before a new stream that is announced late is not sent', async () => {
  const ids = await read((stream) => {
    stream.catchUp([], seen('2'));
    for (const id of [1, 2, 3, 4]) stream.deliver(posted(id));
  });
  expect(ids).toEqual([2, 4]);
});

test('A message with a lower id that is announced late is sent too', async () => {
  const ids = await read((stream) => {
    stream.catchUp([message(1), message(3)], seen('2'));
    stream.deliver(posted(2));
  });
  expect(ids).toEqual([1, 3, 2]);
});

test('A message that arrives during a second catch-up is sent after it, once', async () => {
  const ids = await read((stream) => {
    stream.catchUp([], new Snapshot('1:1:'));
    stream.deliver(posted(1));
    stream.hold();
    stream.deliver(posted(3));
    stream.catchUp([message(2)], seen('3'));
    stream.deliver(posted(2));
  });
  expect(ids).toEqual([1, 2, 3]);
});
