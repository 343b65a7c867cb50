import type { ApolloServerPlugin } from '@apollo/server';
import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { Admission } from '../limits/admission.ts';
import { requireAffordable } from '../limits/cost.ts';
import { LIMITS, limitError } from '../limits/settings.ts';
import type { RestClient } from '../rest/client.ts';
import { coerce } from './variables.ts';

const ONLY_OVER_SOCKETS = 'Assinaturas (subscription) passam apenas por uma conexão WebSocket.';

const UNREADABLE = new Set<unknown>(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

/** What depends on variables is checked on every request; documents that cannot run are counted by address. */
export const limitsPlugin = (
  schema: GraphQLSchema,
  admission: Admission,
  onInvalidDocument: (address: string) => void,
): ApolloServerPlugin<GatewayContext> => ({
  requestDidStart: async () => {
    let parsed = false;
    return {
      parsingDidStart: async () => {
        parsed = true;
      },
      didResolveOperation: async ({ document, operation, request, source, contextValue }) => {
        // Apollo would run its resolver like a query's, and answer that it is null.
        if (operation?.operation === 'subscription') throw limitError('subscription', ONLY_OVER_SOCKETS);
        // Without variables that fit, graphql-js refuses it: nothing runs, and it says why.
        const variables = operation && coerce(schema, operation, request.variables);
        const cost = variables ? requireAffordable(schema, document, operation, variables) : 0;
        await admission.admit(contextValue, cost, parsed ? source.length * LIMITS.characterPoints : 0);
      },
      didEncounterErrors: async ({ errors, contextValue }) => {
        if (errors.some(({ extensions }) => UNREADABLE.has(extensions.code))) {
          onInvalidDocument(contextValue.rest.caller.address);
        }
      },
    };
  },
});

/** The answer with what it cost in REST calls and SQL statements. */
export const withCosts = <Result extends FormattedExecutionResult>(
  result: Result,
  { calls, sqlQueries }: RestClient,
): Result => ({ ...result, extensions: { ...result.extensions, restCalls: [...calls], sqlQueries } });

/** Tells what an operation cost; for tests and for measuring, off otherwise. */
export const costsPlugin: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body }, contextValue }) => {
      if (body.kind === 'single') body.singleResult = withCosts(body.singleResult, contextValue.rest);
    },
  }),
};
