import type { TSchema } from 'typebox';
import { isLosslessNumber } from 'lossless-json';
import { toDecimal } from '#domain/decimal.ts';
import type { FieldError } from '../errors.ts';
import { below, flatten, inside, isDecimal, type SchemaNode } from './schemaNodes.ts';
import { settle } from './json.ts';

/** A step into a value: a key, or a list item, identified by its id when it has one. */
type Step = string | { index: number; id: unknown };

/** A field that the client sent but the call does not change: its value must equal the current one. */
export interface Echo {
  steps: readonly Step[];
  value: unknown;
  /** Schemas of this field in the response contract. */
  nodes: readonly SchemaNode[];
}

type Loose = Record<string, unknown>;
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);

interface Place {
  body: readonly SchemaNode[];
  echo: readonly SchemaNode[];
  steps: readonly Step[];
}

const named = (nodes: readonly SchemaNode[], key: string): boolean =>
  nodes.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, key));

/** Schemas without named keys (maps, any) accept every key. */
const hasNames = (nodes: readonly SchemaNode[]): boolean => nodes.some(({ properties }) => properties !== undefined);

interface Found {
  echoes: Echo[];
  /** Paths inside an echo that the response contract does not name. */
  unknown: string[];
}

/** Collects the echoes field by field, so that an error names the exact field. */
const collect = (value: unknown, nodes: readonly SchemaNode[], steps: readonly Step[], found: Found): void => {
  if (!isObject(value) || !hasNames(nodes)) {
    found.echoes.push({ steps, value: settle(value, nodes), nodes });
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (named(nodes, key)) collect(item, below(nodes, key), [...steps, key], found);
    else found.unknown.push(pathOf([...steps, key]));
  }
};

const divide = (value: unknown, { body, echo, steps }: Place, found: Found): unknown => {
  if (Array.isArray(value)) {
    const inner = { body: inside(body), echo: inside(echo) };
    return value.map((item: unknown, index) =>
      divide(item, { ...inner, steps: [...steps, { index, id: isObject(item) ? item['id'] : undefined }] }, found),
    );
  }
  if (!isObject(value) || !hasNames(body)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
    const place = { body: below(body, key), echo: below(echo, key), steps: [...steps, key] };
    if (named(body, key) || !named(echo, key)) return [[key, divide(item, place, found)]];
    collect(item, place.echo, place.steps, found);
    return [];
  });
  return Object.fromEntries(kept);
};

/**
 * Separates from a body the fields that it does not change but the response contains (§7: clients send whole objects
 * back). Leaves fields unknown to both, which the validator rejects.
 */
export const divideBody = (value: unknown, body: TSchema, echo: TSchema): Found & { body: unknown } => {
  const found: Found = { echoes: [], unknown: [] };
  const place = { body: flatten([body as SchemaNode]), echo: flatten([echo as SchemaNode]), steps: [] };
  return { body: divide(value, place, found), ...found };
};

const itemOf = (list: readonly unknown[], { index, id }: Exclude<Step, string>): unknown =>
  id === undefined || id === null
    ? list[index]
    : list.find((item) => isObject(item) && String(item['id']) === String(id));

const stepInto = (value: unknown, step: Step): unknown => {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  return Array.isArray(value) ? itemOf(value, step) : undefined;
};

/** Compares amounts by value ("10" equals "10.00"), objects by the sent keys, everything else exactly. */
const isEqualEcho = (sent: unknown, is: unknown, nodes: readonly SchemaNode[]): boolean => {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(is) &&
      is.length === sent.length &&
      sent.every((item, index) => isEqualEcho(item, is[index], inside(nodes)))
    );
  }
  if (isObject(sent)) {
    return isObject(is) && Object.entries(sent).every(([key, item]) => isEqualEcho(item, is[key], below(nodes, key)));
  }
  if (sent === is) return true;
  return isDecimal(nodes) && isAmount(sent) && isAmount(is) && toDecimal(sent).equals(toDecimal(is));
};

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value);

const pathOf = (steps: readonly Step[]): string =>
  steps.map((step) => (typeof step === 'string' ? step : step.index)).join('.');

const READ_ONLY = 'Este campo não pode ser alterado aqui. Envie o valor atual ou deixe-o de fora.';

/** Returns errors for the echoes that match neither the response before the change nor the one after it. */
export const wrongEchoes = (echoes: readonly Echo[], answers: readonly unknown[]): FieldError[] =>
  echoes
    .filter(
      ({ steps, value, nodes }) => !answers.some((answer) => isEqualEcho(value, steps.reduce(stepInto, answer), nodes)),
    )
    .map(({ steps }) => ({ path: pathOf(steps), message: READ_ONLY }));
