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

/** The type of every variable that compiled code is given: it takes them as they are. */
const COERCED = new GraphQLScalarType({ name: 'Coerced' });

const schemas = new WeakMap<GraphQLSchema, GraphQLSchema>();

/** The schema with the type of variables that have been worked out already. */
export const takingCoerced = (schema: GraphQLSchema): GraphQLSchema => {
  const known = schemas.get(schema);
  if (known) return known;
  const config = schema.toConfig();
  const made = new GraphQLSchema({ ...config, types: [...config.types, COERCED] });
  schemas.set(schema, made);
  return made;
};

/** A value that stands in the document: the variable that stands for it, and how graphql-js reads it. */
export interface Written {
  name: string;
  /** Undefined where it is none of its type, with these variables. */
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
 * The operation without any value: what its arguments say is a variable each. graphql-jit reads variables inside of
 * literals in ways of its own, and writes what a text says into the code that it makes (`new Date(…)` around what follows a
 * certain word), so nothing that somebody writes may get there. A copy, since it notes conditions on the nodes.
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
