import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type, type TSchema } from 'typebox';
import {
  NoBody,
  type AnswerOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
} from '#schema/platform/endpoint.ts';
import { divideBody, wrongEchoes, type Echo } from './echo.ts';
import { invalid, malformed, unauthenticated } from '../errors.ts';
import { idempotencyKey } from '../db/idempotency.ts';
import { readParts } from './multipart.ts';
import { closed } from './schemaNodes.ts';
import type { Session } from '../session.ts';
import type { Source, Trx, Work } from '../db/unitOfWork.ts';
import { contractBreach } from './validation.ts';
import { UNKNOWN_FIELD } from './validationMessages.ts';

/** What a handler of a public endpoint gets: its validated input. */
export interface OpenContext<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** What every other handler gets besides: who asks, and the database bound to their account. */
export interface Context<E extends Endpoint> extends OpenContext<E> {
  session: Session;
  /** One READ ONLY transaction. */
  read<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** One writing transaction with history, idempotency and notifications; what it returns is the answer repeated later. */
  write<T>(work: (trx: Trx, work: Work) => Promise<T>): Promise<T>;
}

/** An answer with a sentence for the person ("Tudo certo! …"). */
export class Answered<T> {
  constructor(
    readonly data: T,
    readonly message: string,
  ) {}
}
export const answered = <T>(data: T, message: string): Answered<T> => new Answered(data, message);

type Result<E extends Endpoint> = AnswerOf<E> | Answered<AnswerOf<E>>;
export type Handler<E extends Endpoint, C = Context<E>> = (context: C) => Promise<Result<E>> | Result<E>;

/** Whether a change could have named a version and named none. */
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

/** Says by RFC 7234 §5.5 that somebody else's change may have been overwritten. */
export const warnUnversioned = (reply: FastifyReply): void =>
  void reply.header('warning', '199 - "No version was sent: the current version was changed"');

/** The source of a command that this request asks for; only for routes registered without `implement`. */
export const sourceOf = (request: FastifyRequest, reply?: FastifyReply): Source => ({
  // The address as called, not as registered: a key used for one company's collection is another's no more.
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
  // Validated against the endpoint's own schemas before the handler runs.
  params: request.params as ParamsOf<E>,
  query: request.query as QueryOf<E>,
  body: request.body as BodyOf<E>,
  request,
  reply,
});

/** A call without a body takes none: `{}` and null are how some clients say so. */
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

/** What is done with a body before it is validated. */
const preparations = (endpoint: Endpoint) => [
  ...(endpoint.multipart ? [readParts(endpoint.multipart)] : []),
  ...(endpoint.body === NoBody && endpoint.bodyKind === 'json' && endpoint.method !== 'GET' ? [refuseBody] : []),
  ...(endpoint.echo ? [divideEchoes(endpoint.body, endpoint.echo)] : []),
];

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
    preValidation: preparations(endpoint),
    config: { ...(endpoint.failure ? { failure: endpoint.failure } : {}), oauth: endpoint.oauth },
    handler: async (request, reply) => {
      const result = await handle(request, reply);
      if (endpoint.bare) return result;
      const data = result instanceof Answered ? result.data : result;
      const broken = breach?.(data);
      if (broken !== undefined) throw new Error(`${endpoint.method} ${endpoint.path} breaks its contract: ${broken}`);
      return { ok: true, data: data ?? null, ...(result instanceof Answered ? { message: result.message } : {}) };
    },
  });
};

/** What an update's `GET` answers, read in the transaction of the change: what is echoed has to be so before or after it. */
export type Current<E extends Endpoint> = (
  trx: Trx,
  context: OpenContext<E> & { session: Session },
) => Promise<unknown>;

type Write<T> = (trx: Trx, work: Work) => Promise<T>;

/** The change, undone by a refusal where an echo says what is not so. Without `current` the change answers its own row. */
const withEchoes =
  <T>(echoes: readonly Echo[], write: Write<T>, current?: (trx: Trx) => Promise<unknown>): Write<T> =>
  async (trx, work) => {
    const before = current && (await current(trx));
    const written = await write(trx, work);
    const wrong = wrongEchoes(echoes, [before, current ? await current(trx) : written]);
    if (wrong.length > 0) throw invalid(wrong);
    return written;
  };

/**
 * Registers an endpoint: what comes in is validated by it, what goes out is wrapped in `{ ok, data, message? }` unless
 * it is bare. Who may call it stands in services/policy.ts, and nowhere else. An update with an `echo` says by `current`
 * what there is.
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
    return handler({
      ...context,
      read: (work) => app.platform.query(session, work),
      write: async (work) => {
        const source = { ...sourceOf(request, reply), unversioned };
        const checked = echoes && echoes.length > 0 ? withEchoes(echoes, work, read) : work;
        const written = await app.platform.command(session, source, checked);
        if (unversioned) warnUnversioned(reply);
        return written;
      },
    });
  });

/** Registers an endpoint that nobody has to log in for. */
export const implementPublic = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E, OpenContext<E>>,
): void => register(app, endpoint, (request, reply) => handler(openContext<E>(request, reply)));
