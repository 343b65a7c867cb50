import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A proxy to a database that can drop all data silently, like a firewall that has lost its connection state. */
export interface Swallower {
  url: string;
  /** Drops data in both directions from now on; accepts connections and keeps them open. */
  swallow(): void;
  /** New connections work again; those opened before stay dead. */
  heal(): void;
  /** Number of connections accepted so far. */
  readonly taken: number;
  stop(): Promise<void>;
}

/** Starts the proxy for the server at this address. */
export const startSwallower = async (upstream: string): Promise<Swallower> => {
  const { hostname, port } = new URL(upstream);
  const open = new Set<Socket>();
  let swallowing = false;
  let taken = 0;
  const deafen = (socket: Socket): void => void socket.removeAllListeners('data').on('data', () => undefined);
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => open.delete(socket));
  };
  const server = createServer((near) => {
    taken += 1;
    keep(near);
    if (swallowing) return deafen(near);
    const far = connect(Number(port), hostname);
    keep(far);
    near.on('data', (bytes) => far.write(bytes)).once('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).once('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(upstream);
  url.host = `127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  return {
    url: url.href,
    swallow: () => {
      swallowing = true;
      open.forEach(deafen);
    },
    heal: () => void (swallowing = false),
    get taken() {
      return taken;
    },
    stop: async () => {
      open.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
};
