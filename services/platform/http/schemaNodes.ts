import type { TSchema } from 'typebox';
import { DECIMAL_FORMAT } from '#schema/platform/shapes.ts';

/** A JSON schema as plain data, with only the keywords needed to walk along a value. */
export interface SchemaNode {
  type?: string;
  format?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | SchemaNode[];
  anyOf?: SchemaNode[];
  allOf?: SchemaNode[];
}

/** Expands unions: returns every schema that may describe the value. */
export const flatten = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  nodes.flatMap((node) => [node, ...flatten([...(node.anyOf ?? []), ...(node.allOf ?? [])])]);

/** Returns the schemas of the value under a key. */
export const below = (nodes: readonly SchemaNode[], key: string): SchemaNode[] =>
  flatten(
    nodes.flatMap((node) => {
      const own = node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
      const child = own ?? node.additionalProperties;
      return typeof child === 'object' ? [child] : [];
    }),
  );

/** Returns the schemas of a list's items. */
export const inside = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  flatten(nodes.flatMap((node) => (Array.isArray(node.items) ? node.items : node.items ? [node.items] : [])));

export const isDecimal = (nodes: readonly SchemaNode[]): boolean =>
  nodes.some(({ format }) => format === DECIMAL_FORMAT);

const close = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(close);
  if (typeof node !== 'object' || node === null) return node;
  const closed = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, close(value)]));
  return 'properties' in closed && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
};

/** Returns the schema with unnamed keys forbidden at every depth. */
export const closed = (schema: TSchema): TSchema => close(JSON.parse(JSON.stringify(schema))) as TSchema;
