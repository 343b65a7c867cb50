import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { startGateway } from '../support/gateway.ts';
import { ADMIN_SESSION, startScriptedServices, type ScriptedServices } from '../support/scriptedServices.ts';

const SESSION = 'GET /api/v1/security/session';
const ASK = { query: '{ session { accountId } }' };

let services: ScriptedServices;
beforeAll(async () => {
  services = await startScriptedServices();
  services.on(SESSION, ADMIN_SESSION);
});
afterAll(() => services.stop());

/** Returns the client address that the services receive when a local peer claims another one. */
const addressSeen = async (trustProxy: string | undefined, claimed: string, by: 'operation' | 'path' | 'socket') => {
  const gateway = await startGateway({ services: services.url, ...(trustProxy ? { trustProxy } : {}) });
  const headers = { 'x-forwarded-for': claimed };
  services.forget();
  if (by === 'operation') {
    await gateway.ask(ASK.query, { headers });
  } else if (by === 'path') {
    const others = { forwarded: `for=${claimed}`, 'x-real-ip': claimed };
    await gateway.app.inject({ url: '/api/v1/security/session', headers: { ...headers, ...others } });
    expect(services.received.at(-1)?.headers).not.toMatchObject({ forwarded: expect.anything() });
    expect(services.received.at(-1)?.headers).not.toMatchObject({ 'x-real-ip': expect.anything() });
  } else {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers });
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer token' } }));
    await once(socket, 'message');
    socket.terminate();
  }
  await gateway.stop();
  return services.received.at(-1)?.headers['x-forwarded-for'];
};

describe.each(['operation', 'path', 'socket'] as const)('The client address of a request by %s', (by) => {
  test('is the peer, whatever it claims, where no proxy is trusted', async () => {
    expect(await addressSeen(undefined, '203.0.113.9', by)).toBe('127.0.0.1');
  });

  test('is the peer, whatever it claims, where only other proxies are trusted', async () => {
    expect(await addressSeen('10.0.0.0/8', '203.0.113.9', by)).toBe('127.0.0.1');
  });

  test('is the one that a trusted proxy saw, not one that the client added', async () => {
    expect(await addressSeen('127.0.0.1, 10.0.0.0/8', '192.0.2.66, 203.0.113.9', by)).toBe('203.0.113.9');
  });

  test('is found behind several trusted proxies', async () => {
    expect(await addressSeen('127.0.0.1, 10.0.0.0/8', '192.0.2.66, 203.0.113.9, 10.1.2.3', by)).toBe('203.0.113.9');
  });
});
