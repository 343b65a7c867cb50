import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { whenOver } from '#schema/platform/requests.ts';
import { addressKey, Shares } from '../limits/rates.ts';
import { answerRaw, Refusal } from './failures.ts';

const SECOND = 1000;

/** The least that a connection must carry while a body is sent over it, or an answer waits to be read. */
export interface Pace {
  /** Milliseconds over which it is counted: a phone that changes cells may be silent for some seconds. */
  every: number;
  bytesPerSecond: number;
}

/** The slowest line of a building site (EDGE) sends 12 kB/s. */
export const PACE: Pace = { every: 15 * SECOND, bytesPerSecond: 8 * 1024 };

/**
 * Bodies that an address may have half sent at a time. They hold no connection to a service, only memory: 256 KiB each
 * at most, but for uploads, which are counted by themselves. An office of 50 people has a handful.
 */
const BODIES_OF_AN_ADDRESS = 512;

/** A piece of an answer that waits: it is gone once so many bytes have left, and by when they have to. */
interface Waiting {
  goal: number;
  until: number;
}

/** How far one request has come on its connection. */
class Exchange {
  #received = 0;
  #receiveBy: number | undefined;
  #waiting: Waiting | undefined;

  constructor(
    readonly socket: Socket,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    /** Gives back the share of the body; called again it does nothing. */
    readonly bodyArrived: () => void,
  ) {}

  sendsTooSlowly(now: number, { every, bytesPerSecond }: Pace): boolean {
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

  /** A long piece leaves the process whole or not at all, so that what waits is given the time that its length needs. */
  readsTooSlowly(now: number, { every, bytesPerSecond }: Pace): boolean {
    const { writableLength, bytesWritten } = this.socket;
    if (this.#waiting && bytesWritten - writableLength < this.#waiting.goal) return now > this.#waiting.until;
    const until = now + every + (writableLength / bytesPerSecond) * SECOND;
    this.#waiting = writableLength > 0 ? { goal: bytesWritten, until } : undefined;
    return false;
  }
}

const TIMED_OUT = Object.assign(new Error('The body came too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

const endSlow = (open: Iterable<Exchange>, pace: Pace): void => {
  const now = performance.now();
  for (const exchange of open) {
    const { socket, response } = exchange;
    if (exchange.readsTooSlowly(now, pace)) socket.destroy();
    else if (!exchange.sendsTooSlowly(now, pace)) continue;
    else if (response.headersSent) socket.destroy();
    else answerRaw(TIMED_OUT, socket);
  }
};

/** Whether a body comes along with the head. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const nothing = (): void => undefined;

/**
 * Ends connections on which a body, or the reading of an answer, does not go on, and lets an address have only so many
 * bodies half sent. What is sent is counted on the socket: nothing is done for each piece of a body.
 */
export const keepPace = (app: FastifyInstance, pace: Pace = PACE): void => {
  const open = new Map<FastifyRequest, Exchange>();
  const bodies = new Shares(BODIES_OF_AN_ADDRESS);
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // A request that is injected has no connection.
    if (!(socket instanceof Socket)) return done();
    const share = hasBody(request) ? bodies.take(addressKey(request.ip)) : nothing;
    if (!share) return done(new Refusal(429));
    open.set(request, new Exchange(socket, request.raw, reply.raw, share));
    return done();
  });
  app.addHook('preValidation', (request, _reply, done) => {
    open.get(request)?.bodyArrived();
    done();
  });
  whenOver(app, (request) => {
    open.get(request)?.bodyArrived();
    open.delete(request);
  });
  const timer = setInterval(() => endSlow(open.values(), pace), pace.every / 3).unref();
  app.addHook('onClose', async () => clearInterval(timer));
};
