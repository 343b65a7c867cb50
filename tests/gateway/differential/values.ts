import {
  type ConstValueNode,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
} from 'graphql';
import type { Random } from './random.ts';

/** Valid and invalid values of scalars. */
const SCALARS: Readonly<Record<string, { good: readonly unknown[]; bad: readonly unknown[] }>> = {
  Int: { good: [1, 2, 3], bad: ['1', 1.5, 3_000_000_000, true, [], {}] },
  Float: { good: [1, 1.5], bad: ['1', true, [], {}] },
  String: { good: ['a', '', 'São João', '"{}$x'], bad: [1, true, [], {}] },
  Boolean: { good: [true, false], bad: ['true', 0, [], {}] },
  ID: { good: ['1', '7', 2], bad: ['x', '-1', 1.5, true, [], {}] },
  Decimal: { good: ['10.10', '-3', '0'], bad: [10.1, '1,5', '', [], {}] },
  Date: { good: ['2026-11-20', '2024-02-29'], bad: ['2026-02-30', '0000-01-01', '31/2', 20_261_120, [], {}] },
  DateTime: { good: ['2026-11-20T12:00:00Z'], bad: ['2026-11-20', 0, [], {}] },
};

/** Probabilities of values other than a plain valid one. */
export interface OddValues {
  /** Null where it is allowed. */
  null: number;
  /** A value of the wrong type. */
  wrong: number;
  /** Omitted where it is allowed. */
  omitted: number;
}

export const PLAIN: OddValues = { null: 0, wrong: 0, omitted: 0.5 };

const oddItem = (random: Random): unknown => random.of<unknown>([[], {}, 'x', 7, true, [null], { a: 1 }]);

const MAX_DEPTH = 3;

/** Generates a value for a variable of this type, as JSON. */
export const valueOf = (type: GraphQLInputType, random: Random, odd: OddValues = PLAIN, depth = 0): unknown => {
  if (isNonNullType(type)) {
    return valueOf(type.ofType, random, { ...odd, null: 0 }, depth);
  }
  if (random.chance(odd.null)) return null;
  if (isListType(type)) {
    // GraphQL coerces a single value to a list.
    if (random.chance(0.2)) return valueOf(type.ofType, random, odd, depth);
    return Array.from({ length: random.below(3) }, () => valueOf(type.ofType, random, odd, depth));
  }
  if (random.chance(odd.wrong)) {
    const bad = SCALARS[type.name]?.bad;
    return bad ? random.of(bad) : oddItem(random);
  }
  if (isEnumType(type)) return random.of(type.getValues()).name;
  if (!isInputObjectType(type)) return random.of(SCALARS[type.name]?.good ?? ['x']);
  const made: Record<string, unknown> = {};
  for (const field of Object.values(type.getFields())) {
    const required = isNonNullType(field.type) && field.defaultValue === undefined;
    if (!required && (depth >= MAX_DEPTH || random.chance(odd.omitted))) continue;
    if (required && random.chance(odd.wrong / 4)) continue;
    made[field.name] = valueOf(field.type, random, odd, depth + 1);
  }
  if (random.chance(odd.wrong / 4)) made.unknown = 1;
  return made;
};

/** Converts a value to a literal: enums without quotes. */
export const literalOf = (value: unknown, type: GraphQLInputType): ConstValueNode => {
  if (value === null) return { kind: Kind.NULL };
  if (isNonNullType(type)) return literalOf(value, type.ofType);
  if (isListType(type)) {
    if (!Array.isArray(value)) return literalOf(value, type.ofType);
    return { kind: Kind.LIST, values: value.map((item) => literalOf(item, type.ofType)) };
  }
  if (isInputObjectType(type)) {
    const own = Object.entries(Object(value) as Record<string, unknown>);
    const fields = own.flatMap(([name, inner]) => {
      const field = type.getFields()[name];
      return field
        ? [{ kind: Kind.OBJECT_FIELD, name: nameNode(name), value: literalOf(inner, field.type) } as const]
        : [];
    });
    return { kind: Kind.OBJECT, fields };
  }
  if (isEnumType(type)) return { kind: Kind.ENUM, value: String(value) };
  if (typeof value === 'boolean') return { kind: Kind.BOOLEAN, value };
  if (typeof value === 'number') {
    return Number.isInteger(value)
      ? { kind: Kind.INT, value: String(value) }
      : { kind: Kind.FLOAT, value: String(value) };
  }
  return { kind: Kind.STRING, value: String(value) };
};

export const nameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** Replaces values of a literal by variables where `use` returns one for the type. */
export const withVariables = (
  node: ConstValueNode,
  type: GraphQLInputType,
  use: (type: GraphQLInputType) => ValueNode | null,
): ValueNode => {
  if (isNonNullType(type)) return withVariables(node, type.ofType, use);
  if (node.kind === Kind.LIST && isListType(type)) {
    return { ...node, values: node.values.map((item) => use(type.ofType) ?? withVariables(item, type.ofType, use)) };
  }
  if (node.kind === Kind.OBJECT && isInputObjectType(type)) {
    const fields = node.fields.map((field): ObjectFieldNode => {
      const inner = type.getFields()[field.name.value]?.type;
      return inner ? { ...field, value: use(inner) ?? withVariables(field.value, inner, use) } : field;
    });
    return { ...node, fields };
  }
  return node;
};
