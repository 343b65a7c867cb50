import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GatewayContext } from '../context.ts';
import { faultBehind } from './formatError.ts';

/** Adds the request id to an error, and reports the original when the error is internal. */
export const identified = (
  error: GraphQLFormattedError,
  requestId: string,
  onFault: (fault: unknown, requestId: string) => void,
): GraphQLFormattedError => {
  const fault = faultBehind(error);
  if (fault !== undefined) onFault(fault, requestId);
  return { ...error, extensions: { requestId, ...error.extensions } };
};

/** Records the operation's name and kind as soon as they are known: the client may disconnect before the response. */
export const noteOperation = ({ rest }: GatewayContext, name: string | null, kind: string | null): void => {
  if (rest.caller.operation) Object.assign(rest.caller.operation, { name, kind });
};

type OnFault = (fault: unknown, requestId: string) => void;

/**
 * Records the error codes of a result and adds the request id to each error: a user can quote it to support, who find
 * the log lines by it.
 */
export const noteErrors = <Result extends { errors?: readonly GraphQLFormattedError[] }>(
  result: Result,
  { rest: { caller } }: GatewayContext,
  onFault: OnFault,
): Result => {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => identified(error, caller.requestId, onFault));
  if (caller.operation) caller.operation.codes = [...new Set(errors.map(({ extensions }) => String(extensions?.code)))];
  return { ...result, errors };
};

type Note = Pick<GraphQLRequestContextWillSendResponse<GatewayContext>, 'operation' | 'operationName' | 'contextValue'>;

const note = ({ contextValue, operation, operationName }: Note): void =>
  noteOperation(contextValue, operationName ?? null, operation?.operation ?? null);

/** Apollo plugin: records each operation, including those that Apollo rejects before execution. */
export const operationPlugin = (onFault: OnFault): ApolloServerPlugin<GatewayContext> => {
  const listener = {
    didResolveOperation: async (context: Note) => note(context),
    willSendResponse: async (context: GraphQLRequestContextWillSendResponse<GatewayContext>) => {
      note(context);
      const { body } = context.response;
      if (body.kind === 'single') body.singleResult = noteErrors(body.singleResult, context.contextValue, onFault);
    },
  };
  return { requestDidStart: async () => listener };
};
