import type { TSchema } from 'typebox';
import { isLosslessNumber } from 'lossless-json';
import { toDecimal } from '#domain/decimal.ts';
import type { FieldError } from '../errors.ts';
import { below, flatten, inside, isDecimal, type SchemaNode } from './schemaNodes.ts';
import { settle } from './json.ts';

/** A step from a value to one inside it: a key, or an item of a list, which is known by its id where it has one. */
type Step = string | { index: number; id: unknown };

/** Something that was sent and that this call does not change: it has to say what is so. */
export interface Echo {
  steps: readonly Step[];
  value: unknown;
  /** What the answer's contract says of this place. */
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

/** Schemas without named keys (maps, anything) take whatever comes: there is nothing to tell apart. */
const hasNames = (nodes: readonly SchemaNode[]): boolean => nodes.some(({ properties }) => properties !== undefined);

interface Found {
  echoes: Echo[];
  /** Paths inside an echo that the answer does not know either. */
  unknown: string[];
}

/** An echo field by field: a refusal names the very one. */
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
 * Takes out of a body what it does not change but the answer tells (§7: clients send whole objects back). What neither
 * knows stays in it, for the validator to refuse.
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

/** Amounts are equal by value, "10" and "10.00"; objects by the keys that were sent; all else to the letter. */
const says = (sent: unknown, is: unknown, nodes: readonly SchemaNode[]): boolean => {
  if (Array.isArray(sent)) {
    return (
      Array.isArray(is) &&
      is.length === sent.length &&
      sent.every((item, index) => says(item, is[index], inside(nodes)))
    );
  }
  if (isObject(sent)) {
    return isObject(is) && Object.entries(sent).every(([key, item]) => says(item, is[key], below(nodes, key)));
  }
  if (sent === is) return true;
  return isDecimal(nodes) && isAmount(sent) && isAmount(is) && toDecimal(sent).equals(toDecimal(is));
};

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value);

const pathOf = (steps: readonly Step[]): string =>
  steps.map((step) => (typeof step === 'string' ? step : step.index)).join('.');

const READ_ONLY = 'Este campo não pode ser alterado aqui. Envie o valor atual ou deixe-o de fora.';

/** The echoes that say what none of the answers (before the change, after it) says. */
export const wrongEchoes = (echoes: readonly Echo[], answers: readonly unknown[]): FieldError[] =>
  echoes
    .filter(({ steps, value, nodes }) => !answers.some((answer) => says(value, steps.reduce(stepInto, answer), nodes)))
    .map(({ steps }) => ({ path: pathOf(steps), message: READ_ONLY }));
