import type { GraphQLError } from 'graphql';
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#schema/platform/endpoint.ts';
import { ASK_SESSION, SESSION_HEADER } from '#domain/sessionHeader.ts';
import { sessionEndpoints } from '#schema/security/session.rest.ts';
import type { ClientDisconnect } from '../platform/clientDisconnect.ts';
import type { Operation } from '../platform/operation.ts';
import { addressOf, encodeForm } from './address.ts';
import { type FieldNames, refusedBy, unreachable } from './errors.ts';
import type { TransportAnswer } from './exchange.ts';
import type { ListWalk } from './listWalk.ts';
import { TimedOut, type Transport, type TransportRequest } from './transport.ts';

/** The client of one GraphQL request; its values go along with every REST call. */
export interface Caller {
  token: string | null;
  requestId: string;
  /** Client address, for the rate limits of the services. */
  address: string;
  /** User-Agent of the client, for the list of its user's sessions. */
  userAgent?: string | undefined;
  idempotencyKey: string | null;
  /** Operation record for log and metrics. */
  operation?: Operation;
  /** Cancels reads when the client disconnects. */
  disconnect?: ClientDisconnect;
  /** How an export reads its list. */
  walk?: ListWalk;
}

/** Makes a part of the input optional when none of its keys is required. */
type Part<Key extends string, T> = Record<never, never> extends T ? { [K in Key]?: T } : { [K in Key]: T };

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    /** Maps field paths of the REST body to those of the GraphQL input in errors. */
    fieldNames?: FieldNames;
    headers?: Record<string, string>;
  };

interface LooseInput {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  fieldNames?: FieldNames;
  headers?: Record<string, string>;
}

const CONTENT_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded', text: 'text/plain' };

const encodeBody = ({ bodyKind, method }: Endpoint, body: unknown): { type: string; text: string } | null => {
  if (body === undefined || method === 'GET') return null;
  if (bodyKind === 'multipart') throw new Error('Files travel by REST, not through GraphQL');
  const type = CONTENT_TYPES[bodyKind];
  if (bodyKind === 'json') return { type, text: JSON.stringify(body) };
  if (bodyKind === 'text') return { type, text: String(body) };
  return { type, text: encodeForm(body as Record<string, unknown>) };
};

/** Returns the parsed JSON; for invalid JSON the text itself. */
export const parseBody = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

const isEnvelope = (body: unknown): body is { ok: boolean; data?: unknown } =>
  typeof body === 'object' && body !== null && 'ok' in body && typeof body.ok === 'boolean';

const retryAfterOf = ({ headers }: TransportAnswer): number | undefined => {
  const seconds = Number(headers['retry-after']);
  return Number.isInteger(seconds) && seconds >= 0 && headers['retry-after'] !== undefined ? seconds : undefined;
};

/**
 * REST client of one GraphQL request, typed by endpoints. Concurrent identical reads share one call, and each caller
 * gets its own copy of the response; nothing is shared between requests. Counts calls and SQL statements.
 */
export class RestClient {
  /** Method and path of each call, e.g. `GET /api/v1/security/session`, in call order. */
  readonly calls: string[] = [];
  /** SQL statements of all calls, where the services report them. */
  sqlQueries = 0;
  readonly #underWay = new Map<string, Promise<TransportAnswer>>();
  #writes = 0;
  #keepsReads = false;
  #asksSession = false;
  #session: Promise<string | null> | null = null;
  #permitted: (() => Promise<void>) | null = null;

  constructor(
    readonly transport: Transport,
    readonly caller: Caller,
    private readonly onWrite: () => void = () => {},
  ) {}

  /**
   * Keeps every response until the end of the request, so that a second run of the operation repeats no call. Only for
   * operations that do not write.
   */
  keepReads(): void {
    this.#keepsReads = true;
  }

  /**
   * Runs `start` before it is known whether its caller may. The first read that it makes at once asks for the session too, whose JSON is
   * returned beside what was started: null when no read did, or when the answer says none. Writes wait until `permitted` resolves.
   */
  startAskingSession<T>(
    start: () => T,
    permitted: () => Promise<void>,
  ): { started: T; session: Promise<string | null> | null } {
    this.#asksSession = true;
    this.#session = null;
    this.#permitted = permitted;
    try {
      return { started: start(), session: this.#session };
    } finally {
      this.#asksSession = false;
    }
  }

  /** Calls an endpoint and returns the `data` of its response. Throws a GraphQLError by the table of errors.ts. */
  call<E extends Endpoint>(
    endpoint: E,
    ...[input]: Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
  ): Promise<AnswerOf<E>> {
    const loose: LooseInput = input ?? {};
    const { walk } = this.caller;
    // Safe cast: as below.
    if (walk?.isList(endpoint, loose.query)) return this.#walk(walk, endpoint, loose) as Promise<AnswerOf<E>>;
    const address = addressOf(endpoint, loose.params, loose.query);
    // Safe cast: the contract defines the type, so responses are not validated again.
    if (endpoint.method === 'GET') return this.#read(endpoint, address, loose) as Promise<AnswerOf<E>>;
    return this.#write(endpoint, address, loose) as Promise<AnswerOf<E>>;
  }

  async #walk(walk: ListWalk, endpoint: Endpoint, input: LooseInput): Promise<unknown> {
    const answer = await this.#read(endpoint, addressOf(endpoint, input.params, walk.queryOf(input.query)), input);
    walk.take(answer);
    return answer;
  }

