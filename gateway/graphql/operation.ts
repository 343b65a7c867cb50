import type { ApolloServerPlugin } from '@apollo/server';
import type { GatewayContext } from '../context.ts';

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

/**
 * Notes what an operation was and what became of it, and gives every error the id of its request: a person can tell it,
 * and whoever looks after the product finds the lines of that request by it.
 */
export const operationPlugin: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => listener,
};

const listener: Awaited<ReturnType<NonNullable<ApolloServerPlugin<GatewayContext>['requestDidStart']>>> = {
  willSendResponse: async ({ operation, operationName, response: { body }, contextValue: { rest } }) => {
    const { caller, calls } = rest;
    const note = caller.operation;
    if (note) {
      note.name = operationName ?? null;
      note.kind = operation?.operation ?? null;
      note.restCalls = calls.length;
    }
    if (body.kind !== 'single' || !body.singleResult.errors) return;
    const { singleResult } = body;
    singleResult.errors = singleResult.errors?.map((error) => ({
      ...error,
      extensions: { requestId: caller.requestId, ...error.extensions },
    }));
    if (note) note.codes = [...new Set(singleResult.errors?.map(({ extensions }) => String(extensions?.code)))];
  },
};
