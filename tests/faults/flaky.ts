import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * `silent` accepts the call and never responds; `reset` closes the connection; `lost` executes the call and closes the
 * connection instead of responding.
 */
export type Trouble = 'silent' | 'reset' | 'lost';

/** A proxy to the services that simulates faults. */
export interface Flaky {
  url: string;
  /** Applies this fault to calls with a matching path, until `heal`. */
  trouble(path: RegExp, how: Trouble): void;
  heal(): void;
  /** Refuses all connections. */
  down(): Promise<void>;
  up(): Promise<void>;
}

const forward = (incoming: IncomingMessage, outgoing: ServerResponse, upstream: string, lost: boolean): void => {
  const { method, headers, url } = incoming;
  const asking = request(upstream + url, { method, headers }, (answer) => {
    if (lost) {
      answer.resume().on('end', () => outgoing.destroy());
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  asking.on('error', () => outgoing.destroy());
  outgoing.on('close', () => asking.destroy());
  incoming.pipe(asking);
};

export const startFlaky = async (upstream: string): Promise<Flaky> => {
  const troubles = new Map<RegExp, Trouble>();
  const troubleOf = ({ url = '' }: IncomingMessage): Trouble | undefined =>
    [...troubles].find(([path]) => path.test(url))?.[1];
  const server = createServer((incoming, outgoing) => {
    const how = troubleOf(incoming);
    if (how === 'reset') incoming.socket.destroy();
    else if (how !== 'silent') forward(incoming, outgoing, upstream, how === 'lost');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    trouble: (path, how) => void troubles.set(path, how),
    heal: () => troubles.clear(),
    down: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    up: async () => {
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
  };
};
