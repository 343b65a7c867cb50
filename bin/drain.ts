import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How long whoever holds a connection open may take to ask on it once more, and be told that it was the last time. */
const LINGER = 500;
const LOOK_EVERY = 25;

const askToLeave = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close');
};

/**
 * Prepares a server, before it listens, for an end that nobody notices: no request that it has taken, and none that is
 * on its way on an open connection, goes without its answer. Answers how to end it: from then on it takes no new
 * connections and says "Connection: close" with every answer; connections on which nothing is asked any more are
 * closed, requests under way are waited for, and then the server closes.
 *
 * Fastify's close alone does less: it cuts off what is idle at that moment, also a connection on which the next request
 * is just arriving, and a connection whose answer comes later stays open for as long as its keep-alive lasts.
 */
export const drainable = (app: FastifyInstance, doors: readonly Server[]): (() => Promise<void>) => {
  const { server } = app;
  const connections = new Set<Socket>();
  const answering = new Set<ServerResponse>();
  let draining = false;
  server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (draining) askToLeave(response);
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });

  const linger = async (): Promise<void> => {
    for (const end = Date.now() + LINGER; connections.size > 0 && Date.now() < end;) await sleep(LOOK_EVERY);
  };

  return async () => {
    draining = true;
    // Not the HTTP server's own close, which would cut off what is idle at this very moment.
    if (server.listening) Server.prototype.close.call(server);
    for (const door of doors) door.close();
    answering.forEach(askToLeave);
    await linger();
    const sweep = setInterval(() => server.closeIdleConnections(), LOOK_EVERY);
    try {
      await app.close();
    } finally {
      clearInterval(sweep);
    }
  };
};
