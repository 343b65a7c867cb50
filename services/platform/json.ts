import { LosslessNumber, isLosslessNumber, parse } from 'lossless-json';
import type { TSchema } from 'typebox';
import { DECIMAL_FORMAT } from '#schema/platform/shapes.ts';
import { malformed } from './errors.ts';

/** A JSON schema read as plain data: only the keywords that the walk below needs. */
interface SchemaNode {
  type?: string;
  format?: string;
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | SchemaNode[];
  anyOf?: SchemaNode[];
  allOf?: SchemaNode[];
}

/**
 * Reads JSON without losing a digit: numbers stay LosslessNumber until `settleValues` knows what the schema wants.
 * Throws 400 for anything that is not JSON or has a key twice.
 */
export const readJson = (text: string): unknown => {
  if (text.trim() === '') return undefined;
  try {
    return parse(text, undefined, (digits) => new LosslessNumber(digits));
  } catch {
    throw malformed('O corpo da requisição não é um JSON válido.');
  }
};

/** Unions taken apart: every schema that a value at this place might be read by. */
const flatten = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  nodes.flatMap((node) => [node, ...flatten([...(node.anyOf ?? []), ...(node.allOf ?? [])])]);

const below = (nodes: readonly SchemaNode[], key: string): SchemaNode[] =>
  flatten(
    nodes.flatMap((node) => {
      const child = node.properties?.[key] ?? node.additionalProperties;
      return typeof child === 'object' ? [child] : [];
    }),
  );

const inside = (nodes: readonly SchemaNode[]): SchemaNode[] =>
  flatten(nodes.flatMap((node) => (Array.isArray(node.items) ? node.items : node.items ? [node.items] : [])));

const settle = (value: unknown, nodes: readonly SchemaNode[]): unknown => {
  if (isLosslessNumber(value)) {
    const digits = value.toString();
    return nodes.some((node) => node.format === DECIMAL_FORMAT) ? digits : Number(digits);
  }
  // Half of a character pair is no text: what stores it would refuse it, or keep something else.
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) {
    const items = inside(nodes);
    return value.map((item) => settle(item, items));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, settle(item, below(nodes, key))]));
  }
  return value;
};

/**
 * Makes every text well formed, and gives every number of a parsed body its form: the digits as text where the schema says decimal, a JS number
 * anywhere else (keys and counts, whose schemas bound them to safe integers).
 */
export const settleValues = (value: unknown, schema: TSchema): unknown =>
  settle(value, flatten([schema as SchemaNode]));
