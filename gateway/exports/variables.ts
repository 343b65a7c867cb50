import { getVariableValues, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import type { Coerced } from '../graphql/variables.ts';
import { type FieldError, invalid } from '../rest/errors.ts';

const PAGED: ReadonlySet<string> = new Set(['page', 'size']);
const UNKNOWN = 'Campo desconhecido.';

const refuse = (field: FieldError): never => {
  throw invalid(`O pedido do arquivo não é válido: ${field.path}.`, [field]);
};

/** The place of a problem that graphql-js found, which it tells in its message alone. */
const problemOf = (message: string): FieldError => {
  const [, variable = '', below = ''] = /^Variable "\$(\w+)"(?:.* at "\w+((?:[.[][\w\]]+)+)")?/s.exec(message) ?? [];
  const [, unknown] = /Field "(\w+)" is not defined/.exec(message) ?? [];
  const path = `variables.${variable}${below.replace(/\[(\d+)\]/g, '.$1')}`;
  return unknown ? { path: `${path}.${unknown}`, message: UNKNOWN } : { path, message: 'Valor inválido.' };
};

/** The variables of a list's operation for its first page. @throws GraphQLError 400 at the field that does not serve */
export const readVariables = (
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
  size: number,
): Coerced => {
  const known = new Set(variableDefinitions.map(({ variable }) => variable.name.value));
  const unknown = Object.keys(given).find((name) => !known.has(name) || PAGED.has(name));
  if (unknown !== undefined) refuse({ path: `variables.${unknown}`, message: UNKNOWN });
  const { coerced, errors } = getVariableValues(schema, variableDefinitions, { ...given, page: 0, size });
  if (coerced) return coerced;
  return refuse(problemOf(errors?.[0]?.message ?? ''));
};
