import { buildSchema, findBreakingChanges, type GraphQLSchema } from 'graphql';

/** The part of JSON Schema that the descriptions use. */
interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
  format?: string;
  deprecated?: boolean;
  description?: string;
}
interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Shape;
  deprecated?: boolean;
  description?: string;
}
interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Shape }> };
  responses: Record<string, { content?: Record<string, { schema?: Shape }> }>;
  deprecated?: boolean;
  description?: string;
}
export interface Api {
  paths: Record<string, Record<string, Operation>>;
}

/** What a value may be, as one text: "string(date)|null", "\"READ\"|\"READ_WRITE\"". */
const kindsOf = (shape: Shape): string[] => {
  if (shape.anyOf) return [...new Set(shape.anyOf.flatMap(kindsOf))].sort();
  if (shape.const !== undefined) return [JSON.stringify(shape.const)];
  return [shape.type ?? 'any'].flat().map((type) => (shape.format ? `${type}(${shape.format})` : type));
};

const parts = (shape: Shape): Shape => shape.anyOf?.find(({ properties, items }) => properties ?? items) ?? shape;

type Side = 'sent' | 'answered';

/** A client must be able to go on sending what it sends, and go on reading what it reads. */
const changesOf = (was: Shape, is: Shape, at: string, side: Side): string[] => {
  const [before, after] = [kindsOf(was), kindsOf(is)];
  const lost = before.filter((kind) => !after.includes(kind));
  const gained = after.filter((kind) => !before.includes(kind));
  // A word more in an answer is told as new, not as broken: clients are told to expect it. Null more is broken.
  const strange = side === 'sent' ? lost : gained.filter((kind) => !kind.startsWith('"'));
  const changed =
    before.includes('any') || strange.length === 0 ? [] : [`${at}: ${before.join('|')} became ${after.join('|')}`];
  const [old, now] = [parts(was), parts(is)];
  return [
    ...changed,
    ...(old.items && now.items ? changesOf(old.items, now.items, `${at}[]`, side) : []),
    ...propertyChanges(old, now, at, side),
  ];
};

const propertyChanges = (old: Shape, now: Shape, at: string, side: Side): string[] => {
  if (!old.properties || !now.properties) return [];
  const [needed, needs] = [new Set(old.required ?? []), new Set(now.required ?? [])];
  const kept = Object.entries(old.properties).flatMap(([name, shape]) => {
    const present = now.properties?.[name];
    if (!present) return [`${at}.${name}: removed`];
    const optional = side === 'answered' && needed.has(name) && !needs.has(name);
    return [
      ...(optional ? [`${at}.${name}: no longer always there`] : []),
      ...changesOf(shape, present, `${at}.${name}`, side),
    ];
  });
  const demanded = side === 'sent' ? [...needs].filter((name) => !needed.has(name)) : [];
  return [...kept, ...demanded.map((name) => `${at}.${name}: became required`)];
};

const bodyOf = ({ requestBody }: Operation): Shape => Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
const answerOf = ({ responses }: Operation): Shape => Object.values(responses['200']?.content ?? {})[0]?.schema ?? {};

const parameterChanges = (was: Operation, is: Operation, at: string): string[] => {
  const keyed = ({ parameters = [] }: Operation) => new Map(parameters.map((one) => [`${one.in} ${one.name}`, one]));
  const [old, now] = [keyed(was), keyed(is)];
  const kept = [...old].flatMap(([key, { schema }]) => {
    const present = now.get(key);
    return present ? changesOf(schema, present.schema, `${at} ${key}`, 'sent') : [`${at} ${key}: removed`];
  });
  const demanded = [...now].filter(([key, { required }]) => required && !old.get(key)?.required);
  return [...kept, ...demanded.map(([key]) => `${at} ${key}: became required`)];
};

/** What breaks a client of REST that was written for the published description. */
export const brokenRest = (published: Api, present: Api): string[] =>
  Object.entries(published.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`;
      const is = present.paths[path]?.[method];
      if (!is) return [`${at}: removed`];
      return [
        ...parameterChanges(was, is, at),
        ...changesOf(bodyOf(was), bodyOf(is), `${at} body`, 'sent'),
        ...changesOf(answerOf(was), answerOf(is), `${at} answer`, 'answered'),
      ];
    }),
  );

/** What breaks a client of GraphQL that was written for the published SDL. */
export const brokenGraphql = (published: string, present: string): string[] =>
  findBreakingChanges(buildSchema(published), buildSchema(present)).map(({ description }) => description);

const DAY = /\b\d{4}-\d{2}-\d{2}\b/;

interface Member {
  name: string;
  deprecationReason?: string | null | undefined;
  args?: readonly Member[];
}

/** Deprecated fields, arguments and values whose reason names no day on which they go. */
export const undatedGraphql = (schema: GraphQLSchema): string[] => {
  const undated = ({ name, deprecationReason: reason, args = [] }: Member, above: string): string[] => [
    ...(typeof reason === 'string' && !DAY.test(reason) ? [`${above}.${name}`] : []),
    ...args.flatMap((arg) => undated(arg, `${above}.${name}`)),
  ];
  return Object.values(schema.getTypeMap()).flatMap((type) => {
    const members: readonly Member[] =
      'getFields' in type ? Object.values(type.getFields()) : 'getValues' in type ? type.getValues() : [];
    return members.flatMap((member) => undated(member, type.name));
  });
};

const isUndated = ({ deprecated, description = '' }: { deprecated?: boolean; description?: string }): boolean =>
  deprecated === true && !DAY.test(description);

const undatedShapes = (shape: Shape, at: string): string[] => [
  ...(isUndated(shape) ? [at] : []),
  ...(shape.anyOf ?? []).flatMap((one) => undatedShapes(one, at)),
  ...(shape.items ? undatedShapes(shape.items, `${at}[]`) : []),
  ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) => undatedShapes(one, `${at}.${name}`)),
];

/** Deprecated calls, parameters and fields whose description names no day on which they go. */
export const undatedRest = ({ paths }: Api): string[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) => {
      const at = `${method.toUpperCase()} ${path}`;
      return [
        ...(isUndated(operation) ? [at] : []),
        ...(operation.parameters ?? []).flatMap((one) => [
          ...(isUndated(one) ? [`${at} ${one.in} ${one.name}`] : []),
          ...undatedShapes(one.schema, `${at} ${one.in} ${one.name}`),
        ]),
        ...undatedShapes(bodyOf(operation), `${at} body`),
        ...undatedShapes(answerOf(operation), `${at} answer`),
      ];
    }),
  );

/** What the comparison reads of a description; texts and limits may change. */
const KEPT = new Set([
  ...['paths', 'parameters', 'in', 'name', 'required', 'schema', 'requestBody', 'content', 'responses', 'deprecated'],
  ...['type', 'properties', 'items', 'anyOf', 'const', 'format'],
]);

/** Below these, keys are names of the contract, and all are kept. */
const NAMED = new Set(['paths', 'properties', 'content', 'responses']);

const kept = (value: unknown, named: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => kept(one, false));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value as Record<string, unknown>).filter(([key]) => named || KEPT.has(key));
  return Object.fromEntries(entries.map(([key, one]) => [key, kept(one, !named && NAMED.has(key))]));
};

/** A description without what no client depends on. */
export const essence = ({ paths }: Api): Api => ({
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, operations]) => [
      path,
      Object.fromEntries(Object.entries(operations).map(([method, one]) => [method, kept(one, false) as Operation])),
    ]),
  ),
});
