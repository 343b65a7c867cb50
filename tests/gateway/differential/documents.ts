import {
  type ArgumentNode,
  type DirectiveNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  GraphQLNonNull,
  type GraphQLObjectType,
  type GraphQLSchema,
  isLeafType,
  isNonNullType,
  isObjectType,
  Kind,
  parseType,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
} from 'graphql';
import type { Random } from './random.ts';
import { literalOf, nameNode, type OddValues, valueOf, withVariables } from './values.ts';

export interface Operation {
  query: string;
  operationName?: string;
  variables: Record<string, unknown>;
}

/** Probabilities for making a document; each profile has its turn. */
interface Manner {
  directives: number;
  merges: number;
  spreads: number;
  variables: number;
  odd: OddValues;
}

const NEVER: OddValues = { null: 0, wrong: 0, omitted: 0.5 };
const MANNERS: readonly Manner[] = [
  { directives: 0, merges: 0, spreads: 0.1, variables: 0.5, odd: NEVER },
  { directives: 0, merges: 0.3, spreads: 0.3, variables: 0.5, odd: NEVER },
  { directives: 0.2, merges: 0, spreads: 0.1, variables: 0.5, odd: NEVER },
  { directives: 0.25, merges: 0.3, spreads: 0.4, variables: 0.3, odd: NEVER },
  { directives: 0.05, merges: 0.1, spreads: 0.1, variables: 0.8, odd: { null: 0.3, wrong: 0, omitted: 0.6 } },
  { directives: 0.05, merges: 0.1, spreads: 0.1, variables: 0.8, odd: { null: 0.1, wrong: 0.1, omitted: 0.4 } },
];

const MAX_DEPTH = 5;
const MAX_DIRECTIVES = 8;
const MAX_ALIASES = 18;
const ALIASES = ['a', 'b', 'a_b', 'b_a', 'idx0', 'size', 'id', 'name', 'class', 'constructor', 'x1', '_', '__proto__'];

const isRequired = ({ type, defaultValue }: GraphQLArgument): boolean =>
  isNonNullType(type) && defaultValue === undefined;

