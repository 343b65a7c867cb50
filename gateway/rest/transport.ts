import { setTimeout as wait } from 'node:timers/promises';
import { errors, Pool, type Dispatcher } from 'undici';
import type { ClientDisconnect } from '../platform/clientDisconnect.ts';
import { CHANNEL } from '#schema/assistant/channel.ts';
import { Channel } from './channel/channel.ts';
import { Exchange, type TransportAnswer } from './exchange.ts';
import { type Route, routeOf, ROUTES, type ServiceName, type ServiceUrls } from './services.ts';

const CONNECT_TIMEOUT = 1_000;
const KEEP_ALIVE = 20_000;
const CONNECTIONS = 128;
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
const RETRY_AFTER = 50;

export interface TransportRequest {
  method: Dispatcher.HttpMethod;
  /** Path and query as in the contract. */
  address: string;
  headers: Record<string, string>;
  body?: string | undefined;
}

/** The service exceeded its timeout; all other failures are connection errors. */
export class TimedOut extends Error {
  constructor(readonly milliseconds: number) {
    super(`Timed out in ${milliseconds} ms.`);
    this.name = 'TimedOut';
  }
}

const CONNECTION_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']);

const isConnectionError = (error: unknown): boolean =>
  error instanceof errors.SocketError ||
  error instanceof errors.ConnectTimeoutError ||
  (error instanceof Error && 'code' in error && CONNECTION_ERRORS.has(String(error.code)));

/** Timeouts that tests shorten. */
export interface Timeouts {
  connect?: number;
  total?: number;
}

/** Where the calls below a route go. */
interface Upstream {
  service: ServiceName;
  /** Total timeout of a call in milliseconds. */
  timeout: number;
  pool: Pool;
  /** A separate pool for streams, which stay open and would use up the connections of ordinary calls. */
  streams: Pool;
  /** Path prefix of a service that is not at the root of its host. */
  basePath: string;
}

/** Keep-alive connections to the services, one pool per base URL. Call `close` when the gateway stops. */
export class Transport {
  readonly #upstreams: ReadonlyMap<Route, Upstream>;
  readonly #pools = new Map<string, Pool>();
  readonly #timeouts: Timeouts;
  readonly #channelUrl: string;
  #channel: Channel | undefined;
  /** Called after every call with the class of its status ("2xx"), "timeout" or "unreachable". */
  onCall: ((service: ServiceName, status: string, seconds: number) => void) | undefined;

  constructor(urls: ServiceUrls, timeouts: Timeouts = {}) {
    this.#timeouts = timeouts;
    this.#channelUrl = urls[routeOf(CHANNEL).service].replace(/^http/, 'ws').replace(/\/+$/, '') + CHANNEL;
    this.#upstreams = new Map(ROUTES.map((route) => [route, this.#connect(route, urls[route.service])]));
  }

  #connect({ service, timeout }: Route, url: string): Upstream {
    const { origin, pathname } = new URL(url);
    return {
      service,
      timeout: Math.min(timeout, this.#timeouts.total ?? timeout),
      pool: this.#poolOf(origin, { connections: CONNECTIONS, maxResponseSize: MAX_ANSWER_BYTES }),
      streams: this.#poolOf(origin, { connections: null, bodyTimeout: 0 }, 'streams'),
      basePath: pathname.replace(/\/+$/, ''),
    };
  }

  #poolOf(origin: string, options: Pool.Options, kind = ''): Pool {
    const known = this.#pools.get(kind + origin);
    if (known) return known;
    const connect = { timeout: this.#timeouts.connect ?? CONNECT_TIMEOUT };
    const pool = new Pool(origin, { connect, keepAliveTimeout: KEEP_ALIVE, ...options });
    this.#pools.set(kind + origin, pool);
    return pool;
  }

  #upstreamOf(address: string): Upstream {
    const upstream = this.#upstreams.get(routeOf(address.split('?', 1)[0] ?? ''));
    if (!upstream) throw new Error(`No upstream for ${address}`);
    return upstream;
  }

  /**
   * Sends a request and returns the complete response of any status. Retries a GET once after a connection error (§7).
   * Aborts when the client disconnects. Throws TimedOut or a connection error.
   */
  async send(request: TransportRequest, disconnect?: ClientDisconnect): Promise<TransportAnswer> {
    const upstream = this.#upstreamOf(request.address);
    if (!this.onCall) return this.#send(upstream, request, disconnect);
    const started = performance.now();
    let outcome = 'unreachable';
    try {
      const answer = await this.#send(upstream, request, disconnect);
      outcome = `${Math.floor(answer.status / 100)}xx`;
      return answer;
    } catch (error) {
      if (error instanceof TimedOut) outcome = 'timeout';
      throw error;
    } finally {
      // An aborted call says nothing about the service.
      if (!disconnect?.disconnected) this.onCall(upstream.service, outcome, (performance.now() - started) / 1000);
    }
  }

  async #send(
    upstream: Upstream,
    request: TransportRequest,
    disconnect: ClientDisconnect | undefined,
  ): Promise<TransportAnswer> {
    let given: Error | undefined;
    let exchange = new Exchange();
    const giveUp = (reason: Error): void => {
      given = reason;
      exchange.leave(reason);
    };
    const late = () => giveUp(new TimedOut(upstream.timeout));
    const stay = disconnect?.onDisconnect(() => giveUp(new Error('The client disconnected.')));
    const timer = setTimeout(late, upstream.timeout);
    try {
      return await this.#once(upstream, request, exchange);
    } catch (error) {
      if (request.method !== 'GET' || given || !isConnectionError(error)) throw error;
      await wait(RETRY_AFTER);
      exchange = new Exchange();
      if (given) exchange.leave(given);
      return await this.#once(upstream, request, exchange);
    } finally {
      clearTimeout(timer);
      stay?.();
    }
  }

  #once({ pool, basePath }: Upstream, request: TransportRequest, exchange: Exchange): Promise<TransportAnswer> {
    const { method, address, headers, body = null } = request;
    pool.dispatch({ method, path: basePath + address, headers, body }, exchange);
    return exchange.answer;
  }

  /** Opens a response that is read as a stream and may stay open for hours; abort the signal to close it. */
  async open(request: TransportRequest, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
    const { streams, basePath, timeout } = this.#upstreamOf(request.address);
    const { method, address, headers } = request;
    return streams.request({ method, path: basePath + address, headers, signal, headersTimeout: timeout });
  }

  /** The connection for the streams of all sockets. */
  get channel(): Channel {
    return (this.#channel ??= new Channel(this.#channelUrl, this.#timeouts.connect ?? CONNECT_TIMEOUT));
  }

  /** Returns the connections of all pools: total, idle, and calls that wait for one. */
  connections(): { total: number; idle: number; waiting: number } {
    const stats = [...this.#pools.values()].map((pool) => pool.stats);
    const sum = (read: (one: (typeof stats)[number]) => number) => stats.reduce((all, one) => all + read(one), 0);
    return { total: sum((one) => one.connected), idle: sum((one) => one.free), waiting: sum((one) => one.queued) };
  }

  /** Aborts calls in progress and closes every connection. */
  async close(): Promise<void> {
    this.#channel?.close();
    await Promise.all([...this.#pools.values()].map((pool) => pool.destroy()));
  }
}
