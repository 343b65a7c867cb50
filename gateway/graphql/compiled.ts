import type { ApolloServerPlugin, GraphQLRequestContext, GraphQLResponse } from '@apollo/server';
import {
  execute,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
import type { GatewayContext } from '../context.ts';
import { isCompilable, reachOf } from './compilable.ts';
import type { DocumentCache } from './documents.ts';
import { schemaFor } from './embeddedFields.ts';
import { withCoercedInputs, withoutValues, type Written } from './values.ts';
import { coerce, type Coerced } from './variables.ts';

type Data = NonNullable<ExecutionResult['data']>;
/** Returns the data, or null when a field failed: graphql-js then reports the error. */
type Run = (context: GatewayContext, variables: Coerced) => Promise<Data | null>;

// Weak: Apollo's document store shares documents between requests and evicts old ones; compiled code goes with them.
const compiled = new WeakMap<OperationDefinitionNode, Run | null>();

/**
 * Returns the variables of a run with the document's literal values, both coerced by graphql-js; null when one is
 * invalid.
 */
const given = (written: readonly Written[], variables: Coerced): Record<string, unknown> | null => {
  const values: Record<string, unknown> = { ...variables };
  for (const { name, read } of written) {
    const value = read(variables);
    if (value === undefined) return null;
    values[name] = value;
  }
  return values;
};

const compile = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Run | null => {
  const reach = reachOf(document, operation);
  if (!isCompilable(schema, reach)) return null;
  const { document: bare, written } = withoutValues(schema, reach);
  const made = compileQuery(withCoercedInputs(schemaFor(schema, document)), bare, '');
  if (!isCompiledQuery(made)) return null;
  return async (context, variables) => {
    const values = given(written, variables);
    if (!values) return null;
    try {
      const { data, errors } = await made.query(undefined, context, values);
      return errors ? null : (data ?? null);
    } catch {
      return null;
    }
  };
};

/** Returns the compiled operation, compiling it on first use; null when graphql-js has to run it. */
const compiledOf = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): Run | null => {
  const known = compiled.get(operation);
  if (known !== undefined) return known;
  const run = compile(schema, document, operation);
  compiled.set(operation, run);
  return run;
};

/** Returns true when the operation was compiled before, which implies that its document is valid. */
export const isCompiled = (operation: OperationDefinitionNode): boolean => !!compiled.get(operation);

/**
 * Runs a compiled operation. Returns null on any failure: graphql-js then runs it again over the answers already read
 * and reports the errors.
 */
export const runCompiled = async (
  operation: OperationDefinitionNode,
  context: GatewayContext,
  variables: Coerced,
): Promise<Data | null> => {
  const run = context.failedCompiled ? null : compiled.get(operation);
  if (!run) return null;
  context.rest.keepReads();
  const data = await run(context, variables);
  context.failedCompiled = data === null;
  return data;
};

/** Runs a query of the gateway's own on behalf of a caller, compiled where that is possible. */
export const runQuery = async (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  contextValue: GatewayContext,
  variables: Coerced,
): Promise<ExecutionResult> => {
  const data = compiledOf(schema, document, operation) && (await runCompiled(operation, contextValue, variables));
  return data ? { data } : execute({ schema, document, contextValue, variableValues: variables });
};

/**
 * Runs queries as compiled code (graphql-jit), several times faster than graphql-js; Apollo executes all other
 * operations.
 */
export const compiledExecution = (
  schema: GraphQLSchema,
  documents: DocumentCache,
): ApolloServerPlugin<GatewayContext> => {
  const responseForOperation = async ({
    document,
    operation,
    request,
    contextValue,
    response,
    source,
  }: GraphQLRequestContext<GatewayContext>): Promise<GraphQLResponse | null> => {
    if (!document || !operation || !compiledOf(schema, document, operation)) return null;
    documents.keep(source ?? '', document);
    const variables = coerce(schema, operation, request.variables);
    const data = variables && (await runCompiled(operation, contextValue, variables));
    return data && { http: response.http, body: { kind: 'single', singleResult: { data } } };
  };
  const listener = { responseForOperation };
  return { requestDidStart: async () => listener };
};
