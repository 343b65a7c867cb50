import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  isAbstractType,
  getNamedType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** An operation and the fragments that it reaches, each once. */
export interface Reach {
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** True when a fragment is spread more than once. */
  repeats: boolean;
}

const spreadsIn = (node: ASTNode): string[] => {
  const names: string[] = [];
  visit(node, { FragmentSpread: ({ name }) => void names.push(name.value) });
  return names;
};

export const reachOf = ({ definitions }: DocumentNode, operation: OperationDefinitionNode): Reach => {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const queue = spreadsIn(operation);
  let repeats = false;
  for (const name of queue) {
    if (fragments.has(name)) repeats = true;
    const fragment = definitions.find((node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name);
    if (fragments.has(name) || fragment?.kind !== Kind.FRAGMENT_DEFINITION) continue;
    fragments.set(name, fragment);
    queue.push(...spreadsIn(fragment));
  }
  return { operation, fragments, repeats };
};

const responseName = ({ alias, name }: FieldNode): string => (alias ?? name).value;

/** Letters and digits only: graphql-jit joins the names of a path with "_", and reserves names that start with "__". */
const PLAIN = /^[a-z][a-z0-9]*$/i;

const hasPlainName = (field: FieldNode): boolean =>
  PLAIN.test(responseName(field)) || (field.name.value === '__typename' && !field.alias);

/**
 * Inspects one definition: `plain` when it has no special names, introspection or abstract types; `conditional` when it
 * has directives.
 */
const inspect = (schema: GraphQLSchema, definition: ASTNode): { plain: boolean; conditional: boolean } => {
  const types = new TypeInfo(schema);
  let plain = true;
  let conditional = false;
  const Field = (field: FieldNode): void => {
    const type = types.getType();
    const isKnown = field.name.value === '__typename' || !field.name.value.startsWith('__');
    plain &&= isKnown && hasPlainName(field) && !!type && !isAbstractType(getNamedType(type));
  };
  const Directive = (): void => {
    conditional = true;
  };
  visit(definition, visitWithTypeInfo(types, { Field, Directive }));
  return { plain, conditional };
};

const flattened = ({ selections }: SelectionSetNode, { fragments }: Reach): FieldNode[] => {
  const of = (selection: SelectionNode): FieldNode[] => {
    if (selection.kind === Kind.FIELD) return [selection];
    const set = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return set ? set.selectionSet.selections.flatMap(of) : [];
  };
  return selections.flatMap(of);
};

/**
 * True when no response name is selected twice. Call only without repeated fragments: then each node is visited once.
 */
const isUnmerged = (set: SelectionSetNode, reach: Reach): boolean => {
  const fields = flattened(set, reach);
  const names = new Set(fields.map(responseName));
  return (
    names.size === fields.length && fields.every(({ selectionSet }) => !selectionSet || isUnmerged(selectionSet, reach))
  );
};

const isRequiredBoolean = (operation: OperationDefinitionNode, name: string): boolean =>
  (operation.variableDefinitions ?? []).some(
    ({ variable, type }) =>
      variable.name.value === name &&
      type.kind === Kind.NON_NULL_TYPE &&
      type.type.kind === Kind.NAMED_TYPE &&
      type.type.name.value === 'Boolean',
  );

/** Names of the variables in @skip and @include. */
export const conditionsOf = ({ operation, fragments }: Reach): string[] => {
  const names: string[] = [];
  const Directive = ({ arguments: given = [] }: { arguments?: readonly { value: ASTNode }[] | undefined }) =>
    given.forEach(({ value }) => value.kind === Kind.VARIABLE && names.push(value.name.value));
  for (const node of [operation, ...fragments.values()]) visit(node, { Directive });
  return names;
};

/**
 * Returns true when graphql-jit is known to return the same result as graphql-js for this operation. The list follows
 * the library's source, and `tests/gateway/differential.test.ts` checks it; graphql-js runs every other operation:
 *
 * - queries only: graphql-js stops at another point after a failed mutation;
 * - no introspection, interface or union;
 * - response names of letters and digits only: graphql-jit joins the names of a path with "_", so `a { b_c }` equals
 * `a_b { c }`;
 * - no variable named `__…`: compiled.ts reserves these names;
 * - without @skip and @include, or without repeated fragments and response names: graphql-jit stores a condition with
 * the
 * node instead of the path, and treats a skipped fragment as visited;
 * - conditions use variables of type `Boolean!`: null is an error.
 *
 * Values of arguments and variables do not matter: graphql-js coerces them all (compiled.ts).
 */
export const isCompilable = (schema: GraphQLSchema, reach: Reach): boolean => {
  const { operation, fragments, repeats } = reach;
  if (operation.operation !== 'query') return false;
  if (operation.variableDefinitions?.some(({ variable }) => variable.name.value.startsWith('__'))) return false;
  const parts = [operation, ...fragments.values()].map((definition) => inspect(schema, definition));
  if (!parts.every(({ plain }) => plain)) return false;
  if (!parts.some(({ conditional }) => conditional)) return true;
  const required = conditionsOf(reach).every((name) => isRequiredBoolean(operation, name));
  return required && !repeats && isUnmerged(operation.selectionSet, reach);
};
