import { randomUUID } from 'node:crypto';
import { getOperationAST, type GraphQLError, type GraphQLSchema } from 'graphql';
import { type Context, MessageType, type ServerOptions, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import { GatewayContext } from '../context.ts';
import { type Admission, TOO_MANY } from '../limits/admission.ts';
import { requireAffordable } from '../limits/cost.ts';
import type { InvalidDocuments } from '../limits/invalidDocuments.ts';
import { Rate } from '../limits/rates.ts';
import { LIMITS, limitError } from '../limits/settings.ts';
import { bearerOf } from '../platform/bearer.ts';
import { forbidden, hasCode, invalid, toGraphQLError } from '../rest/errors.ts';
import { CLOSE, closeSocket } from './closing.ts';
import type { DocumentCache } from './documents.ts';
import type { FormatError } from './formatError.ts';
import { identified } from './operation.ts';
import { type SendJson, subscribe, type SubscriptionArgs } from './sharedEvents.ts';
import { coerce } from './variables.ts';

const MAX_SUBSCRIPTIONS = 10;

/** State of a WebSocket, from its handshake and connection_init. */
export interface Connection {
  socket: WebSocket;
  address: string;
  token: string | null;
  /** Releases the socket's slot in the user's limit of open sockets. */
  release?: () => void;
}
export type Params = Record<string, unknown>;
type Socket = Context<Params, Connection>;

export interface HookOptions {
  schema: GraphQLSchema;
  documents: DocumentCache;
  formatError: FormatError;
  onFault: (fault: unknown, requestId: string) => void;
  invalidDocuments: InvalidDocuments;
  admission: Admission;
  createContext: (token: string | null, address: string) => GatewayContext;
}

const closeFor = ({ socket }: Connection, error: unknown): void => {
  if (hasCode(error, 'UNAUTHENTICATED')) closeSocket(socket, CLOSE.unauthenticated);
  else if (hasCode(error, 'FORBIDDEN')) closeSocket(socket, CLOSE.forbidden);
  else if (hasCode(error, 'LEGAL_RESTRICTION')) closeSocket(socket, CLOSE.restricted);
  else closeSocket(socket);
};

const ENDS_SOCKET = ['UNAUTHENTICATED', 'FORBIDDEN', 'UNAVAILABLE'] as const;

/**
 * Closes the socket after an ended session or a lost permission, since no subscription can continue; also when a
 * service is unavailable at the start of a subscription: the client reconnects, but would not retry a single
 * subscription.
 */
const closeWhenOver = (connection: Connection, errors: readonly GraphQLError[] = []): void => {
  const causes = errors.map(({ originalError, ...error }) => originalError ?? error);
  const over = causes.find((cause) => ENDS_SOCKET.some((code) => hasCode(cause, code)));
  if (over) closeFor(connection, over);
};

/** Unsent bytes of a socket from which on its next message waits for what is sent. */
const FULL = 64 * 1024;

/** Sends an answer as graphql-ws does, which would check and write each message anew. */
const jsonSender = (socket: WebSocket, id: string): SendJson => {
  const head = `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`;
  return (json) => {
    if (socket.readyState !== socket.OPEN) return undefined;
    const message = `${head}${json}}`;
    if (socket.bufferedAmount < FULL) return void socket.send(message);
    return new Promise<void>((resolve) => socket.send(message, () => resolve()));
  };
};

const prepare = async (
  options: HookOptions,
  socket: Socket,
  id: string,
  payload: SubscribePayload,
): Promise<SubscriptionArgs | readonly GraphQLError[]> => {
  const { schema, documents, invalidDocuments, createContext } = options;
  const { address, token } = socket.extra;
  const document = documents.read(payload.query);
  if (!('kind' in document)) {
    invalidDocuments.count(address);
    return document;
  }
  const { operationName, variables } = payload;
  const operation = getOperationAST(document, operationName);
  if (operation?.operation !== 'subscription') {
    return [invalid('Por esta conexão passam apenas assinaturas (subscription).')];
  }
  const coerced = coerce(schema, operation, variables);
  // Invalid variables cost nothing: graphql-js rejects the operation with the reason.
  const cost = coerced ? requireAffordable(schema, document, operation, coerced) : 0;
  const contextValue = createContext(token, address);
  await options.admission.admit(contextValue, cost);
  const sendJson = jsonSender(socket.extra.socket, id);
  return { schema, document, operationName, variableValues: variables, contextValue, sendJson };
};

/** Takes a slot in the user's limit of open sockets; closes the socket and returns false when the limit is reached. */
const holdShare = (admission: Admission, connection: Connection, user: number): boolean => {
  const { socket } = connection;
  // The client closed the socket during the session call: its slot would never be released.
  if (socket.readyState !== socket.OPEN) return false;
  const release = admission.socketsOfUser.take(user);
  if (!release) closeSocket(socket, CLOSE.tooMany);
  else connection.release = release;
  return release !== null;
};

/** Returns the hooks of graphql-ws: authentication, operation checks and error format. The limits are those of HTTP. */
export const subscriptionHooks = (options: HookOptions): ServerOptions<Params, Connection> => {
  const { formatError, invalidDocuments, createContext, admission } = options;
  const begun = new WeakMap<WebSocket, Rate>();
  const format = (error: GraphQLError, requestId: string) =>
    identified(formatError(error.toJSON(), error), requestId, options.onFault);

  return {
    subscribe,
    onConnect: async ({ connectionParams, extra }) => {
      extra.token = bearerOf(connectionParams?.authorization ?? connectionParams?.Authorization);
      try {
        const { user, apiToken } = await createContext(extra.token, extra.address).session();
        // What is told live is told to people: programs ask.
        if (apiToken) throw forbidden();
        return holdShare(admission, extra, user.id);
      } catch (error) {
        // A session that may enter no company fails with INVALID (§5); FORBIDDEN stops the client from reconnecting.
        closeFor(extra, hasCode(error, 'INVALID') ? forbidden() : error);
        return false;
      }
    },
    onSubscribe: async (socket, id, payload) => {
      // Checked before the first await: subscriptions that start together are all in `subscriptions` already.
      if (Object.keys(socket.subscriptions).length > MAX_SUBSCRIPTIONS) {
        return [limitError('subscriptions', `Há mais de ${MAX_SUBSCRIPTIONS} assinaturas nesta conexão.`)];
      }
      const { extra } = socket;
      const subscribes = begun.get(extra.socket) ?? new Rate(LIMITS.subscribesPerMinute);
      begun.set(extra.socket, subscribes);
      if ((await subscribes.take(0)) !== null) {
        closeSocket(extra.socket, CLOSE.tooMany);
        return [limitError('subscribes', TOO_MANY)];
      }
      if (await invalidDocuments.blocks(extra.address)) {
        closeSocket(extra.socket, CLOSE.tooMany);
        return [limitError('invalidDocuments', 'Muitas consultas inválidas. Aguarde um minuto.')];
      }
      try {
        return await prepare(options, socket, id, payload);
      } catch (error) {
        return [toGraphQLError(error)];
      }
    },
    onOperation: ({ extra }, _id, _payload, _args, result) => {
      if ('errors' in result) closeWhenOver(extra, result.errors);
    },
    onNext: (_socket, _id, _payload, { contextValue }, result) => {
      if (!result.errors) return undefined;
      const requestId = contextValue instanceof GatewayContext ? contextValue.rest.caller.requestId : randomUUID();
      return { ...result, errors: result.errors.map((error) => format(error, requestId)) };
    },
    onError: ({ extra }, _id, _payload, errors) => {
      closeWhenOver(extra, errors);
      // Rejected before execution: no REST call logs this id, but a user can quote it.
      const requestId = randomUUID();
      return errors.map((error) => format(error, requestId));
    },
  };
};
