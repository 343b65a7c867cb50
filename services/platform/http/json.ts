import { LosslessNumber, isLosslessNumber, parse } from 'lossless-json';
import type { TSchema } from 'typebox';
import { malformed } from '../errors.ts';
import { below, flatten, inside, isDecimal, type SchemaNode } from './schemaNodes.ts';

/**
 * Parses JSON without loss of digits: numbers stay LosslessNumber until `settleValues` applies the schema. Throws 400
 * for invalid JSON or duplicate keys.
 */
export const readJson = (text: string): unknown => {
  if (text.trim() === '') return undefined;
  try {
    return parse(text, undefined, (digits) => new LosslessNumber(digits));
  } catch {
    throw malformed('O corpo da requisição não é um JSON válido.');
  }
};

/** As `settleValues`, for a value that any of these schemas describes. */
export const settle = (value: unknown, nodes: readonly SchemaNode[]): unknown => {
  if (isLosslessNumber(value)) {
    const digits = value.toString();
    if (isDecimal(nodes)) return digits;
    const number = Number(digits);
    // No id and no count is beyond the safe integers: as text it is refused at its place, not sent to the database.
    return Number.isInteger(number) && !Number.isSafeInteger(number) ? digits : number;
  }
  // Replaces lone surrogates, which PostgreSQL would reject or change.
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
 * Makes strings well-formed, and converts the numbers of a parsed body: to decimal text where the schema says decimal,
 * else to a JS number (ids and counts, which are safe integers).
 */
export const settleValues = (value: unknown, schema: TSchema): unknown =>
  settle(value, flatten([schema as SchemaNode]));
