import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, type GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isFeatureAllowed } from '#domain/permissions.ts';
import { isApiToken } from '#domain/apiLimits.ts';
import { EXPORT_PATH, type ExportBody, type ExportFailure } from '#schema/lists/export.ts';
import type { GatewayContext } from '../context.ts';
import type { May } from '../exports/lists/list.ts';
import { exportedLists } from '../exports/lists/lists.ts';
import { copied, gzipped } from '../exports/sent.ts';
import type { Source } from '../exports/source.ts';
import { readVariables } from '../exports/variables.ts';
import { writeList } from '../exports/write.ts';
import type { Coerced } from '../graphql/variables.ts';
import { toId } from '../platform/ids.ts';
import { runQuery } from '../graphql/compiled.ts';
import { formatError } from '../graphql/formatError.ts';
import type { Admission } from '../limits/admission.ts';
import { requireAffordable } from '../limits/cost.ts';
import type { SharedLimits } from '../limits/shared.ts';
import { bearerOf } from '../platform/bearer.ts';
import { ClientDisconnect } from '../platform/clientDisconnect.ts';
import { MAX_PAGE_SIZE } from '../platform/lists.ts';
import type { Caller } from '../rest/client.ts';
import type { ListWalk } from '../rest/listWalk.ts';
import { forbidden, gatewayError, invalid, toGraphQLError, unauthenticated } from '../rest/errors.ts';
import { failureBody } from './failures.ts';

export interface ExportRouteOptions {
  schema: GraphQLSchema;
  admission: Admission;
  createContext: (caller: Caller) => GatewayContext;
  limits: SharedLimits;
}

/** Files that are made at a time: people wait for one, and the services are there for everybody. */
const AT_ONCE = { ofUser: 1, inAll: 4 };
const RETRY_AFTER = 10;
const LARGEST_BODY = 64 * 1024;

const body = Compile(
  Type.Object(
    {
      list: Type.String({ maxLength: 60 }),
      format: Type.Union([Type.Literal('csv'), Type.Literal('xlsx')]),
      variables: Type.Record(Type.String(), Type.Unknown()),
    },
    { additionalProperties: false },
  ),
);

const refuse = (path: string): never => {
  throw invalid('O pedido do arquivo não é válido.', [{ path, message: 'Valor inválido ou campo desconhecido.' }]);
};

const bodyOf = (sent: unknown): ExportBody => {
  if (body.Check(sent)) return body.Parse(sent);
  const [first] = body.Errors(sent);
  const unknown = first?.keyword === 'additionalProperties' ? first.params.additionalProperties[0] : undefined;
  return refuse(unknown ?? first?.instancePath.slice(1).replaceAll('/', '.') ?? '');
};

/** What a client may be told of an error. */
const toldOf = (thrown: unknown) => {
  const error = toGraphQLError(thrown);
  const { message, extensions = {} } = formatError(error.toJSON(), error);
  return { message, extensions, status: typeof extensions.status === 'number' ? extensions.status : 500 };
};

const failureOf =
  ({ id, log }: FastifyRequest) =>
  (thrown: unknown): ExportFailure => {
    const { message, extensions, status } = toldOf(thrown);
    // A service that does not answer is counted where it was called.
    if (status === 500) log.error({ err: thrown }, 'a list was not exported');
    return { status, error: String(extensions.code), message, requestId: id };
  };

const fail = (request: FastifyRequest, reply: FastifyReply, thrown: unknown) => {
  const { status, error, message } = failureOf(request)(thrown);
  const { retryAfter, fields } = toldOf(thrown).extensions;
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  return reply.code(status).send({ ...failureBody(status, request, message), error, ...(fields ? { fields } : {}) });
};

