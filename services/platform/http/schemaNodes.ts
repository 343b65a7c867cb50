import type { TSchema } from 'typebox';
import { DECIMAL_FORMAT } from '#schema/platform/shapes.ts';

/** A JSON schema read as plain data: only the keywords that walks along a value need. */
export interface SchemaNode {
  type?: string;
  format?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | SchemaNode[];
  anyOf?: SchemaNode[];
  allOf?: SchemaNode[];
}

/** Unions taken apart: every schema that a value at this place might be read by. */
export const flatten = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  nodes.flatMap((node) => [node, ...flatten([...(node.anyOf ?? []), ...(node.allOf ?? [])])]);

/** The schemas of what stands under a key. */
export const below = (nodes: readonly SchemaNode[], key: string): SchemaNode[] =>
  flatten(
    nodes.flatMap((node) => {
      const own = node.properties && Object.hasOwn(node.properties, key) ? node.properties[key] : undefined;
      const child = own ?? node.additionalProperties;
      return typeof child === 'object' ? [child] : [];
    }),
  );

/** The schemas of the items of a list. */
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

/** The same schema, refusing at every depth the keys that it does not name. */
export const closed = (schema: TSchema): TSchema => close(JSON.parse(JSON.stringify(schema))) as TSchema;
