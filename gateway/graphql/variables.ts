import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';

/** Variables as the operation declares them: defaults filled in, values of the types that are declared. */
export type Coerced = Readonly<Record<string, unknown>>;

/**
 * What the variables of a request come to, worked out by graphql-js; null where they do not fit: graphql-js then refuses
 * the operation, and says why. Everything that depends on variables goes by these, and never by what was sent.
 */
export const coerce = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Coerced | null => getVariableValues(schema, variableDefinitions, given ?? {}).coerced ?? null;
