import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/**
 * How a response is cut: `unheard` closes the client's connection before the response, `dropped` after receiving all of
 * it, `half` in its middle. The request takes effect in each case.
 */
export type Cut = 'unheard' | 'dropped' | 'half';

export interface Cutter {
  address: string;
  /** Responses that the client did not get, by Idempotency-Key. */
  readonly lost: Map<string, string[]>;
  readonly cuts: number;
  stop(): Promise<void>;
}

const textOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const pass = async (incoming: IncomingMessage, upstream: string) => {
  const body = await textOf(incoming);
  const { method, headers, url } = incoming;
  const asking = request(upstream + url, { method, headers });
  asking.end(body);
  const answer = once(asking, 'response').then(async ([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no response');
    return { status: response.statusCode ?? 0, headers: response.headers, body: await textOf(response) };
  });
  return { answer };
};

/** Starts a proxy to `upstream` that cuts responses as `cut` decides; calls it once for every request with a key. */
export const startCutter = async (upstream: string, cut: (key: string) => Cut | null): Promise<Cutter> => {
  const lost = new Map<string, string[]>();
  let cuts = 0;
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const key = String(incoming.headers['idempotency-key'] ?? '');
    const way = cut(key);
    const { answer } = await pass(incoming, upstream);
    if (way === 'unheard') outgoing.destroy();
    const { status, headers, body } = await answer;
    if (way === null) return void outgoing.writeHead(status, headers).end(body);
    cuts += 1;
    lost.set(key, [...(lost.get(key) ?? []), body.toString()]);
    if (way === 'half') {
      outgoing.writeHead(status, { ...headers, 'content-length': String(body.length) });
      outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
    } else outgoing.destroy();
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    lost,
    get cuts() {
      return cuts;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
