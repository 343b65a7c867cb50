import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, type Context, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { CLOSE, closeSocket } from './graphql/closing.ts';
import { type Connection, type HookOptions, type Params, subscriptionHooks } from './graphql/subscriptionHooks.ts';
import { addressKey } from './limits/rates.ts';
import type { OpenSockets } from './platform/metrics.ts';

const PATH = '/graphql';
const MAX_PAYLOAD = 64 * 1024;
const MAX_SOCKETS = 20_000;
const PING_EVERY = 12_000;
/** Retry-After in seconds for an address at its socket limit. */
const RETRY_AFTER = 30;
const CLOSE_WITHIN = 1_000;
/** Timeout in milliseconds for connection_init, which carries the token. */
const INIT_WITHIN = 3_000;
/** Maximum unsent bytes of a socket; a client that does not read is disconnected and may reconnect. */
const MAX_QUEUE = 1024 * 1024;

export interface SubscriptionOptions extends HookOptions {
  /** Returns the client address by the proxy settings. */
  addressOf: (request: IncomingMessage) => string;
  allowsOrigin: (origin: string | undefined, host: string | undefined) => boolean;
}

/** True for graphql-ws's error about a message type that only servers send ("next", "error"). */
const isNonsense = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Unexpected message of type');

const refuse = (socket: Duplex, status: string, headers = ''): void => {
  socket.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** Serves graphql-ws; returns the set of open connections. */
const serve = (
  sockets: WebSocketServer,
  options: SubscriptionOptions,
  onFault: (error: unknown) => void,
): Set<Context<Params, Connection>> => {
  const connected = new Set<Context<Params, Connection>>();
  const hooks = subscriptionHooks(options);
  const server = makeServer<Params, Connection>({
    ...hooks,
    onConnect: (context) => {
      connected.add(context);
      return hooks.onConnect?.(context);
    },
    onClose: (context) => {
      connected.delete(context);
      context.extra.release?.();
    },
    connectionInitWaitTimeout: INIT_WITHIN,
  });
  sockets.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    // Ignores errors of invalid or oversized frames: ws closes the socket itself.
    socket.on('error', () => undefined);
    // Never rejects: unsent messages are lost with the socket, and the 'close' event reports its end.
    const send = (data: string) =>
      new Promise<void>((resolve) => {
        if (socket.bufferedAmount > MAX_QUEUE) socket.terminate();
        socket.send(data, () => resolve());
      });
    const closed = server.opened(
      {
        protocol: socket.protocol,
        send,
        close: (code) => closeSocket(socket, code),
        onMessage: (receive) =>
          socket.on('message', (data) => {
            receive(String(data)).catch((error: unknown) => {
              // A message type of servers is a client error: not logged.
              if (isNonsense(error)) return closeSocket(socket, CloseCode.BadRequest);
              onFault(error);
              closeSocket(socket);
            });
          }),
      },
      { socket, address: options.addressOf(request), token: null },
    );
    socket.once('close', (code, reason) => void closed(code, String(reason))?.catch(onFault));
  });
  return connected;
};

const keepAlive = (sockets: WebSocketServer): NodeJS.Timeout => {
  const waiting = new WeakSet<WebSocket>();
  sockets.on('connection', (socket) => socket.on('pong', () => waiting.delete(socket)));
  const beat = () => {
    for (const socket of sockets.clients) {
      if (waiting.has(socket)) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        waiting.add(socket);
        socket.ping();
      }
    }
  };
  return setInterval(beat, PING_EVERY).unref();
};

/**
 * Serves subscriptions over graphql-ws on the gateway's port: checks Origin at the handshake, reads the token from
 * connection_init, and applies the limits of HTTP. Returns a function that counts open sockets and subscriptions, and
 * one that closes them all.
 */
export const attachSubscriptions = (
  server: Server,
  options: SubscriptionOptions,
  onFault: (error: unknown) => void,
): { open: () => OpenSockets; end: () => Promise<void> } => {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, handleProtocols });
  const connected = serve(sockets, options, onFault);
  const heartbeatTimer = keepAlive(sockets);

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    if (request.url?.split('?', 1)[0] !== PATH) return refuse(socket, '404 Not Found');
    if (!options.allowsOrigin(request.headers.origin, request.headers.host)) return refuse(socket, '403 Forbidden');
    if (sockets.clients.size >= MAX_SOCKETS) return refuse(socket, '503 Service Unavailable');
    void open(request, socket, head).catch(onFault);
  };
  /** Charges the handshake to the address's points, and takes a slot in its limit of open sockets. */
  const open = async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    const { admission } = options;
    const address = options.addressOf(request);
    const wait = await admission.admitSocket(address);
    const release = wait === null ? admission.socketsOfAddress.take(addressKey(address)) : null;
    if (!release) return refuse(socket, '429 Too Many Requests', `Retry-After: ${wait ?? RETRY_AFTER}\r\n`);
    socket.once('close', release);
    if (socket.destroyed) return release();
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
  };
  server.on('upgrade', upgrade);

  const openSockets = (): OpenSockets => ({
    sockets: sockets.clients.size,
    subscriptions: [...connected].reduce((sum, { subscriptions }) => sum + Object.keys(subscriptions).length, 0),
  });
  const end = async (): Promise<void> => {
    clearInterval(heartbeatTimer);
    server.off('upgrade', upgrade);
    for (const client of sockets.clients) closeSocket(client, CLOSE.goingAway);
    const terminate = setTimeout(() => sockets.clients.forEach((client) => client.terminate()), CLOSE_WITHIN);
    await new Promise<void>((resolve) => sockets.close(() => resolve()));
    clearTimeout(terminate);
  };
  return { open: openSockets, end };
};
