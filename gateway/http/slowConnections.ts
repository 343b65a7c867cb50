import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onRequestEnd } from '#schema/platform/requests.ts';
import { addressKey } from '../limits/rates.ts';
import type { SharedLimits } from '../limits/shared.ts';
import { answerRaw, Refusal } from './failures.ts';

const SECOND = 1000;

/** Minimum throughput of a connection while the client sends a body or has a response to read. */
export interface MinimumThroughput {
  /** Interval in milliseconds: a phone that changes cells may be silent for some seconds. */
  every: number;
  bytesPerSecond: number;
}

/** The slowest connection of a building site (EDGE) sends 12 kB/s. */
export const MINIMUM_THROUGHPUT: MinimumThroughput = { every: 15 * SECOND, bytesPerSecond: 8 * 1024 };

/**
 * Maximum number of incomplete bodies per address. They take only memory, at most 256 KiB each, and no connection to a
 * service; `Uploads` counts larger ones. An office of 50 users has a handful.
 */
const BODIES_OF_AN_ADDRESS = 512;

/** Unsent output of a response: `goal` is the byte count that must have left the socket, `until` the deadline. */
interface UnsentOutput {
  goal: number;
  until: number;
}

const nothing = (): void => undefined;

declare module 'fastify' {
  interface FastifyRequest {
    /** Progress of the request; null for one without a socket (tests). */
    openExchange: Exchange | null;
  }
}

/** Progress of one request on its connection. */
class Exchange {
  #received = 0;
  #receiveBy: number | undefined;
  #waiting: UnsentOutput | undefined;
  onEnd: () => void = nothing;

  constructor(
    readonly socket: Socket,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** Releases the body's slot; further calls have no effect. */
    readonly bodyArrived: () => void,
  ) {}

  end(): void {
    this.bodyArrived();
    this.onEnd();
  }

  sendsTooSlowly(now: number, { every, bytesPerSecond }: MinimumThroughput): boolean {
    if (this.request.complete) return false;
    const { bytesRead } = this.socket;
    if (this.#receiveBy !== undefined) {
      if (now < this.#receiveBy) return false;
      if (bytesRead - this.#received < (bytesPerSecond * every) / SECOND) return true;
    }
    this.#received = bytesRead;
    this.#receiveBy = now + every;
    return false;
  }

  /**
   * The socket counts a long chunk only when it is sent completely, so the deadline grows with the length of the unsent
   * output.
   */
  readsTooSlowly(now: number, { every, bytesPerSecond }: MinimumThroughput): boolean {
    const { writableLength, bytesWritten } = this.socket;
    if (this.#waiting && bytesWritten - writableLength < this.#waiting.goal) return now > this.#waiting.until;
    const until = now + every + (writableLength / bytesPerSecond) * SECOND;
    this.#waiting = writableLength > 0 ? { goal: bytesWritten, until } : undefined;
    return false;
  }
}

const TIMED_OUT = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const closeSlow = (open: Iterable<Exchange>, throughput: MinimumThroughput): void => {
  const now = performance.now();
  for (const exchange of open) {
    const { socket, response } = exchange;
    if (exchange.readsTooSlowly(now, throughput)) socket.destroy();
    else if (!exchange.sendsTooSlowly(now, throughput)) continue;
    else if (response.headersSent) socket.destroy();
    else answerRaw(TIMED_OUT, socket);
  }
};

/** True when the request has a body. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * The requests in progress, each at a place of an array that the next one takes. Not a Map or Set: one that changes with every
 * request soon copies itself, and what the old copies refer to outlives its request until a full collection.
 */
class OpenExchanges {
  readonly #places: (Exchange | undefined)[] = [];
  readonly #free: number[] = [];

  add(exchange: Exchange): Exchange {
    const place = this.#free.pop() ?? this.#places.length;
    this.#places[place] = exchange;
    exchange.onEnd = () => {
      this.#places[place] = undefined;
      this.#free.push(place);
    };
    return exchange;
  }

  *[Symbol.iterator](): Iterator<Exchange> {
    for (const exchange of this.#places) if (exchange) yield exchange;
  }
}

/**
 * Closes connections whose client sends a body or reads a response below the minimum throughput, and limits incomplete
 * bodies per address. Uses the socket's byte counters, without work per chunk.
 */
export const closeSlowConnections = (
  app: FastifyInstance,
  limits: SharedLimits,
  throughput: MinimumThroughput = MINIMUM_THROUGHPUT,
): void => {
  const open = new OpenExchanges();
  const bodies = limits.slots('bodies', BODIES_OF_AN_ADDRESS);
  app.decorateRequest('openExchange', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Injected requests (tests) have no socket.
    if (!(socket instanceof Socket)) return done();
    const share = hasBody(request) ? bodies.take(addressKey(request.ip)) : nothing;
    if (!share) return done(new Refusal(429));
    request.openExchange = open.add(new Exchange(socket, request.raw, reply.raw, share));
    return done();
  });
  app.addHook('preValidation', ({ openExchange }, _reply, done) => {
    openExchange?.bodyArrived();
    done();
  });
  onRequestEnd(app, ({ openExchange }) => openExchange?.end());
  const timer = setInterval(() => closeSlow(open, throughput), throughput.every / 3).unref();
  app.addHook('onClose', async () => clearInterval(timer));
};
