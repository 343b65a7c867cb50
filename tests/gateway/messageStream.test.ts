import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { type Follower, follower } from '../support/follower.ts';
import {
  ADMIN_SESSION,
  HANDLED,
  type ReceivedCall,
  refusal,
  type ScriptedServices,
  startScriptedServices,
} from '../support/scriptedServices.ts';

const STREAM = 'GET /api/v1/assistant/stream';

let services: ScriptedServices;
let gateway: TestGateway;
let window: Follower | undefined;

beforeEach(async () => {
  services = await startScriptedServices();
  gateway = await startGateway({ services: services.url });
});
afterEach(async () => {
  window?.close();
  await gateway.stop();
  await services.stop();
});

/**
 * Sends the first text to the first connection, the second to the second, and so on; keeps the last connection open.
 */
const streams = (...texts: string[]) => {
  const receivedIds: (string | undefined)[] = [];
  services.on(STREAM, ({ headers }: ReceivedCall, response: ServerResponse) => {
    const text = texts[receivedIds.length] ?? '';
    receivedIds.push(headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text);
    if (receivedIds.length < texts.length) response.end();
    return HANDLED;
  });
  return receivedIds;
};

const event = (id: number, text: string, end = '\n') =>
  [`id: ${id}`, 'event: message', `data: ${JSON.stringify({ id, text, acknowledged: false })}`, '', ''].join(end);

describe('An event stream of the services', () => {
  test('that breaks is opened again from the last message', async () => {
    const receivedIds = streams(event(7, 'um'), event(8, 'dois'));
    window = await follower(gateway, 'token', '5');
    expect([await window.next(), await window.next()].map(({ text }) => text)).toEqual(['um', 'dois']);
    expect(receivedIds).toEqual(['5', '7']);
  });

  test('that breaks before its first message is opened again from its first position', async () => {
    const receivedIds = streams(': open\n\nid: 9\n\n', event(10, 'depois'));
    window = await follower(gateway, 'token', '5');
    expect((await window.next()).text).toBe('depois');
    expect(receivedIds).toEqual(['5', '9']);
  });

  test('may be split anywhere, with other line ends and heartbeats', async () => {
    const text = event(3, 'João', '\r\n');
    services.on(STREAM, (_call: ReceivedCall, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const bytes = Buffer.from(`: beat\r\n\r\n${text}`);
      bytes.forEach((byte, index) => setTimeout(() => response.write(Buffer.of(byte)), index));
      return HANDLED;
    });
    window = await follower(gateway, 'token', '1');
    expect((await window.next()).text).toBe('João');
  });

  test('that reports the end of the session ends the subscription and the socket', async () => {
    streams('event: end\ndata: {}\n\n', '');
    window = await follower(gateway, 'token', '1');
    expect(await window.closed()).toBe(4401);
  });

  test('that is rejected for too many streams fails its subscription, and the socket stays open', async () => {
    services.on(STREAM, refusal(429, 'Há conexões demais abertas. Feche outras janelas.'));
    window = await follower(gateway, 'token', '1');
    await expect(window.next(1_000)).rejects.toThrow('nothing');
    expect(window.errors).toMatchObject([
      { message: 'Há conexões demais abertas. Feche outras janelas.', extensions: { code: 'RATE_LIMITED' } },
    ]);
  });

  test('that cannot be opened because a service is down closes the socket, so that the client reconnects', async () => {
    let receivedIds = 0;
    services.on('GET /api/v1/security/session', () => {
      receivedIds += 1;
      return receivedIds === 1 ? ADMIN_SESSION : refusal(503, 'O serviço está indisponível no momento.');
    });
    window = await follower(gateway, 'token', '1');
    expect(await window.closed()).toBe(1013);
  });

  test('is closed with the socket', async () => {
    let left: () => void;
    const leaving = new Promise<void>((resolve) => (left = resolve));
    services.on(STREAM, (_call: ReceivedCall, response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(2, 'um'));
      response.on('close', () => left());
      return HANDLED;
    });
    window = await follower(gateway, 'token', '1');
    await window.next();
    window.close();
    await leaving;
  });
});
