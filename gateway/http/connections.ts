import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, Shares } from '../limits/rates.ts';

/** Browsers hold six connections and a socket each: an office of 100 people behind one address has 700. */
const CONNECTIONS_OF_AN_ADDRESS = 1_000;

const THIS_MACHINE = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Lets one address have only so many connections, whether or not they ever say anything. Proxies hold those of many
 * people: the ones that are trusted, and this machine, are not counted.
 */
export const limitConnections = (
  server: Server,
  isProxy: (address: string, hop: number) => boolean,
  most = CONNECTIONS_OF_AN_ADDRESS,
): void => {
  const shares = new Shares(most);
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    if (THIS_MACHINE.has(address) || isProxy(address, 0)) return;
    const giveBack = shares.take(addressKey(address));
    if (giveBack) socket.once('close', giveBack);
    else socket.destroy();
  });
};
