import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address of a proxy that notes when each call to the services was under way. */
export interface WatchedCalls {
  url: string;
  /** Milliseconds since the last reset in which at least one call was under way. */
  busy: () => number;
  reset: () => void;
  stop: () => Promise<void>;
}

export const watchCalls = async (target: string): Promise<WatchedCalls> => {
  const { hostname, port } = new URL(target);
  let open = 0;
  let since = 0;
  let busy = 0;
  const begin = (): void => {
    if (open === 0) since = performance.now();
    open += 1;
  };
  const end = (): void => {
    open -= 1;
    if (open === 0) busy += performance.now() - since;
  };
  const server = createServer((incoming, outgoing) => {
    begin();
    outgoing.once('close', end);
    const { method, url: path, headers } = incoming;
    const call = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    call.once('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    busy: () => busy + (open > 0 ? performance.now() - since : 0),
    reset: () => {
      busy = 0;
      since = performance.now();
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
