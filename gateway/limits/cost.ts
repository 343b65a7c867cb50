import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  ValidationContext,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { type ComplexityEstimator, createComplexityRule } from 'graphql-query-complexity';
import { MOST_DAYS } from '#domain/cashFlow.ts';
import { daysBetween, isIsoDate } from '#domain/dates.ts';
import type { Coerced } from '../graphql/variables.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, PAGE_SIZE_MESSAGE } from '../platform/lists.ts';
import { LIMITS, limitError } from './settings.ts';

/** Rows assumed for a list without `size` (installments of a transaction, shares of an installment). */
const ASSUMED_ROWS = 4;
/** Rows assumed for longer lists without `size`. */
const LONG_LISTS: Readonly<Record<string, number>> = {
  'Building.stages': 20,
  'CashFlowPeriod.categories': 10,
  'CostEstimateDetails.details': 1_000,
  'CostEstimateDetails.resources': 300,
};

/** Fields that return one row per day, or per group of days. */
const SERIES: ReadonlySet<string> = new Set(['cashFlow', 'cashFlowPeriods', 'paidBalances', 'projectedBalances']);
/** Minimum days per row of a group; WHOLE is one row. */
const DAYS_OF_GROUP: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7, MONTH: 28, WHOLE: MOST_DAYS };

/**
 * Cost of a question to the assistant, which runs up to twenty lists of its own: names that the sentence may mean, and
 * the figures of the answer.
 */
export const ASK_COST = 3_000;

/** Returns the maximum rows of a series; without valid days, those of the longest period. */
const periodsOf = ({ startDate, endDate, group }: Record<string, unknown>): number => {
  const days = isIsoDate(startDate) && isIsoDate(endDate) ? daysBetween(startDate, endDate) + 1 : MOST_DAYS;
  const ofRow = DAYS_OF_GROUP[String(group)] ?? 1;
  // One row more for a week or month that the period's start cuts.
  return Math.ceil(Math.min(Math.max(days, 1), MOST_DAYS) / ofRow) + (ofRow > 1 ? 1 : 0);
};

/** Returns the `size` of a list. Throws outside the allowed range, before any resolver runs. */
const sizeOf = ({ size }: Record<string, unknown>): number => {
  const rows = size ?? DEFAULT_PAGE_SIZE;
  if (typeof rows !== 'number' || !(rows >= 1 && rows <= MAX_PAGE_SIZE)) throw limitError('size', PAGE_SIZE_MESSAGE);
  return rows;
};

/**
 * Estimates the number of objects that a field may return: a list multiplies by its `size`, a series by its periods,
 * scalars cost nothing.
 */
const estimator: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  const own = 1 + childComplexity;
  if (field.args.some(({ name }) => name === 'size')) return sizeOf(args) * own;
  if (field.name === 'askAssistant') return ASK_COST + own;
  if (SERIES.has(field.name)) return periodsOf(args) * own;
  // `content` of a page is not counted again: its list has multiplied by `size`.
  const isRows = isListType(getNullableType(field.type)) && field.name !== 'content';
  return isRows ? (LONG_LISTS[`${type.name}.${field.name}`] ?? ASSUMED_ROWS) * own : own;
};

/** True for a field with invalid arguments: graphql-js does not run it and returns an error for that field alone. */
const isRefusedField = ({ message }: GraphQLError): boolean =>
  /^Argument ".+" (?:of (?:required|non-null) type|has invalid value)/.test(message);

const estimate = (
  schema: GraphQLSchema,
  { definitions }: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Coerced,
): number => {
  const others = definitions.filter((node) => node.kind !== Kind.OPERATION_DEFINITION);
  const query: DocumentNode = { kind: Kind.DOCUMENT, definitions: [operation, ...others] };
  const types = new TypeInfo(schema);
  const problems: GraphQLError[] = [];
  const context = new ValidationContext(schema, query, types, (error) => void problems.push(error));
  let cost = NaN;
  const rule = createComplexityRule({
    maximumComplexity: Infinity,
    variables: { ...variables },
    estimators: [estimator],
    maxQueryNodes: LIMITS.nodes,
    onComplete: (complexity) => {
      cost = complexity;
    },
  });
  visit(operation, visitWithTypeInfo(types, rule(context)));
  const problem = problems.find((one) => !isRefusedField(one));
  if (problem) throw problem;
  return cost;
};

const tooExpensive = (cost: number | string): GraphQLError =>
  limitError('cost', `A consulta é cara demais (${cost} de ${LIMITS.cost}): peça páginas menores ou menos campos.`);

const isOwn = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && error.extensions.limit !== undefined;

const NULL_CONDITION = 'Uma condição (@skip, @include) não pode ser nula.';

/** Refuses an operation whose cost cannot be computed (fail closed). */
const refusal = (error: unknown): GraphQLError => {
  if (isOwn(error)) return error;
  if (error instanceof GraphQLError && isRefusedField(error)) return limitError('condition', NULL_CONDITION);
  const tooMany = error instanceof GraphQLError && error.message.includes('maximum allowed number of nodes');
  return tooMany ? limitError('nodes', `A consulta tem mais de ${LIMITS.nodes} campos.`) : tooExpensive('mais');
};

/**
 * Cache key of a cost: the variables that may be a size, a condition, or a day or group of a series, as coerced by
 * graphql-js, so that omitted and null differ. Only declared variables: arbitrary names from clients would fill the
 * memory.
 */
const costKey = ({ variableDefinitions = [] }: OperationDefinitionNode, variables: Coerced): string => {
  let key = '';
  for (const { variable } of variableDefinitions) {
    const name = variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const plain = value === null || typeof value === 'number' || typeof value === 'boolean';
    const text = typeof value === 'string' && (isIsoDate(value) || Object.hasOwn(DAYS_OF_GROUP, value));
    if (plain || text) key += ` ${name}=${String(value)}`;
  }
  return key;
};

const MAX_KEYS = 64;
const known = new WeakMap<OperationDefinitionNode, Map<string, number>>();

/** Returns the cost of an operation with these variables. Throws a 400 when the cost cannot be computed. */
export const costOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Coerced,
): number => {
  const costs = known.get(operation) ?? new Map<string, number>();
  known.set(operation, costs);
  const key = costKey(operation, variables);
  const before = costs.get(key);
  if (before !== undefined) return before;
  let cost: number;
  try {
    cost = estimate(schema, document, operation, variables);
  } catch (error) {
    throw refusal(error);
  }
  if (!Number.isFinite(cost)) throw tooExpensive('mais');
  if (costs.size >= MAX_KEYS) costs.clear();
  costs.set(key, cost);
  return cost;
};

/** Returns the cost of an operation. Throws a 400 when it exceeds LIMITS.cost or cannot be computed. */
export const requireAffordable = (...operation: Parameters<typeof costOf>): number => {
  const cost = costOf(...operation);
  if (cost > LIMITS.cost) throw tooExpensive(cost);
  return cost;
};

/** As `requireAffordable`, but returns null instead of throwing. */
export const affordable = (...operation: Parameters<typeof costOf>): number | null => {
  try {
    return requireAffordable(...operation);
  } catch {
    return null;
  }
};
