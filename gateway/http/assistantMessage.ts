import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { Compile } from 'typebox/compile';
import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { MESSAGE_PATH, MessageBody } from '#schema/assistant/conversation.rest.ts';
import { converse } from '../assistant/conversation.ts';
import type { GatewayContext } from '../context.ts';
import { ASK_COST } from '../limits/cost.ts';
import type { Admission } from '../limits/admission.ts';
import { bearerOf } from '../platform/bearer.ts';
import type { Caller } from '../rest/client.ts';
import { type FieldError, invalid, toGraphQLError, unauthenticated } from '../rest/errors.ts';
import { failureBody } from './failures.ts';

export interface MessageRouteOptions {
  schema: GraphQLSchema;
  admission: Admission;
  createContext: (caller: Caller) => GatewayContext;
}

/** Bytes of a body: the question, the path of a screen, and the names around them. */
const LARGEST_BODY = 8 * 1024;

const body = Compile(MessageBody);

/** "/context/companyId" as "context.companyId". */
const pathOf = (pointer: string): string => pointer.slice(1).replaceAll('/', '.');

const problemOf = (sent: unknown): FieldError | null => {
  if (body.Check(sent)) return null;
  const [first] = body.Errors(sent);
  const path = pathOf(first?.instancePath ?? '');
  const message =
    path === 'input.text'
      ? `Escreva uma pergunta de até ${LONGEST_QUESTION} caracteres.`
      : 'Valor inválido ou campo desconhecido.';
  return { path: path === '' ? 'input' : path, message };
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fieldsOf = ({ extensions }: GraphQLError): FieldError[] =>
  Array.isArray(extensions.fields)
    ? extensions.fields.flatMap((field: unknown) =>
        isRecord(field) && typeof field.path === 'string' && typeof field.message === 'string'
          ? [{ path: field.path.replace(/^input\.(?=timezone|companyId)/, 'context.'), message: field.message }]
          : [],
      )
    : [];

const fail = (request: FastifyRequest, reply: FastifyReply, thrown: unknown) => {
  const error = toGraphQLError(thrown);
  const status = Number(error.extensions.status ?? 500);
  if (status >= 500) request.log.error({ err: thrown }, 'a question was not answered');
  const retryAfter = error.extensions.retryAfter;
  if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
  const fields = fieldsOf(error);
  return reply.code(status).send({
    ...failureBody(status, request, error.message),
    error: error.extensions.code,
    ...(fields.length > 0 && { fields }),
  });
};

/**
 * §7: a message to the assistant by REST. The gateway answers it, because answers are computed by its own GraphQL with
 * the caller's token; everything else below /api/v1/assistant is the service's.
 */
export const registerAssistantMessage = (
  app: FastifyInstance,
  { schema, admission, createContext }: MessageRouteOptions,
): void => {
  app.post(MESSAGE_PATH, { bodyLimit: LARGEST_BODY }, async (request, reply) => {
    const token = bearerOf(request.headers.authorization);
    const key = request.headers['idempotency-key'];
    const context = createContext({
      ...{ token, requestId: request.id, address: request.ip },
      userAgent: request.headers['user-agent']?.slice(0, 300),
      idempotencyKey: typeof key === 'string' && /^[\x21-\x7e]{1,180}$/.test(key) ? key : null,
    });
    try {
      if (token === null) throw unauthenticated();
      const problem = problemOf(request.body);
      if (problem) throw invalid(problem.message, [problem]);
      const sent = body.Parse(request.body);
      const { companyId, pathname, timezone, token: again } = sent.context ?? {};
      if (again != null && again !== token) {
        const message = 'O token do contexto não é o desta chamada.';
        throw invalid(message, [{ path: 'context.token', message }]);
      }
      await admission.admit(context, ASK_COST);
      const data = await converse(schema, context, {
        ...{ text: sent.input.text, pathname, timezone },
        companyId: companyId == null ? null : String(companyId),
      });
      return await reply.header('cache-control', 'no-store').send({ ok: true, data });
    } catch (error) {
      return fail(request, reply, error);
    }
  });
};