/** Sends what is written as it comes, compressed for whoever takes that: a sheet shrinks to a twelfth. */
const send = (request: FastifyRequest, reply: FastifyReply, pieces: AsyncIterable<Uint8Array>): FastifyReply => {
  void reply.type('application/octet-stream').headers({ 'cache-control': 'no-store', vary: 'accept-encoding' });
  const isCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (isCompressed) void reply.header('content-encoding', 'gzip');
  return reply.send(Readable.from((isCompressed ? gzipped : copied)(pieces), { objectMode: false }));
};

/** What was begun, from its beginning. */
async function* whole<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

/** What the user may do in the place that the variables of a list name. */
const mayOf = async (context: GatewayContext, { companyId, buildingId }: Coerced): Promise<May> => {
  const user = await context.session();
  const scope = {
    companyId: typeof companyId === 'string' ? toId(companyId) : null,
    buildingId: typeof buildingId === 'string' ? toId(buildingId) : null,
  };
  return (permission) => isFeatureAllowed(user, [permission], scope);
};

/** A list as a file, for the screen that shows it (decision 120). */
export const registerListExport = (
  app: FastifyInstance,
  { schema, admission, createContext, limits }: ExportRouteOptions,
): void => {
  const ofUsers = limits.slots('exports of users', AT_ONCE.ofUser);
  const all = limits.slots('exports', AT_ONCE.inAll);
  const take = async (context: GatewayContext): Promise<() => void> => {
    const { user } = await context.session();
    const ofUser = ofUsers.take(user.id);
    if (!ofUser) {
      const message = 'Você já tem uma exportação em andamento. Aguarde ou cancele a outra.';
      throw gatewayError('RATE_LIMITED', message, { status: 429, retryAfter: RETRY_AFTER });
    }
    const one = all.take('');
    if (one)
      return () => {
        ofUser();
        one();
      };
    ofUser();
    const message = 'Há exportações demais em andamento. Tente de novo em instantes.';
    throw gatewayError('UNAVAILABLE', message, { status: 503, retryAfter: RETRY_AFTER });
  };

  const sourceOf = async (sent: ExportBody, contextOf: (walk?: ListWalk) => GatewayContext): Promise<Source> => {
    const list = exportedLists.get(sent.list) ?? refuse('list');
    // A safe cast: each document has one operation, which the tests run.
    const operation = getOperationAST(list.document) as OperationDefinitionNode;
    const variables = readVariables(schema, operation, sent.variables, MAX_PAGE_SIZE);
    // One page is charged: only one file of a user is made at a time, which bounds the others.
    await admission.admit(contextOf(), requireAffordable(schema, list.document, operation, variables));
    return {
      file: list.fileOf(variables, await mayOf(contextOf(), variables)),
      ask: async (page, size, walk) => {
        // What a context has read would be kept until the last page.
        const context = contextOf(walk);
        const { data, errors } = await runQuery(schema, list.document, operation, context, {
          ...{ ...variables, page, size },
        });
        const [first] = (errors ?? []) as readonly GraphQLError[];
        if (first) throw first;
        return data;
      },
    };
  };

  app.post(EXPORT_PATH, { bodyLimit: LARGEST_BODY }, async (request, reply) => {
    const token = bearerOf(request.headers.authorization);
    const disconnect = new ClientDisconnect();
    reply.raw.once('close', () => disconnect.disconnect());
    const contextOf = (walk?: ListWalk) =>
      createContext({
        ...{ token, requestId: request.id, address: request.ip, idempotencyKey: null, disconnect },
        ...(walk && { walk }),
      });
    try {
      if (token === null) throw unauthenticated();
      // Programs have the CSV of decision 92, whose columns never change.
      if (isApiToken(token)) throw forbidden();
      const sent = bodyOf(request.body);
      const source = await sourceOf(sent, contextOf);
      disconnect.onDisconnect(await take(contextOf()));
      const written = writeList(source, sent.format, failureOf(request));
      // Also of an answer that nobody reads to its end: closes the file.
      disconnect.onDisconnect(() => void written.return(undefined));
      return await send(request, reply, whole(await written.next(), written));
    } catch (error) {
      return fail(request, reply, error);
    }
  });
};
