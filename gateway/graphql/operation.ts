import type { ApolloServerPlugin, GraphQLRequestContextWillSendResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GatewayContext } from '../context.ts';
import { faultBehind } from './formatError.ts';

/** What is told of an operation in the log and counted in the metrics. Made with its request, filled while it runs. */
export interface Operation {
  /** As its document calls it; null when it has no name, or cannot be read. */
  name: string | null;
  kind: string | null;
  restCalls: number;
  /** `extensions.code` of its errors, each once. */
  codes: string[];
}

export const newOperation = (): Operation => ({ name: null, kind: null, restCalls: 0, codes: [] });

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

type Note = Pick<GraphQLRequestContextWillSendResponse<GatewayContext>, 'operation' | 'operationName' | 'contextValue'>;

const fill = (note: Operation, { operation, operationName, contextValue }: Note): void => {
  note.name = operationName ?? null;
  note.kind = operation?.operation ?? null;
  note.restCalls = contextValue.rest.calls.length;
};

/**
 * Notes what an operation was and what became of it, and gives every error the id of its request: a person can tell it,
 * and whoever looks after the product finds the lines of that request by it.
 */
export const operationPlugin = (
  onFault: (fault: unknown, requestId: string) => void,
): ApolloServerPlugin<GatewayContext> => {
  const willSendResponse = async (context: GraphQLRequestContextWillSendResponse<GatewayContext>): Promise<void> => {
    const { body } = context.response;
    const { caller } = context.contextValue.rest;
    if (caller.operation) fill(caller.operation, context);
    if (body.kind !== 'single' || !body.singleResult.errors) return;
    const errors = body.singleResult.errors.map((error) => identified(error, caller.requestId, onFault));
    body.singleResult.errors = errors;
    if (caller.operation)
      caller.operation.codes = [...new Set(errors.map(({ extensions }) => String(extensions?.code)))];
  };
  const listener = { willSendResponse };
  return { requestDidStart: async () => listener };
};
