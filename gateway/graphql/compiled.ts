import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLResponse } from '@apollo/server';
import {
  type DocumentNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GatewayContext } from '../context.ts';
import type { DocumentCache } from './documents.ts';
import type { FormatError } from './formatError.ts';
import { schemaFor } from './lean.ts';

type Operations = Map<string, CompiledQuery | null>;

// Apollo's document store shares documents between requests and lets go of old ones; so does this.
const compiled = new WeakMap<DocumentNode, Operations>();

/**
 * Introspection is asked once by a tool; compiling it costs more than running it. Mutations are left to graphql-js,
 * which stops at the first one whose failure empties the answer, where compiled code would go on writing.
 */
const isCompilable = ({ operation, selectionSet }: OperationDefinitionNode): boolean =>
  operation === 'query' &&
  !selectionSet.selections.some((node) => node.kind === Kind.FIELD && node.name.value.startsWith('__'));

const compile = (schema: GraphQLSchema, document: DocumentNode, operationName: string): CompiledQuery | null => {
  const operations = compiled.get(document) ?? new Map<string, CompiledQuery | null>();
  compiled.set(document, operations);
  const known = operations.get(operationName);
  if (known !== undefined) return known;
  const result = compileQuery(schemaFor(schema, document), document, operationName);
  const query = isCompiledQuery(result) ? result : null;
  operations.set(operationName, query);
  return query;
};

/** graphql-jit's errors may have no extensions, against their type; whoever formats them counts on some. */
const formatted = ({ message, locations, path, extensions = {}, originalError }: GraphQLError, format: FormatError) => {
  const code = extensions.code ?? 'INTERNAL_SERVER_ERROR';
  return format(
    { message, ...(locations && { locations }), ...(path && { path }), extensions: { ...extensions, code } },
    new GraphQLError(message, { path, originalError, extensions }),
  );
};

/** The answer of compiled code as Apollo would give it. */
export const toFormatted = ({ data = null, errors }: ExecutionResult, format: FormatError): FormattedExecutionResult =>
  errors ? { errors: errors.map((error) => formatted(error, format)), data } : { data };

/** An operation of a document that has been compiled before. */
export const compiledOf = (document: DocumentNode, operationName: string): CompiledQuery | null =>
  compiled.get(document)?.get(operationName) ?? null;

/**
 * Runs queries as compiled code (graphql-jit), several times faster than interpreting them. What does not compile,
 * or whose variables do not fit, is left to Apollo's own path, which then says why.
 */
export const compiledExecution = (
  schema: GraphQLSchema,
  format: FormatError,
  documents: DocumentCache,
): ApolloServerPlugin<GatewayContext> => {
  const responseForOperation = async ({
    document,
    operation,
    operationName,
    request,
    contextValue,
    response,
    source,
  }: GraphQLRequestContext<GatewayContext>): Promise<GraphQLResponse | null> => {
    if (!document || !operation || !isCompilable(operation)) return null;
    const query = compile(schema, document, operationName ?? '');
    if (!query) return null;
    documents.keep(source ?? '', document);
    const result = await query.query(undefined, contextValue, request.variables ?? {});
    // Without data, nothing ran: the variables were refused.
    if (result.data === undefined) return null;
    return { http: response.http, body: { kind: 'single', singleResult: toFormatted(result, format) } };
  };
  const listener = { responseForOperation };
  return { requestDidStart: async () => listener };
};
