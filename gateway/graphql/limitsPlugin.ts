import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLSchema } from 'graphql';
import type { GatewayContext } from '../context.ts';
import { requireAffordable } from '../limits/cost.ts';

const UNREADABLE = new Set<unknown>(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

/** What depends on variables is checked on every request; documents that cannot run are counted by address. */
export const limitsPlugin = (
  schema: GraphQLSchema,
  onInvalidDocument: (address: string) => void,
): ApolloServerPlugin<GatewayContext> => ({
  requestDidStart: async () => ({
    didResolveOperation: async ({ document, request }) =>
      requireAffordable(schema, document, request.operationName, request.variables),
    didEncounterErrors: async ({ errors, contextValue }) => {
      if (errors.some(({ extensions }) => UNREADABLE.has(extensions.code))) {
        onInvalidDocument(contextValue.rest.caller.address);
      }
    },
  }),
});

/** Tells what an operation cost in REST calls and SQL statements; for tests and for measuring, off otherwise. */
export const costsPlugin: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response, contextValue: { rest } }) => {
      response.http.headers.set('x-rest-calls', String(rest.calls.length));
      if (response.body.kind !== 'single') return;
      const { singleResult } = response.body;
      singleResult.extensions = { ...singleResult.extensions, restCalls: [...rest.calls], sqlQueries: rest.sqlQueries };
    },
  }),
};
