import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#schema/platform/endpoint.ts';
import type { ClientDisconnect } from '../platform/clientDisconnect.ts';
import type { Operation } from '../platform/operation.ts';
import { addressOf, encodeForm } from './address.ts';
import { type FieldNames, refusedBy, unreachable } from './errors.ts';
import type { TransportAnswer } from './exchange.ts';
import { TimedOut, type Transport, type TransportRequest } from './transport.ts';

/** Who asks: what every call made for one GraphQL request carries on. */
export interface Caller {
  token: string | null;
  requestId: string;
  /** Address of the browser, for the limits of the services. */
  address: string;
  idempotencyKey: string | null;
  /** What is noted of the operation, for the log. */
  operation?: Operation;
  /** Reads stop when the client disconnects. */
  disconnect?: ClientDisconnect;
}

/** A part may be left out where none of its keys is required. */
type Part<Key extends string, T> = Record<never, never> extends T ? { [K in Key]?: T } : { [K in Key]: T };

export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    /** Names that the fields of a refused body have in the GraphQL input. */
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

/** JSON as what it says, anything else as the text that it is. */
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
 * The calls of one GraphQL request, typed by their endpoints. Equal reads under way at the same time are one call, of
 * which each asker gets an answer of its own; nothing is shared with another request. Counts what the calls cost.
 */
export class RestClient {
  /** `GET /api/v1/security/session`, in the order asked. */
  readonly calls: string[] = [];
  /** SQL statements that the calls cost, where the services tell. */
  sqlQueries = 0;
  readonly #underWay = new Map<string, Promise<TransportAnswer>>();
  #writes = 0;
  #keepsReads = false;

  constructor(
    readonly transport: Transport,
    readonly caller: Caller,
    private readonly onWrite: () => void = () => {},
  ) {}

  /** Keeps every answer until the end, for an operation that may be run again: it then asks nothing twice. Not for one that writes. */
  keepReads(): void {
    this.#keepsReads = true;
  }

  /** The `data` of the answer. Throws a GraphQLError from the table of errors.ts. */
  call<E extends Endpoint>(
    endpoint: E,
    ...[input]: Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
  ): Promise<AnswerOf<E>> {
    const loose: LooseInput = input ?? {};
    const address = addressOf(endpoint, loose.params, loose.query);
    // The contract is the type: what a service answers is not validated again here.
    if (endpoint.method === 'GET') return this.#read(endpoint, address, loose) as Promise<AnswerOf<E>>;
    return this.#write(endpoint, address, loose) as Promise<AnswerOf<E>>;
  }

  async #read(endpoint: Endpoint, address: string, input: LooseInput): Promise<unknown> {
    let answer = this.#underWay.get(address);
    if (!answer) {
      answer = this.#send(endpoint, address, input).finally(() => this.#keepsReads || this.#underWay.delete(address));
      this.#underWay.set(address, answer);
    }
    return this.#unwrap(endpoint, await answer, input.fieldNames);
  }

  // One key comes with a whole GraphQL request; its second write is another command and needs a key of its own.
  async #write(endpoint: Endpoint, address: string, input: LooseInput): Promise<unknown> {
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

  /** Headers that every call carries. */
  headers(extra: Record<string, string> = {}): Record<string, string> {
    const { token, requestId, address } = this.caller;
    return {
      accept: 'application/json',
      'x-request-id': requestId,
      'x-forwarded-for': address,
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
      // A write is never left half-way: it has its effect, whether or not somebody waits for the answer.
      return await this.transport.send(request, endpoint.method === 'GET' ? this.caller.disconnect : undefined);
    } catch (error) {
      throw unreachable(error instanceof TimedOut ? 504 : 503, this.caller.requestId, endpoint.failure);
    }
  }

  // §7: success is 200–299; "responses often have ok, data and message", so an answer without envelope is taken whole.
  #unwrap(endpoint: Endpoint, answer: TransportAnswer, fieldNames: FieldNames | undefined): unknown {
    const { status } = answer;
    const body = parseBody(answer.text);
    const { requestId } = this.caller;
    const succeeded = status >= 200 && status <= 299;
    const notOk = !endpoint.bare && isEnvelope(body) && !body.ok;
    if (!succeeded || notOk) {
      const fallback = endpoint.failure;
      const told = succeeded ? 422 : status;
      throw refusedBy({ status: told, body, requestId, fallback, fieldNames, retryAfter: retryAfterOf(answer) });
    }
    if (endpoint.bare) return body;
    return isEnvelope(body) ? body.data : body;
  }
}
