import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLInputType,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  TypeInfo,
  type ValueNode,
  valueFromAST,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { conditionsOf, type Reach } from './compilable.ts';
import type { Coerced } from './variables.ts';

/** Scalar type of all variables passed to compiled code; performs no coercion, since the values are coerced. */
const COERCED = new GraphQLScalarType({ name: 'Coerced' });

const schemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** Returns the schema extended with the `Coerced` scalar. */
export const withCoercedInputs = (schema: GraphQLSchema): GraphQLSchema => {
  const known = schemas.get(schema);
  if (known) return known;
  const config = schema.toConfig();
  const made = new GraphQLSchema({ ...config, types: [...config.types, COERCED] });
  schemas.set(schema, made);
  return made;
};

/** A literal value of the document: the variable that replaces it, and how graphql-js coerces it. */
export interface Written {
  name: string;
  /** Returns undefined when the value is invalid for its type with these variables. */
  read: (variables: Coerced) => unknown;
}

const variable = (name: string) =>
  ({ kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } }) as const satisfies ValueNode;

const definition = (name: string): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: variable(name),
  type: { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: COERCED.name } },
});

const read =
  (value: ValueNode, type: GraphQLInputType): Written['read'] =>
  (variables) =>
    valueFromAST(value, type, variables);

/**
 * Replaces every argument value of the operation with a variable. graphql-jit reads variables inside literals
 * differently from graphql-js, and writes string literals into its generated code (inside `new Date(…)` after a certain
 * word): text from a client must never reach that code. Returns a copy, since graphql-jit stores conditions on the
 * nodes.
 */
export const withoutValues = (
  schema: GraphQLSchema,
  reach: Reach,
): { document: DocumentNode; written: readonly Written[] } => {
  const { operation, fragments } = reach;
  const types = new TypeInfo(schema);
  const written: Written[] = [];
  let inDirective = false;
  const Directive = {
    enter: () => void (inDirective = true),
    leave: () => void (inDirective = false),
  };
  const Argument = (node: ArgumentNode): ArgumentNode | undefined => {
    const type = types.getInputType();
    if (inDirective || node.value.kind === Kind.VARIABLE || !type) return undefined;
    const name = `__${written.length}`;
    written.push({ name, read: read(node.value, type) });
    return { ...node, value: variable(name) };
  };
  const Field = { leave: (node: FieldNode): FieldNode => ({ ...node }) };
  const bare = [operation, ...fragments.values()].map((node) =>
    visit(node, visitWithTypeInfo(types, { Directive, Argument, Field })),
  );
  const conditions = new Set(conditionsOf(reach));
  const declared = (operation.variableDefinitions ?? []).map((node) =>
    conditions.has(node.variable.name.value) ? node : definition(node.variable.name.value),
  );
  const variableDefinitions = [...declared, ...written.map(({ name }) => definition(name))];
  const definitions = bare.map((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? { ...node, variableDefinitions } : node,
  );
  return { document: { kind: Kind.DOCUMENT, definitions }, written };
};
