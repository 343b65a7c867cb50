import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GatewayContext } from '../context.ts';
import { faultBehind } from './formatError.ts';

/** Gives an error the id of its request, and reports what is behind it when it is our own fault. */
export const identified = (
  error: GraphQLFormattedError,
  requestId: string,
  onFault: (fault: unknown, requestId: string) => void,
): GraphQLFormattedError => {
  const fault = faultBehind(error);
  if (fault !== undefined) onFault(fault, requestId);
  return { ...error, extensions: { requestId, ...error.extensions } };
};

/** Notes what an operation is, as soon as that is known: who asked may not wait for the answer. */
export const noteOperation = ({ rest }: GatewayContext, name: string | null, kind: string | null): void => {
  if (rest.caller.operation) Object.assign(rest.caller.operation, { name, kind });
};

type OnFault = (fault: unknown, requestId: string) => void;

/**
 * Notes the codes of an answer's errors, and gives each the id of its request: a person can tell it, and whoever looks
 * after the product finds the lines of that request by it.
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

/** Notes the operations that Apollo answers: once they are known, and those that it refuses before that. */
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