/** Makes one operation with fragments and variables. Names no type of the schema. */
class Maker {
  readonly #variables: { node: VariableDefinitionNode; type: GraphQLInputType }[] = [];
  readonly #values: Record<string, unknown> = {};
  readonly #fragments: FragmentDefinitionNode[] = [];
  #directives = 0;
  #aliases = 0;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly random: Random,
    private readonly manner: Manner,
  ) {}

  make(root: GraphQLObjectType, operation: 'query' | 'mutation'): Operation {
    const { random } = this;
    const selectionSet = this.#selection(root, 0, 1 + random.below(3));
    const name = random.chance(0.8) ? 'Made' : undefined;
    const definition = {
      kind: Kind.OPERATION_DEFINITION,
      operation: operation as never,
      ...(name && { name: nameNode(name) }),
      variableDefinitions: this.#variables.map(({ node }) => node),
      selectionSet,
    } as const;
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [definition, ...this.#fragments] };
    if (random.chance(0.05)) this.#values.nobodyAskedFor = 1;
    return {
      query: print(document),
      ...(name && random.chance(0.7) && { operationName: name }),
      variables: this.#values,
    };
  }

  #selection(type: GraphQLObjectType, depth: number, count: number): SelectionSetNode {
    const selections: SelectionNode[] = [];
    for (let index = 0; index < count; index += 1) selections.push(this.#one(type, depth, selections));
    return { kind: Kind.SELECTION_SET, selections };
  }

  #one(type: GraphQLObjectType, depth: number, before: readonly SelectionNode[]): SelectionNode {
    const { random, manner } = this;
    if (random.chance(manner.merges) && before.length > 0) return this.#again(type, random.of(before), depth);
    if (random.chance(0.08)) return this.#withDirectives({ kind: Kind.FIELD, name: nameNode('__typename') });
    if (random.chance(manner.spreads) && depth < MAX_DEPTH) return this.#fragment(type, depth);
    return this.#field(type, depth);
  }

  /** Repeats a selection: a spread unchanged, a field with other children. */
  #again(type: GraphQLObjectType, node: SelectionNode, depth: number): SelectionNode {
    if (node.kind !== Kind.FIELD) return this.#withDirectives({ ...node, directives: [] });
    const field = type.getFields()[node.name.value];
    const child = field && getNamedType(field.type);
    const selectionSet = isObjectType(child) ? this.#children(child, depth) : undefined;
    const again: FieldNode = { ...node, directives: [], ...(selectionSet && { selectionSet }) };
    return this.#withDirectives(again);
  }

  #fragment(type: GraphQLObjectType, depth: number): SelectionNode {
    const { random } = this;
    const known = this.#fragments.filter(({ typeCondition }) => typeCondition.name.value === type.name);
    if (known.length > 0 && random.chance(0.5)) return this.#spread(random.of(known).name.value);
    // Starts one level deeper, so that nested fragments end.
    const selectionSet = this.#selection(type, depth + 1, 1 + random.below(3));
    const typeCondition = { kind: Kind.NAMED_TYPE, name: nameNode(type.name) } as const;
    if (random.chance(0.4)) {
      const inline = {
        kind: Kind.INLINE_FRAGMENT,
        selectionSet,
        ...(random.chance(0.5) && { typeCondition }),
      } as const;
      return this.#withDirectives(inline);
    }
    const name = `F${this.#fragments.length}`;
    this.#fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name: nameNode(name), typeCondition, selectionSet });
    return this.#spread(name);
  }

  #spread(name: string): SelectionNode {
    return this.#withDirectives({ kind: Kind.FRAGMENT_SPREAD, name: nameNode(name) });
  }

  #children(type: GraphQLObjectType, depth: number): SelectionSetNode {
    return this.#selection(type, depth + 1, 1 + this.random.below(4));
  }

  #field(type: GraphQLObjectType, depth: number): SelectionNode {
    const { random } = this;
    const all = Object.values(type.getFields());
    const leaves = all.filter((field) => isLeafType(getNamedType(field.type)));
    const field = random.of(depth >= MAX_DEPTH && leaves.length > 0 ? leaves : all);
    const child = getNamedType(field.type);
    const node: FieldNode = {
      kind: Kind.FIELD,
      name: nameNode(field.name),
      ...this.#alias(),
      arguments: this.#arguments(field),
      ...(isObjectType(child) && { selectionSet: this.#children(child, depth) }),
    };
    return this.#withDirectives(node);
  }

  #alias() {
    if (this.#aliases >= MAX_ALIASES || !this.random.chance(0.15)) return {};
    this.#aliases += 1;
    return { alias: nameNode(this.random.of(ALIASES)) };
  }

  #arguments({ args }: GraphQLField<unknown, unknown>): ArgumentNode[] {
    return args.flatMap((argument): ArgumentNode[] => {
      if (!isRequired(argument) && this.random.chance(0.5)) return [];
      const value = this.#value(argument.type, argument.defaultValue !== undefined);
      return [{ kind: Kind.ARGUMENT, name: nameNode(argument.name), value }];
    });
  }

  #value(type: GraphQLInputType, hasDefault: boolean): ValueNode {
    const { random, manner } = this;
    if (random.chance(manner.variables)) return this.#variable(type, hasDefault);
    const literal = literalOf(valueOf(type, random, { ...manner.odd, wrong: 0 }), type);
    return withVariables(literal, type, (inner) => (random.chance(0.15) ? this.#variable(inner, false) : null));
  }

  /** Returns a variable for this type: an existing or a new one. */
  #variable(type: GraphQLInputType, hasDefault: boolean): VariableNode {
    const { random } = this;
    const known = this.#variables.filter((one) => String(one.type) === String(type));
    if (known.length > 0 && random.chance(0.4)) return random.of(known).node.variable;
    const variable = { kind: Kind.VARIABLE, name: nameNode(`v${this.#variables.length}`) } as const;
    const declared = this.#declared(type, hasDefault);
    const isOpen = !isNonNullType(declared);
    // With a default, a nullable variable may be used for a non-null argument.
    const needsDefault = isNonNullType(type) && isOpen && !hasDefault;
    const defaultType = isNonNullType(declared) ? declared : new GraphQLNonNull(declared);
    const defaultValue =
      needsDefault || random.chance(0.25)
        ? literalOf(valueOf(random.chance(0.8) || needsDefault ? defaultType : declared, random), declared)
        : undefined;
    const node: VariableDefinitionNode = {
      kind: Kind.VARIABLE_DEFINITION,
      variable,
      type: parseType(String(declared)),
      ...(defaultValue && { defaultValue }),
    };
    this.#variables.push({ node, type });
    this.#give(variable.name.value, declared, defaultValue !== undefined);
    return variable;
  }

  /** The type itself, a non-null one, or a nullable one with a default. */
  #declared(type: GraphQLInputType, hasDefault: boolean): GraphQLInputType {
    if (!isNonNullType(type)) return this.random.chance(0.3) ? new GraphQLNonNull(type) : type;
    return this.random.chance(hasDefault ? 0.5 : 0.25) ? type.ofType : type;
  }

  #give(name: string, type: GraphQLInputType, hasDefault: boolean): void {
    const { random, manner } = this;
    const { odd } = manner;
    const required = isNonNullType(type) && !hasDefault;
    if (random.chance(required ? odd.wrong / 2 : 0.4)) return;
    this.#values[name] =
      random.chance(odd.null) && (!isNonNullType(type) || random.chance(odd.wrong)) ? null : valueOf(type, random, odd);
  }

  #withDirectives<Node extends SelectionNode>(node: Node): Node {
    const { random, manner } = this;
    const directives: DirectiveNode[] = [];
    for (const name of ['skip', 'include']) {
      if (this.#directives >= MAX_DIRECTIVES || !random.chance(manner.directives)) continue;
      this.#directives += 1;
      directives.push(this.#directive(name));
    }
    return directives.length > 0 ? { ...node, directives } : node;
  }

  #directive(name: string): DirectiveNode {
    const { random } = this;
    const condition = this.schema.getDirective(name)?.args[0];
    if (!condition) throw new Error(`No directive ${name}`);
    const value: ValueNode = random.chance(0.3)
      ? { kind: Kind.BOOLEAN, value: random.chance(0.5) }
      : this.#variable(condition.type, false);
    const argument: ArgumentNode = { kind: Kind.ARGUMENT, name: nameNode(condition.name), value };
    return { kind: Kind.DIRECTIVE, name: nameNode(name), arguments: [argument] };
  }
}

/** Makes an operation that is usually valid; callers validate it. */
export const makeOperation = (schema: GraphQLSchema, random: Random): Operation => {
  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  if (!query) throw new Error('No queries');
  const maker = new Maker(schema, random, random.of(MANNERS));
  return mutation && random.chance(0.03) ? maker.make(mutation, 'mutation') : maker.make(query, 'query');
};
