import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { GatewayContext } from '../context.ts';
import type { Admission } from '../limits/admission.ts';
import { limitRules } from '../limits/rules.ts';
import { LIMITS } from '../limits/settings.ts';
import { compiledExecution } from './compiled.ts';
import { type DocumentCache, documentStore } from './documents.ts';
import type { FormatError } from './formatError.ts';
import { costsPlugin, limitsPlugin } from './limitsPlugin.ts';
import { operationPlugin } from './operation.ts';

export interface ApolloOptions {
  schema: GraphQLSchema;
  /** Stores the documents of compiled operations. */
  documents: DocumentCache;
  formatError: FormatError;
  execution: 'compiled' | 'interpreted';
  introspection: boolean;
  exposeCosts: boolean;
  admission: Admission;
  onInvalidDocument: (address: string) => void;
  /** Receives an internal error before Apollo masks it. */
  onFault: (error: unknown, requestId?: string) => void;
}

/** Creates Apollo Server with the limits, plugins and options of the gateway. The caller starts and stops it. */
export const createApollo = (options: ApolloOptions): ApolloServer<GatewayContext> => {
  const { schema, formatError, introspection } = options;
  const plugins: ApolloServerPlugin<GatewayContext>[] = [
    // Both cost throughput without use here: responses differ per user, and the gateway serves GraphiQL itself.
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginLandingPageDisabled(),
    limitsPlugin(schema, options.admission, options.onInvalidDocument),
    operationPlugin(options.onFault),
    { unexpectedErrorProcessingRequest: async ({ error }) => options.onFault(error) },
  ];
  if (options.exposeCosts) plugins.push(costsPlugin);
  if (options.execution === 'compiled') plugins.push(compiledExecution(schema, options.documents));
  return new ApolloServer<GatewayContext>({
    schema,
    formatError,
    introspection,
    plugins,
    validationRules: limitRules,
    validationOptions: { maxErrors: LIMITS.errors },
    parseOptions: { maxLexicalTokens: LIMITS.tokens },
    csrfPrevention: true,
    documentStore: documentStore(),
    persistedQueries: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    // Apollo's handler of SIGTERM takes ten seconds; `server.ts` stops Apollo in the right order instead.
    stopOnTerminationSignals: false,
  });
};
