import type { ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Time in milliseconds during which idle clients may send one more request and receive "Connection: close". */
const LINGER = 500;
const LOOK_EVERY = 25;

const askToLeave = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close');
};

/**
 * Prepares a server, before it listens, for a graceful shutdown: every request that has arrived, or is on its way on an
 * open connection, gets a response. Returns the function that shuts down: it stops accepting connections, sends
 * "Connection: close" with every response, closes idle connections, waits for running requests, then closes the server.
 *
 * Fastify's own close would cut connections that are idle at that moment, even with a request arriving, and keep a
 * connection with a pending response open until its keep-alive ends.
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
    // net.Server's close: http.Server's would cut connections that are idle at this moment.
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