  async #read(endpoint: Endpoint, address: string, input: LooseInput): Promise<unknown> {
    // A read that asks for the session itself brings none.
    const asks = this.#asksSession && !endpoint.bare && endpoint !== sessionEndpoints.session;
    this.#asksSession = false;
    const headers = asks ? { ...input.headers, [SESSION_HEADER]: ASK_SESSION } : input.headers;
    let answer = this.#underWay.get(address);
    if (!answer) {
      answer = this.#send(endpoint, address, { ...input, ...(headers && { headers }) }).finally(
        () => this.#keepsReads || this.#underWay.delete(address),
      );
      this.#underWay.set(address, answer);
    }
    if (asks) this.#session = this.#sessionBeside(endpoint, answer, input.fieldNames);
    return this.#unwrap(endpoint, await answer, input.fieldNames);
  }

  #sessionBeside(
    endpoint: Endpoint,
    answer: Promise<TransportAnswer>,
    fieldNames: FieldNames | undefined,
  ): Promise<string | null> {
    const session = answer.then((answered) => {
      // Services that fail would keep a call of its own waiting as long.
      if (answered.status >= 500) throw this.#refusal(endpoint, answered, fieldNames);
      return String(answered.headers[SESSION_HEADER] ?? '') || null;
    });
    // Nobody may wait for it.
    session.catch(() => undefined);
    return session;
  }

  // An Idempotency-Key belongs to a GraphQL request: the second write is another command and needs its own key.
  async #write(endpoint: Endpoint, address: string, input: LooseInput): Promise<unknown> {
    await this.#permitted?.();
    const { idempotencyKey } = this.caller;
    this.#writes += 1;
    const key = idempotencyKey && (this.#writes === 1 ? idempotencyKey : `${idempotencyKey}-${this.#writes}`);
    const headers = { ...input.headers, ...(key && { 'idempotency-key': key }) };
    try {
      return this.#unwrap(endpoint, await this.#send(endpoint, address, { ...input, headers }), input.fieldNames);
    } finally {
      this.onWrite();
    }
  }

  /** Returns the headers of every call, with `extra`. */
  headers(extra: Record<string, string> = {}): Record<string, string> {
    const { token, requestId, address, userAgent } = this.caller;
    return {
      accept: 'application/json',
      'x-request-id': requestId,
      'x-forwarded-for': address,
      ...(userAgent && { 'user-agent': userAgent }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...extra,
    };
  }

  async #send(endpoint: Endpoint, address: string, input: LooseInput): Promise<TransportAnswer> {
    this.calls.push(`${endpoint.method} ${endpoint.path}`);
    if (this.caller.operation) this.caller.operation.restCalls = this.calls.length;
    const body = encodeBody(endpoint, input.body);
    const headers = this.headers({ ...input.headers, ...(body && { 'content-type': body.type }) });
    const answer = await this.#reach(endpoint, { method: endpoint.method, address, headers, body: body?.text });
    this.sqlQueries += Number(answer.headers['x-sql-queries'] ?? 0);
    return answer;
  }

  async #reach(endpoint: Endpoint, request: TransportRequest): Promise<TransportAnswer> {
    try {
      // Writes ignore the disconnect: an aborted write might or might not have taken effect.
      return await this.transport.send(request, endpoint.method === 'GET' ? this.caller.disconnect : undefined);
    } catch (error) {
      throw unreachable(error instanceof TimedOut ? 504 : 503, this.caller.requestId, endpoint.failure);
    }
  }

  #refusal({ failure: fallback }: Endpoint, answer: TransportAnswer, fieldNames: FieldNames | undefined): GraphQLError {
    const status = answer.status >= 200 && answer.status <= 299 ? 422 : answer.status;
    const { requestId } = this.caller;
    return refusedBy({
      ...{ status, body: parseBody(answer.text), requestId, fallback, fieldNames },
      retryAfter: retryAfterOf(answer),
    });
  }

  // Success is 200–299; "responses often have ok, data and message", so a body without that envelope is returned whole
  // (§7).
  #unwrap(endpoint: Endpoint, answer: TransportAnswer, fieldNames: FieldNames | undefined): unknown {
    const { status } = answer;
    const body = parseBody(answer.text);
    const succeeded = status >= 200 && status <= 299;
    const notOk = !endpoint.bare && isEnvelope(body) && !body.ok;
    if (!succeeded || notOk) throw this.#refusal(endpoint, answer, fieldNames);
    if (endpoint.bare) return body;
    return isEnvelope(body) ? body.data : body;
  }
}
