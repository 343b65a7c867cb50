import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startServices, type TestServices } from '#tests/support/services.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { HANDLED, startScriptedServices } from '../support/scriptedServices.ts';

const SECOND = 1_000;
const MIB = 1024 * 1024;
const QUERY = 'subscription { assistantMessageAdded { text } }';

let services: TestServices;
let gateway: TestGateway;
let accountId: number;
let companyId: number;

beforeAll(async () => {
  services = await startServices();
  gateway = await startGateway({ services: await services.listen() });
  accountId = await services.seed.account();
  companyId = await services.seed.company(accountId);
}, 60_000);
afterAll(async () => {
  await gateway.stop();
  await services.stop();
});

const person = () => services.seed.user(accountId, { grants: [{ companyId, permissions: ['DEBIT'] }] });

/** A socket that subscribes to messages; `closed` resolves to close code and time. */
const follow = async (token: string, url = gateway.url) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: QUERY } }));
  const closed = once(socket, 'close').then(([code]) => ({ code: Number(code), at: performance.now() }));
  // Waits until the stream behind the socket is open.
  await wait(500);
  return { socket, closed };
};

describe('A socket whose session has ended', () => {
  test.each([1, 2, 3])('is closed within two seconds of the end of its token, which has %d s', async (seconds) => {
    const started = performance.now();
    const { closed } = await follow(await services.seed.tokenOf(await person(), seconds));
    const { code, at } = await closed;
    expect(code).toBe(4401);
    expect(at - started).toBeLessThan((seconds + 2) * SECOND);
  });

  test.each([
    ['its token is revoked', 'update access_tokens set revoked_at = now() where user_id = $1', 4401],
    ['its token is deleted', 'delete from access_tokens where user_id = $1', 4401],
    ['its user is switched off', 'update users set active = false where id = $1', 4401],
    ['its last permission is taken', 'delete from user_permissions where user_id = $1', 4403],
  ])('is closed within five seconds when %s, with all ten of its user', async (_what, statement, code) => {
    const user = await person();
    const sockets = await Promise.all(
      Array.from({ length: 10 }, async () => follow(await services.seed.tokenOf(user))),
    );
    const started = performance.now();
    await services.seed.sql(statement, [user.id]);
    for (const { closed } of sockets) {
      const end = await closed;
      expect(end.code).toBe(code);
      expect(end.at - started).toBeLessThan(5 * SECOND);
    }
  });
});

/** Resolves when the response can be written to, or has closed. */
const writable = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });

describe('Clients that stop reading', () => {
  const message = { kind: 'INFO', text: 'x'.repeat(4_000), at: '2026-11-20T12:00:00Z', acknowledged: false };
  const event = (id: number) => `id: ${id}\nevent: message\ndata: ${JSON.stringify({ ...message, id })}\n\n`;
  const READERS = 20;
  const MESSAGES = 400_000;

  test.each([
    ['of whom much is said', MESSAGES],
    ['of whom nothing is said', 0],
  ])(
    '%s are disconnected within two keep-alive intervals, with bounded unsent data',
    async (_what, most) => {
      const scripted = await startScriptedServices();
      let sent = 0;
      let ended = (): void => undefined;
      const allEnded = new Promise<void>((resolve) => {
        let left = READERS;
        ended = () => void ((left -= 1) === 0 && resolve());
      });
      // Writes without a limit: back-pressure must stop it while the client does not read.
      scripted.on('GET /api/v1/assistant/stream', async (_call, response) => {
        response.once('close', ended);
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        while (!response.destroyed && sent < most) {
          sent += 1;
          if (!response.write(event(sent))) await writable(response);
        }
        return HANDLED;
      });
      const own = await startGateway({ services: scripted.url });
      const before = process.memoryUsage().rss;
      const started = performance.now();
      const readers = await Promise.all(
        Array.from({ length: READERS }, async () => {
          const reader = await follow('token', own.url);
          reader.socket.pause();
          return reader;
        }),
      );
      let peak = 0;
      const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 100);
      await allEnded;
      clearInterval(watch);
      const took = Math.round(performance.now() - started);
      const more = Math.round((peak - before) / MIB);
      process.stdout.write(`stopped readers: ${READERS} dropped in ${took} ms, ${sent} messages, ${more} MiB more\n`);
      for (const { socket } of readers) socket.resume();
      for (const { closed } of readers) expect((await closed).code).toBe(1006);
      await own.stop();
      await scripted.stop();
      expect(took).toBeLessThan(30 * SECOND);
      expect(more).toBeLessThan(400);
      if (most > 0) expect(sent).toBeLessThan(most);
    },
    60_000,
  );
});

test.each([
  'https://mal.example',
  'null',
  'http://localhost.mal.example',
  'http://127.0.0.1:1',
  'chrome-extension://x',
  '',
])('No page of %j opens a socket, even with a valid token', async (origin) => {
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: { origin },
  });
  const [error] = (await once(socket, 'error')) as [Error];
  expect(error.message).toContain('403');
});
