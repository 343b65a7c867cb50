import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

/** Variables coerced to the declared types, with defaults filled in. */
export type Coerced = Readonly<Record<string, unknown>>;

/**
 * Coerces the variables of a request with graphql-js. Returns null when they are invalid: graphql-js then rejects the
 * operation with the reason. Code that depends on variables must use these values instead of the raw ones.
 */
export const coerce = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Coerced | null => getVariableValues(schema, variableDefinitions, given ?? {}).coerced ?? null;
