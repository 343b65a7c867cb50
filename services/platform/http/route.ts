import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import { headerOf, SESSION_HEADER } from '#domain/sessionHeader.ts';
import {
  NoBody,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '#schema/platform/endpoint.ts';
import { answerChanges, type ChangesCall } from '../register/changes/changes.ts';
import { divideBody, wrongEchoes, type Echo } from './echo.ts';
import { invalid, malformed, unauthenticated } from '../errors.ts';
import { idempotencyKey } from '../db/idempotency.ts';
import { readParts } from './multipart.ts';
import { closed } from './schemaNodes.ts';
import type { Platform } from '../platform.ts';
import type { Session } from '../session.ts';
import { describeRights } from '../sessionUser.ts';
import type { Plans, Source, Trx, Work } from '../db/unitOfWork.ts';
import { contractBreach } from './validation.ts';
import { UNKNOWN_FIELD } from './validationMessages.ts';

/** Input of a public endpoint's handler, validated. */
export interface OpenContext<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Input of every other handler: adds the session, and the database bound to its account. */
export interface Context<E extends Endpoint> extends OpenContext<E> {
  session: Session;
  /** Runs one READ ONLY SQL transaction. The work may run again, on the primary after it has failed on a replica. */
  read<T>(work: (trx: Trx) => Promise<T>, plans?: Plans): Promise<T>;
  /**
   * Runs one writing SQL transaction with audit, idempotency and notifications; a repeated call returns the same
   * result.
   */
  write<T>(work: (trx: Trx, work: Work) => Promise<T>, plans?: Plans): Promise<T>;
}

/** A response with a message for the user ("Tudo certo! …"). */
export class Answered<T> {
  constructor(
    readonly data: T,
    readonly message: string,
  ) {}
}
export const answered = <T>(data: T, message: string): Answered<T> => new Answered(data, message);

type Result<E extends Endpoint> = AnswerOf<E> | Answered<AnswerOf<E>>;
export type Handler<E extends Endpoint, C = Context<E>> = (context: C) => Promise<Result<E>> | Result<E>;

/** Returns true for a change whose endpoint accepts a version but whose request has none. */
const isUnversioned = ({ method, body, query }: Endpoint, request: FastifyRequest): boolean => {
  if (method === 'GET') return false;
  const named = [
    [body, request.body],
    [query, request.query],
  ] as const;
  return named.some(([schema, sent]) => {
    const takes = 'properties' in schema && Object.hasOwn(schema.properties as object, 'version');
    return takes && (sent as { version?: number } | undefined)?.version === undefined;
  });
};

/** Adds the Warning header (RFC 7234 §5.5): the change may have overwritten another user's. */
export const warnUnversioned = (reply: FastifyReply): void =>
  void reply.header('warning', '199 - "No version was sent: the current version was changed"');

/** Returns the origin of a request's command; only for routes registered without `implement`. */
export const sourceOf = (request: FastifyRequest, reply?: FastifyReply): Source => ({
  // The path as called, not as registered: the key of one company's collection must not match another's.
  route: `${request.method} ${request.url.split('?', 1)[0]?.replace(/\/$/, '')}`,
  requestId: request.id,
  idempotencyKey: idempotencyKey(request.headers['idempotency-key']),
  body: request.body,
  bytes: Number(request.headers['content-length'] ?? 0),
  onReplay: () => void reply?.header('idempotency-replayed', 'true'),
});

const envelope = (answer: TSchema) =>
  Type.Object({ ok: Type.Boolean(), data: answer, message: Type.Optional(Type.String()) });

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  text: 'text/plain',
};

const ECHO =
  'Fields of the answer that this body does not name may come along, as they are; saying anything else of them is refused (400).';

const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  ...(endpoint.echo ? { description: ECHO } : {}),
  tags: [endpoint.path.split('/')[3] ?? 'oauth'],
  params: endpoint.params,
  querystring: endpoint.query,
  ...(endpoint.body === NoBody || endpoint.bodyKind === 'multipart'
    ? {}
    : { body: endpoint.bodyKind === 'json' ? closed(endpoint.body) : endpoint.body }),
  ...(endpoint.body === NoBody
    ? {}
    : { consumes: [mediaTypes[endpoint.bodyKind], ...(endpoint.multipart ? [mediaTypes.multipart] : [])] }),
  response: { 200: endpoint.bare ? endpoint.answer : envelope(endpoint.answer) },
});

const openContext = <E extends Endpoint>(request: FastifyRequest, reply: FastifyReply): OpenContext<E> => ({
  // Safe casts: validated against the endpoint's schemas before the handler runs.
  params: request.params as ParamsOf<E>,
  query: request.query as QueryOf<E>,
  body: request.body as BodyOf<E>,
  request,
  reply,
});

/** A body that was left out has no fields. */
const fillBody = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

/** Rejects a body where the endpoint has none; allows `{}` and null, which some clients send. */
const refuseBody = async ({ body }: FastifyRequest): Promise<void> => {
  if (body === undefined || body === null) return;
  if (typeof body !== 'object' || Array.isArray(body)) throw malformed();
  refuseUnknown(Object.keys(body));
};

const refuseUnknown = (paths: readonly string[]): void => {
  if (paths.length > 0) throw invalid(paths.map((path) => ({ path, message: UNKNOWN_FIELD })));
};

const divideEchoes =
  (body: TSchema, echo: TSchema) =>
  async (request: FastifyRequest): Promise<void> => {
    const divided = divideBody(request.body, body, echo);
    refuseUnknown(divided.unknown);
    request.body = divided.body;
    request.echoes = divided.echoes;
  };

