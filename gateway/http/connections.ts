import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '../limits/rates.ts';
import type { SharedLimits } from '../limits/shared.ts';

/** Browsers open six connections and one WebSocket each: an office of 100 users behind one address has 700. */
const CONNECTIONS_OF_AN_ADDRESS = 1_000;

const THIS_MACHINE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Limits the open connections per address, including idle ones. Does not count trusted proxies and this machine, which
 * carry the connections of many users.
 */
export const limitConnections = (
  server: Server,
  isProxy: (address: string, hop: number) => boolean,
  limits: SharedLimits,
  most = CONNECTIONS_OF_AN_ADDRESS,
): void => {
  const shares = limits.slots('connections', most);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (THIS_MACHINE.has(address) || isProxy(address, 0)) return;
    const release = shares.take(addressKey(address));
    if (release) socket.once('close', release);
    else socket.destroy();
  });
};
