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

/** An operation with the fragments that it reaches, each once. */
export interface Reach {
  operation: OperationDefinitionNode;
  fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Some fragment is spread in two places. */
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

/** Letters and digits: names with "_" are joined with "_" to others there, and those with "__" mean something else. */
const PLAIN = /^[a-z][a-z0-9]*$/i;

const hasPlainName = (field: FieldNode): boolean =>
  PLAIN.test(responseName(field)) || (field.name.value === '__typename' && !field.alias);

/** What is read of each definition by itself: names, introspection, abstract types, whether there are conditions. */
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

/** No name is answered from two places. Only for what repeats no fragment: each node is looked at once then. */
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

/** Names of the variables that decide what is answered. */
export const conditionsOf = ({ operation, fragments }: Reach): string[] => {
  const names: string[] = [];
  const Directive = ({ arguments: given = [] }: { arguments?: readonly { value: ASTNode }[] | undefined }) =>
    given.forEach(({ value }) => value.kind === Kind.VARIABLE && names.push(value.name.value));
  for (const node of [operation, ...fragments.values()]) visit(node, { Directive });
  return names;
};

/**
 * Whether compiled code is known to answer this operation as graphql-js does. Read from the library's source, and held to
 * it by `tests/gateway/differential.test.ts`; whatever is not here is run by graphql-js itself:
 *
 * - queries: of mutations that fail, graphql-js stops at another place;
 * - no introspection, no interface or union;
 * - names in the answer of letters and digits alone: it joins those of a path with "_", and `a { b_c }` would be `a_b { c }`;
 * - no variable called `__…`: our own are, see compiled.ts;
 * - without @skip and @include anywhere, or with no fragment spread twice and no name answered from two places: it keeps
 *   conditions with the node, whichever way led there, and counts a fragment that was left out as seen;
 * - conditions on variables of `Boolean!`: with null they are errors.
 *
 * Values of arguments and variables are no matter of shape: graphql-js works them all out (compiled.ts).
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
