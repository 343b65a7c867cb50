import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

/** Runs before a call goes on to the services; returns true when it has answered the call itself. */
type Hook = (call: IncomingMessage, response: ServerResponse) => Promise<boolean> | boolean;

export interface ListeningProxy {
  url: string;
  /** Replaces what runs before each call. */
  before(hook: Hook): void;
  stop(): Promise<void>;
}

/** Stands between gateway and services, where a test changes what happens from one call to the next. */
export const startListeningProxy = async (services: string): Promise<ListeningProxy> => {
  let hook: Hook = () => false;
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (await hook(request, response)) return;
    const answer = await fetch(services + (request.url ?? '/'), {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        name === 'host' || name === 'connection' ? [] : [[name, String(value)]],
      ),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('no address');
  return {
    url: `http://127.0.0.1:${address.port}`,
    before: (next) => void (hook = next),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
