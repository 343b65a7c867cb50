import { LosslessNumber, isLosslessNumber, parse } from 'lossless-json';
import type { TSchema } from 'typebox';
import { malformed } from '../errors.ts';
import { below, flatten, inside, isDecimal, type SchemaNode } from './schemaNodes.ts';

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

/** The same for what stands at a place that some of these schemas describe. */
export const settle = (value: unknown, nodes: readonly SchemaNode[]): unknown => {
  if (isLosslessNumber(value)) {
    const digits = value.toString();
    return isDecimal(nodes) ? digits : Number(digits);
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