/** Returns the steps that run on a body before its validation. */
const preparations = (endpoint: Endpoint) => [
  ...(endpoint.multipart ? [readParts(endpoint.multipart)] : []),
  ...(endpoint.bodyOptional ? [fillBody] : []),
  ...(endpoint.body === NoBody && endpoint.bodyKind === 'json' && endpoint.method !== 'GET' ? [refuseBody] : []),
  ...(endpoint.echo ? [divideEchoes(endpoint.body, endpoint.echo)] : []),
];

/** Answers the session beside the rows, to who asks for it; it is left out where the call of its own would fail, or is too long. */
const bringSession = async (
  { wholeSession }: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): Promise<void> => {
  if (!wholeSession) return;
  const read = <T>(work: (trx: Trx) => Promise<T>): Promise<T> => platform.query(wholeSession, work);
  const header = await describeRights(wholeSession, read).then(headerOf, () => null);
  if (header !== null) reply.header(SESSION_HEADER, header);
};

const register = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Result<E>> | Result<E>,
): void => {
  const breach = app.platform.checkAnswers ? contractBreach(endpoint.answer) : undefined;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(endpoint.bodyBytes === undefined ? {} : { bodyLimit: endpoint.bodyBytes }),
    preValidation: preparations(endpoint),
    config: { ...(endpoint.failure ? { failure: endpoint.failure } : {}), oauth: endpoint.oauth },
    handler: async (request, reply) => {
      const result = await handle(request, reply);
      if (endpoint.bare) return result;
      if (endpoint.method === 'GET') await bringSession(request, reply, app.platform);
      const data = result instanceof Answered ? result.data : result;
      const broken = breach?.(data);
      if (broken !== undefined) throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${broken}`);
      return { ok: true, data: data ?? null, ...(result instanceof Answered ? { message: result.message } : {}) };
    },
  });
};

/**
 * Returns the response of the resource's `GET`, read in the SQL transaction of the change: an echo must equal it before
 * or after the change.
 */
export type Current<E extends Endpoint> = (
  trx: Trx,
  context: OpenContext<E> & { session: Session },
) => Promise<unknown>;

type Write<T> = (trx: Trx, work: Work) => Promise<T>;

/**
 * Wraps a change and rolls it back (400) when an echo differs from the stored values. Without `current`, compares with
 * the change's own result.
 */
const withEchoes =
  <T>(echoes: readonly Echo[], write: Write<T>, current?: (trx: Trx) => Promise<unknown>): Write<T> =>
  async (trx, work) => {
    const before = current && (await current(trx));
    const written = await write(trx, work);
    const wrong = wrongEchoes(echoes, [before, current ? await current(trx) : written]);
    if (wrong.length > 0) throw invalid(wrong);
    return written;
  };

/** The query of a list that is read by changes; features do not know the key. */
const queryOf = <E extends Endpoint>({ query }: Context<E>) => query as ChangesCall['query'];

const asksChanges = <E extends Endpoint>(endpoint: E, context: Context<E>): boolean =>
  endpoint.watched !== undefined && queryOf(context).changedSince !== undefined;

/**
 * Whether reads of a call may be a replica's: those that their endpoint says, and lists that programs read. A list that is
 * read by changes counts the transactions of the primary.
 */
const isForReplica = <E extends Endpoint>(endpoint: E, context: Context<E>): boolean =>
  !asksChanges(endpoint, context) &&
  (endpoint.replica === true || (endpoint.watched !== undefined && context.session.token !== null));

/** Runs the list for the rows that changed. */
const changesOf = <E extends Endpoint>(endpoint: E, context: Context<E>, handler: Handler<E>): Promise<Result<E>> => {
  const { path, watched } = endpoint;
  if (!watched) throw new Error(`${path} is no list of changes`);
  const { session, params, read } = context;
  const call = { session, watched, path, params: params as ChangesCall['params'], query: queryOf(context) };
  return answerChanges<Result<E>>(call, read, async (query) => handler({ ...context, query: query as QueryOf<E> }));
};

/**
 * Registers an endpoint: validates the input by its schemas and wraps the result in `{ ok, data, message? }` unless it
 * is bare. Only services/policy.ts decides access. An update with an `echo` reads the current values by `current`.
 */
export const implement = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  current?: Current<E>,
): void =>
  register(app, endpoint, (request, reply) => {
    const { session, echoes } = request;
    if (!session) throw unauthenticated();
    const context = { ...openContext<E>(request, reply), session };
    const read = current && ((trx: Trx) => current(trx, context));
    const unversioned = isUnversioned(endpoint, request);
    const full: Context<E> = {
      ...context,
      read: (work, plans) =>
        (isForReplica(endpoint, full) ? app.platform.replica.query : app.platform.query)(session, work, plans),
      write: async (work, plans) => {
        const source = { ...sourceOf(request, reply), unversioned, ...plans };
        const checked = echoes && echoes.length > 0 ? withEchoes(echoes, work, read) : work;
        const written = await app.platform.command(session, source, checked);
        if (unversioned) warnUnversioned(reply);
        return written;
      },
    };
    return asksChanges(endpoint, full) ? changesOf(endpoint, full, handler) : handler(full);
  });

/** Registers a public endpoint. */
export const implementPublic = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, OpenContext<E>>,
): void => register(app, endpoint, (request, reply) => handler(openContext<E>(request, reply)));
