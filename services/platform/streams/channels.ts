import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { CHANNEL, type StreamKind, type Subscribe } from '#schema/assistant/channel.ts';
import { authenticated, requireSession } from '../access.ts';
import { notFound } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { hashToken, resolveSession, type Session } from '../session.ts';
import { Channel, type ChannelOutlet } from './channel.ts';
import type { Outlet } from './outlet.ts';

/** Far more than the processes of gateways. */
const MAX_CHANNELS = 1_000;
/** Longest message in bytes. What a client sends to a gateway is shorter, so that no client can break the channel of all. */
const LONGEST = 128 * 1024;
/** Milliseconds between pings, by which a gateway knows that the services are there, and they that it is. */
const PING_EVERY = 15_000;
const GOING_AWAY = 1001;
const CLOSE_WITHIN = 1_000;

/** Opens a stream for a session; `after` is the reader's last event. Throws a ServiceError for a refusal. */
export type OpenStream = (session: Session, outlet: Outlet, after: string | null) => void;

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};

/** The channels of gateways to this process, and the streams that they carry. */
export class Channels {
  readonly #platform: Platform;
  readonly #log: (error: unknown) => void;
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: LONGEST, perMessageDeflate: false });
  readonly #kinds = new Map<StreamKind, OpenStream>();
  readonly #channels = new Map<WebSocket, Channel>();
  /** Those that have not answered the last ping, or had no subscriber at it. */
  readonly #doubtful = new Set<WebSocket>();
  #closing = false;

  constructor(platform: Platform, log: (error: unknown) => void) {
    this.#platform = platform;
    this.#log = log;
  }

  carry(kind: StreamKind, open: OpenStream): void {
    this.#kinds.set(kind, open);
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    if (request.url !== CHANNEL || this.#kinds.size === 0) return refuse(socket, '404 Not Found');
    // 503, because a gateway takes a 404 for services without channels.
    if (this.#closing || this.#channels.size >= MAX_CHANNELS) return refuse(socket, '503 Service Unavailable');
    const { remoteAddress = '' } = request.socket;
    this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#open(opened, remoteAddress));
  }

  beat(): void {
    for (const [socket, channel] of this.#channels) {
      if (this.#doubtful.has(socket)) socket.terminate();
      else {
        this.#doubtful.add(socket);
        socket.once('pong', () => channel.size > 0 && this.#doubtful.delete(socket));
        socket.ping();
      }
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const socket of this.#channels.keys()) socket.close(GOING_AWAY);
    const late = setTimeout(() => this.#channels.forEach((_, socket) => socket.terminate()), CLOSE_WITHIN);
    await Promise.all(
      [...this.#channels.keys()].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    );
    clearTimeout(late);
  }

  #open(socket: WebSocket, address: string): void {
    const admit = (request: Subscribe, outlet: ChannelOutlet) => this.#admit(request, outlet, address);
    this.#channels.set(socket, new Channel(socket, admit, this.#log));
    socket.once('close', () => {
      this.#channels.delete(socket);
      this.#doubtful.delete(socket);
    });
  }

  /** What a request for the stream of server-sent events goes through. */
  async #admit({ stream, token, after }: Subscribe, outlet: ChannelOutlet, address: string): Promise<void> {
    const open = this.#kinds.get(stream);
    if (!open) throw notFound();
    const { database, clock } = this.#platform;
    const session = await resolveSession(database, clock, hashToken(token), { address });
    requireSession(authenticated, session ?? null);
    if (session && !outlet.closed) open(session, outlet, after);
  }
}

/** Serves channels on the port of REST. Streams that they carry are added by `serveStreams`. */
export const serveChannels = (app: FastifyInstance): void => {
  const channels = new Channels(app.platform, (error) => app.log.warn({ err: error }, 'channel'));
  app.decorate('channels', channels);
  app.server.on('upgrade', (request, socket, head) => channels.upgrade(request, socket, head));
  const heartbeat = setInterval(() => channels.beat(), PING_EVERY);
  heartbeat.unref();
  app.addHook('preClose', () => {
    clearInterval(heartbeat);
    return channels.close();
  });
};

declare module 'fastify' {
  interface FastifyInstance {
    channels: Channels;
  }
}
