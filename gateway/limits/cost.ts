import { type DocumentNode, GraphQLError, type GraphQLSchema, getNullableType, isLeafType, isListType } from 'graphql';
import { getNamedType, Kind, type OperationDefinitionNode } from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import { MAX_PAGE_SIZE, PAGE_SIZE_MESSAGE } from '../platform/lists.ts';
import { LIMITS, limitError } from './settings.ts';

/** Rows assumed for a list that has no size of its own (installments of a document, shares of an installment). */
const ASSUMED_ROWS = 4;
/** The same for lists that are known to be longer. */
const LONG_LISTS: Readonly<Record<string, number>> = { 'Building.stages': 20 };

/** Rows that a list is asked for; a size that no list takes is refused here, before any resolver runs. */
const sizeOf = ({ size }: Record<string, unknown>): number => {
  if (typeof size !== 'number') return 0;
  if (size < 1 || size > MAX_PAGE_SIZE) throw limitError('size', PAGE_SIZE_MESSAGE);
  return size;
};

/** Objects that a field may answer: lists count by their `size`, values cost nothing. */
const estimator: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  const own = 1 + childComplexity;
  const size = sizeOf(args);
  if (size > 0) return size * own;
  // A page's rows were counted by the size of the list that the page is of.
  const isRows = isListType(getNullableType(field.type)) && field.name !== 'content';
  return isRows ? (LONG_LISTS[`${type.name}.${field.name}`] ?? ASSUMED_ROWS) * own : own;
};

const operationOf = (document: DocumentNode, name: string | null | undefined): OperationDefinitionNode | undefined => {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  return name ? operations.find((operation) => operation.name?.value === name) : operations[0];
};

/**
 * Values that change what an operation costs: sizes, and the conditions of @skip and @include. Only those that it declares:
 * others change nothing, and their names would fill the memory.
 */
const costKey = (operation: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): string => {
  let key = operation.name?.value ?? '';
  for (const { variable } of operation.variableDefinitions ?? []) {
    const value = variables[variable.name.value];
    if (typeof value === 'number' || typeof value === 'boolean') key += ` ${variable.name.value}=${value}`;
  }
  return key;
};

const MAX_KEYS = 64;
const known = new WeakMap<DocumentNode, Map<string, number>>();

const estimate = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number => {
  const others = document.definitions.filter((node) => node.kind !== Kind.OPERATION_DEFINITION);
  const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...others] };
  return getComplexity({ schema, query, variables, estimators: [estimator], maxQueryNodes: LIMITS.nodes });
};

/**
 * What an operation may cost with these variables. Throws a 400 for one that has too many fields; variables that do
 * not fit are left for execution to refuse, which says where.
 */
export const costOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown> = {},
): number => {
  const operation = operationOf(document, operationName);
  if (!operation) return 0;
  const costs = known.get(document) ?? new Map<string, number>();
  known.set(document, costs);
  const key = costKey(operation, variables);
  const before = costs.get(key);
  if (before !== undefined) return before;
  let cost: number;
  try {
    cost = estimate(schema, document, operation, variables);
  } catch (error) {
    if (error instanceof GraphQLError && error.extensions.limit !== undefined) throw error;
    if (error instanceof GraphQLError && error.message.includes('maximum allowed number of nodes')) {
      throw limitError('nodes', `A consulta tem mais de ${LIMITS.nodes} campos.`);
    }
    return 0;
  }
  if (costs.size >= MAX_KEYS) costs.clear();
  costs.set(key, cost);
  return cost;
};

/** Throws a 400 when the operation could answer more than the gateway is ready to carry. */
export const requireAffordable = (...operation: Parameters<typeof costOf>): void => {
  const cost = costOf(...operation);
  if (cost <= LIMITS.cost) return;
  throw limitError(
    'cost',
    `A consulta é cara demais (${cost} de ${LIMITS.cost}): peça páginas menores ou menos campos.`,
  );
};

/** Whether `requireAffordable` would let the operation through. */
export const isAffordable = (...operation: Parameters<typeof costOf>): boolean => {
  try {
    requireAffordable(...operation);
    return true;
  } catch {
    return false;
  }
};
