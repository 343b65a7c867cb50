import type { ApolloServerPlugin } from '@apollo/server';
import { GraphQLError, type FormattedExecutionResult, type GraphQLSchema } from 'graphql';
import { isApiToken } from '#domain/apiLimits.ts';
import { READS_ONLY } from '#domain/messages.ts';
import type { GatewayContext } from '../context.ts';
import type { Admission } from '../limits/admission.ts';
import { requireAffordable } from '../limits/cost.ts';
import { LIMITS, limitError } from '../limits/settings.ts';
import type { RestClient } from '../rest/client.ts';
import { forbidden } from '../rest/errors.ts';
import { coerce } from './variables.ts';

const ONLY_OVER_SOCKETS = 'Assinaturas (subscription) passam apenas por uma conexão WebSocket.';

const UNREADABLE = new Set<unknown>(['GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

/** A token of programs that reads only changes nothing, and is told so before anything runs. */
const refuseReader = async (context: GatewayContext): Promise<void> => {
  const { token } = context.rest.caller;
  if (token === null || !isApiToken(token) || (await context.session()).apiToken?.access !== 'READ') return;
  const { message, extensions } = forbidden(READS_ONLY);
  throw new GraphQLError(message, { extensions: { ...extensions, http: { status: 403 } } });
};

/** Apollo plugin: checks cost and rate limits on every request, and counts invalid documents by address. */
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
        // Apollo would run the subscription's resolver like a query's and return null.
        if (operation?.operation === 'subscription') throw limitError('subscription', ONLY_OVER_SOCKETS);
        // Invalid variables cost nothing: graphql-js rejects the operation with the reason.
        const variables = operation && coerce(schema, operation, request.variables);
        const cost = variables ? requireAffordable(schema, document, operation, variables) : 0;
        await admission.admit(contextValue, cost, parsed ? source.length * LIMITS.characterPoints : 0);
        if (operation?.operation === 'mutation') await refuseReader(contextValue);
      },
      didEncounterErrors: async ({ errors, contextValue }) => {
        if (errors.some(({ extensions }) => UNREADABLE.has(extensions.code))) {
          onInvalidDocument(contextValue.rest.caller.address);
        }
      },
    };
  },
});

/** Adds the REST calls and the number of SQL statements to the result. */
export const withCosts = <Result extends FormattedExecutionResult>(
  result: Result,
  { calls, sqlQueries }: RestClient,
): Result => ({ ...result, extensions: { ...result.extensions, restCalls: [...calls], sqlQueries } });

/** Apollo plugin: adds the costs of an operation to its response; for tests and benchmarks only. */
export const costsPlugin: ApolloServerPlugin<GatewayContext> = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body }, contextValue }) => {
      if (body.kind === 'single') body.singleResult = withCosts(body.singleResult, contextValue.rest);
    },
  }),
};
