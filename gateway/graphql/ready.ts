import type { FormattedExecutionResult, GraphQLSchema } from 'graphql';
import type { GatewayContext } from '../context.ts';
import { isAffordable } from '../limits/cost.ts';
import { compiledOf, toFormatted } from './compiled.ts';
import type { DocumentCache } from './documents.ts';
import type { FormatError } from './formatError.ts';
import { withCosts } from './limitsPlugin.ts';
import { noteErrors, noteOperation } from './operation.ts';

export interface ReadyOptions {
  schema: GraphQLSchema;
  documents: DocumentCache;
  formatError: FormatError;
  exposeCosts: boolean;
  onFault: (fault: unknown, requestId?: string) => void;
}

export interface Asked {
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

export type AnswerReady = (
  asked: Asked,
  createContext: () => GatewayContext,
) => Promise<FormattedExecutionResult | null>;

/**
 * Answers a query whose document Apollo has parsed, validated and had compiled before, without asking it again: its way
 * through every hook costs as much as a call to a service. Answers null, with nothing run, for whatever is not that;
 * Apollo then answers, or says why not.
 */
export const readyQueries =
  ({ schema, documents, formatError, exposeCosts, onFault }: ReadyOptions): AnswerReady =>
  async ({ query: source, operationName, variables: given }, createContext) => {
    const variables = given ?? {};
    const document = documents.known(source);
    const query = document && compiledOf(document, operationName ?? '');
    if (!query || !isAffordable(schema, document, operationName, variables)) return null;
    const context = createContext();
    noteOperation(context, operationName ?? null, 'query');
    const result = await query.query(undefined, context, variables);
    if (result.data === undefined) return null;
    const answer = noteErrors(toFormatted(result, formatError), context, onFault);
    return exposeCosts ? withCosts(answer, context.rest) : answer;
  };
