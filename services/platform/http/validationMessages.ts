import type { FieldError } from '../errors.ts';

/** An error of the validator, in the common shape of JSON schema validators. */
export interface Finding {
  keyword: string;
  schemaPath: string;
  instancePath: string;
  params: object;
}

export const UNKNOWN_FIELD = 'Campo desconhecido.';

type Params = Record<string, unknown>;

const ofType: Record<string, string> = {
  integer: 'Informe um número inteiro.',
  number: 'Informe um número.',
  string: 'Informe um texto.',
  boolean: 'Informe verdadeiro ou falso.',
  array: 'Informe uma lista.',
  object: 'Informe os dados deste campo.',
};

const ofFormat: Record<string, string> = {
  date: 'Informe uma data válida no formato AAAA-MM-DD.',
  'date-time': 'Informe uma data e hora válidas.',
  email: 'Informe um e-mail válido.',
  decimal: 'Informe um valor decimal, como 1234.50.',
};

const atLeast = (limit: unknown) =>
  limit === 1 ? 'Campo obrigatório.' : `Informe pelo menos ${String(limit)} caracteres.`;

const sentences: Record<string, (params: Params) => string> = {
  type: ({ type }) => ofType[String(type)] ?? 'Valor inválido.',
  required: () => 'Campo obrigatório.',
  format: ({ format }) => ofFormat[String(format)] ?? 'Formato inválido.',
  pattern: () => 'Formato inválido.',
  minLength: ({ limit }) => atLeast(limit),
  maxLength: ({ limit }) => `Informe no máximo ${String(limit)} caracteres.`,
  minimum: ({ limit }) => `Informe um valor maior ou igual a ${String(limit)}.`,
  exclusiveMinimum: ({ limit }) => `Informe um valor maior que ${String(limit)}.`,
  maximum: ({ limit }) => `Informe um valor menor ou igual a ${String(limit)}.`,
  exclusiveMaximum: ({ limit }) => `Informe um valor menor que ${String(limit)}.`,
  multipleOf: ({ multipleOf }) => `Informe um múltiplo de ${String(multipleOf)}.`,
  minItems: ({ limit }) => (limit === 1 ? 'Informe pelo menos um item.' : `Informe pelo menos ${String(limit)} itens.`),
  maxItems: ({ limit }) => `Informe no máximo ${String(limit)} itens.`,
  uniqueItems: () => 'Há itens repetidos.',
};

/** Returns the schema at an error's `schemaPath` ("#/properties/v/anyOf/0"). */
const schemaAt = (root: object, path: string): object | undefined =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, decodePointer(key)) : undefined),
      root,
    ) as object | undefined;

const decodePointer = (text: string) => text.replace(/~1/g, '/').replace(/~0/g, '~');

/** Converts "/list/0/value" to "list.0.value", the form of input names. */
const dotted = (pointer: string) => pointer.split('/').slice(1).map(decodePointer).join('.');

const ownSentence = (schema: object, finding: Finding): string | undefined => {
  const node = schemaAt(schema, finding.schemaPath);
  const text: unknown =
    node && ['pattern', 'format', 'type'].includes(finding.keyword) ? Reflect.get(node, 'x-message') : undefined;
  return typeof text === 'string' ? text : undefined;
};

/** Splits an error about required or unknown keys into one per key. */
const spread = (finding: Finding): { path: string; finding: Finding }[] => {
  const params = finding.params as { requiredProperties?: string[]; additionalProperties?: string[] };
  const keys =
    finding.keyword === 'required'
      ? params.requiredProperties
      : finding.keyword === 'additionalProperties'
        ? params.additionalProperties
        : undefined;
  const base = dotted(finding.instancePath);
  return keys ? keys.map((key) => ({ path: base ? `${base}.${key}` : key, finding })) : [{ path: base, finding }];
};

const choices = (findings: Finding[]): string | undefined => {
  const values = findings.flatMap(({ keyword, params }) => {
    const { allowedValue, allowedValues } = params as { allowedValue?: unknown; allowedValues?: unknown[] };
    return keyword === 'const' ? [allowedValue] : keyword === 'enum' ? (allowedValues ?? []) : [];
  });
  return values.length > 0 ? `Escolha um destes valores: ${values.map(String).join(', ')}.` : undefined;
};

const valueAt = (root: unknown, path: string): unknown =>
  path === ''
    ? root
    : path
        .split('.')
        .reduce<unknown>(
          (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
          root,
        );

const sentenceFor = (schema: object, findings: Finding[], value: unknown): string => {
  const useful = findings.filter(
    ({ keyword, params }) => keyword !== 'anyOf' && !(keyword === 'type' && (params as Params)['type'] === 'null'),
  );
  // The schema of an unknown key is `false`: its value, null included, is an unknown field.
  if (findings.some(({ keyword }) => keyword === 'boolean')) return UNKNOWN_FIELD;
  if (value === null || value === undefined) return 'Campo obrigatório.';
  const choice = choices(useful);
  if (choice) return choice;
  const first = useful[0];
  if (!first) return 'Valor inválido.';
  return ownSentence(schema, first) ?? sentences[first.keyword]?.(first.params as Params) ?? 'Valor inválido.';
};

/** Converts the validator's errors to one Portuguese message per field, for the innermost fields only. */
export const fieldErrors = (schema: object, findings: readonly Finding[], value: unknown): FieldError[] => {
  const byPath = new Map<string, Finding[]>();
  for (const { path, finding } of findings.flatMap(spread)) byPath.set(path, [...(byPath.get(path) ?? []), finding]);
  const paths = [...byPath.keys()];
  return paths
    .filter((path) => !paths.some((other) => other !== path && other.startsWith(path === '' ? '' : `${path}.`)))
    .map((path) => ({ path, message: sentenceFor(schema, byPath.get(path) ?? [], valueAt(value, path)) }));
};
