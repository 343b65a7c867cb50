import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { CHANNEL, type ChannelRequest, type ChannelTold, type Subscribe } from '#schema/assistant/channel.ts';
import { eventually } from '../support/eventually.ts';
import { type Follower, follower } from '../support/follower.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type ScriptedServices, startScriptedServices } from '../support/scriptedServices.ts';

let services: ScriptedServices;
let gateway: TestGateway;
let sockets: WebSocketServer;
/** Status with which connections are refused; null admits them. */
let refusal: string | null;
/** The connections of the gateway, and what came over each. */
let channels: { socket: WebSocket; requests: ChannelRequest[] }[];
const windows: Follower[] = [];

beforeEach(async () => {
  refusal = null;
  channels = [];
  services = await startScriptedServices();
  sockets = new WebSocketServer({ noServer: true });
  services.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (refusal) return void socket.end(`HTTP/1.1 ${refusal}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const requests: ChannelRequest[] = [];
      opened.on('message', (data) => requests.push(JSON.parse(String(data)) as ChannelRequest));
      channels.push({ socket: opened, requests });
    });
  });
  gateway = await startGateway({ services: services.url });
});
afterEach(async () => {
  windows.splice(0).forEach((window) => window.close());
  await gateway.stop();
  sockets.close();
  await services.stop();
});

const follow = async (after = '5', token = 'token'): Promise<Follower> => {
  const window = await follower(gateway, token, after);
  windows.push(window);
  return window;
};

/** What is asked over the connection of this number. */
const asked = (connection = 0): Subscribe[] =>
  (channels[connection]?.requests ?? []).filter((request) => 'subscribe' in request);

const tell = (told: ChannelTold, connection = 0) => channels[connection]?.socket.send(JSON.stringify(told));
const message = (tell: number[], id: number, text = `mensagem ${id}`): ChannelTold => ({
  tell,
  id: String(id),
  event: 'message',
  data: JSON.stringify({ id, text, acknowledged: false }),
});
const keys = (connection = 0) => asked(connection).map(({ subscribe }) => subscribe);
const textsOf = async (window: Follower, count: number): Promise<string[]> => {
  const texts: string[] = [];
  while (texts.length < count) texts.push((await window.next()).text);
  return texts;
};

describe('The channel of a gateway', () => {
  test('is one for all sockets, each with its token and its last event, and tells each what is for it', async () => {
    const [ana, bia, eva] = [await follow('5', 'ana'), await follow('6', 'bia'), await follow('0', 'eva')];
    await eventually(() => asked().length).toBe(3);
    expect(channels).toHaveLength(1);
    expect(asked().map(({ token, after, stream }) => ({ token, after, stream }))).toEqual([
      { token: 'ana', after: '5', stream: 'messages' },
      { token: 'bia', after: '6', stream: 'messages' },
      { token: 'eva', after: '0', stream: 'messages' },
    ]);
    const [ofAna = 0, ofBia = 0, ofEva = 0] = keys();
    tell(message([ofAna, ofEva], 7));
    tell(message([ofBia], 8));
    tell(message([ofAna, ofBia, ofEva], 9));
    expect(await textsOf(ana, 2)).toEqual(['mensagem 7', 'mensagem 9']);
    expect(await textsOf(bia, 2)).toEqual(['mensagem 8', 'mensagem 9']);
    expect(await textsOf(eva, 2)).toEqual(['mensagem 7', 'mensagem 9']);
  });

  test('that breaks is opened again, and all subscribe behind the last event of each', async () => {
    const [ana, bia, eva] = [await follow('5'), await follow('5'), await follow('5')];
    await eventually(() => asked().length).toBe(3);
    const [ofAna = 0, ofBia = 0, ofEva = 0] = keys();
    tell(message([ofAna], 7));
    tell({ tell: [ofBia], id: '6', event: 'message', data: '' });
    tell(message([ofAna], 8));
    expect(await textsOf(ana, 2)).toEqual(['mensagem 7', 'mensagem 8']);
    channels[0]?.socket.terminate();
    await eventually(() => asked(1).length).toBe(3);
    expect(asked(1).map(({ subscribe, after }) => [subscribe, after])).toEqual([
      [ofAna, '8'],
      [ofBia, '6'],
      [ofEva, '5'],
    ]);
    tell(message([ofAna, ofBia, ofEva], 9), 1);
    for (const window of [ana, bia, eva]) expect(await textsOf(window, 1)).toEqual(['mensagem 9']);
  });

  test('that says what is no message is opened again', async () => {
    const window = await follow('5');
    await eventually(() => asked().length).toBe(1);
    channels[0]?.socket.send('event: message');
    await eventually(() => asked(1).length).toBe(1);
    tell(message(keys(1), 7), 1);
    expect((await window.next()).text).toBe('mensagem 7');
  });

  test('that cannot be opened yet is waited for', async () => {
    refusal = '503 Service Unavailable';
    const window = await follow('5');
    await new Promise((resolve) => setTimeout(resolve, 500));
    refusal = null;
    await eventually(() => asked().length).toBe(1);
    tell(message(keys(), 7));
    expect((await window.next()).text).toBe('mensagem 7');
  });

  test('is left by a socket that closes, and stays for the others', async () => {
    const [first, second] = [await follow(), await follow()];
    await eventually(() => asked().length).toBe(2);
    const [left = 0, stays = 0] = keys();
    first.close();
    await eventually(() => channels[0]?.requests.at(-1)).toEqual({ leave: left });
    tell(message([left, stays], 7));
    expect((await second.next()).text).toBe('mensagem 7');
  });

  test('closes with the gateway', async () => {
    await follow();
    await eventually(() => asked().length).toBe(1);
    const closed = once(channels[0]?.socket as WebSocket, 'close');
    await gateway.stop();
    await closed;
  });
});

describe('A subscriber that the services end', () => {
  const end = (connection: number, refusal: { status: number; error: string } | null) =>
    tell({ end: keys()[connection] ?? 0, refusal: refusal && { ...refusal, message: 'Não pode.' } });

  test.each([
    [401, 'UNAUTHENTICATED', 4401],
    [403, 'FORBIDDEN', 4403],
  ])('with %i closes its socket alone, with its code', async (status, error, code) => {
    const [ended, other] = [await follow(), await follow()];
    await eventually(() => asked().length).toBe(2);
    end(0, { status, error });
    expect(await ended.closed()).toBe(code);
    tell(message(keys(), 7));
    expect((await other.next()).text).toBe('mensagem 7');
  });

  test('for too many streams fails, and the socket stays open', async () => {
    const window = await follow();
    await eventually(() => asked().length).toBe(1);
    end(0, { status: 429, error: 'TOO_MANY_REQUESTS' });
    await eventually(() => window.errors).toMatchObject([
      { message: 'Não pode.', extensions: { code: 'RATE_LIMITED' } },
    ]);
    // By the client, which has no other subscription.
    expect(await window.closed()).toBe(1000);
  });

  test.each([null, { status: 503, error: 'UNAVAILABLE' }])(
    'with %j subscribes again behind its last event',
    async (reason) => {
      const window = await follow();
      await eventually(() => asked().length).toBe(1);
      tell(message(keys(), 7));
      await window.next();
      end(0, reason);
      await eventually(() => asked().length).toBe(2);
      expect(asked()[1]).toEqual({ ...asked()[0], after: '7' });
      tell(message(keys().slice(1), 8));
      expect((await window.next()).text).toBe('mensagem 8');
    },
  );
});

describe('Services without channels', () => {
  test('are asked once a minute, and each socket follows a stream of its own', async () => {
    refusal = '404 Not Found';
    let asks = 0;
    services.server.on('upgrade', ({ url }: IncomingMessage) => (asks += Number(url === CHANNEL)));
    await follow();
    await follow();
    const streams = () => services.calls.filter((call) => call.startsWith('GET /api/v1/assistant/stream'));
    await eventually(() => streams().length).toBeGreaterThanOrEqual(2);
    expect(asks).toBe(1);
  });

  test('that had one close the sockets, so that their clients come back', async () => {
    const window = await follow();
    await eventually(() => asked().length).toBe(1);
    refusal = '404 Not Found';
    channels[0]?.socket.terminate();
    expect(await window.closed()).toBe(1013);
  });
});

/** A socket that has subscribed and does not read. */
const unread = async (): Promise<WebSocket> => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer slow' } }));
  await once(socket, 'message');
  const query = 'subscription { assistantMessageAdded { id text } }';
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query } }));
  return socket;
};

test('A socket that does not read delays no other, and is closed when too much waits for it', async () => {
  const slow = await unread();
  await eventually(() => asked().length).toBe(1);
  slow.pause();
  const window = await follow();
  await eventually(() => asked().length).toBe(2);
  const text = 'x'.repeat(8_000);
  for (let id = 1; id <= 1_500; id += 1) {
    tell(message(keys(), id, text));
    if (id % 100 === 0) for (let count = 0; count < 100; count += 1) await window.next();
  }
  const closed = once(slow, 'close');
  slow.resume();
  await closed;
  await eventually(() => channels[0]?.requests.at(-1)).toEqual({ leave: keys()[0] });
});
