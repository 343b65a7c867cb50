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

/** Rows assumed for a list that has no size of its own (installments of a document, shares of an installment). */
const ASSUMED_ROWS = 4;
/** The same for lists that are known to be longer. */
const LONG_LISTS: Readonly<Record<string, number>> = { 'Building.stages': 20, 'CashFlowPeriod.categories': 10 };

/** Lists of one row for each day, or for some days together. */
const SERIES: ReadonlySet<string> = new Set(['cashFlow', 'cashFlowPeriods', 'paidBalances', 'projectedBalances']);
/** Days that one row stands for, at least; WHOLE is one row. */
const DAYS_OF_GROUP: Readonly<Record<string, number>> = { DAY: 1, WEEK: 7, MONTH: 28, WHOLE: MOST_DAYS };

/** Rows of a series; the longest that there is where its days are not told, or are none. */
const periodsOf = ({ startDate, endDate, group }: Record<string, unknown>): number => {
  const days = isIsoDate(startDate) && isIsoDate(endDate) ? daysBetween(startDate, endDate) + 1 : MOST_DAYS;
  const ofRow = DAYS_OF_GROUP[String(group)] ?? 1;
  // A week or a month more, for those that the period cuts.
  return Math.ceil(Math.min(Math.max(days, 1), MOST_DAYS) / ofRow) + (ofRow > 1 ? 1 : 0);
};

/** Rows that a list is asked for; a size that no list takes is refused here, before any resolver runs. */
const sizeOf = ({ size }: Record<string, unknown>): number => {
  const rows = size ?? DEFAULT_PAGE_SIZE;
  if (typeof rows !== 'number' || !(rows >= 1 && rows <= MAX_PAGE_SIZE)) throw limitError('size', PAGE_SIZE_MESSAGE);
  return rows;
};

/** Objects that a field may answer: lists count by their `size`, series by their days, values cost nothing. */
const estimator: ComplexityEstimator = ({ type, field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  const own = 1 + childComplexity;
  if (field.args.some(({ name }) => name === 'size')) return sizeOf(args) * own;
  if (SERIES.has(field.name)) return periodsOf(args) * own;
  // A page's rows were counted by the size of the list that the page is of.
  const isRows = isListType(getNullableType(field.type)) && field.name !== 'content';
  return isRows ? (LONG_LISTS[`${type.name}.${field.name}`] ?? ASSUMED_ROWS) * own : own;
};

/** A field whose arguments cannot be is never run: it fails by itself, and answers nothing. */
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

const tooDear = (cost: number | string): GraphQLError =>
  limitError('cost', `A consulta é cara demais (${cost} de ${LIMITS.cost}): peça páginas menores ou menos campos.`);

const isOwn = (error: unknown): error is GraphQLError =>
  error instanceof GraphQLError && error.extensions.limit !== undefined;

const NULL_CONDITION = 'Uma condição (@skip, @include) não pode ser nula.';

/** What could not be worked out is refused, whatever the reason: nothing runs that nobody knows the cost of. */
const refusal = (error: unknown): GraphQLError => {
  if (isOwn(error)) return error;
  if (error instanceof GraphQLError && isRefusedField(error)) return limitError('condition', NULL_CONDITION);
  const tooMany = error instanceof GraphQLError && error.message.includes('maximum allowed number of nodes');
  return tooMany ? limitError('nodes', `A consulta tem mais de ${LIMITS.nodes} campos.`) : tooDear('mais');
};

/**
 * All that the cost depends on: every variable that may be a size, a condition, or a day or group of a series, as graphql-js worked it out, so that one
 * that was left out is not one that is null. Only those that the operation declares: the names of others would fill the
 * memory.
 */
const costKey = ({ variableDefinitions = [] }: OperationDefinitionNode, variables: Coerced): string => {
  let key = '';
  for (const { variable } of variableDefinitions) {
    const name = variable.name.value;
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    const counts = value === null || typeof value === 'number' || typeof value === 'boolean';
    if (counts || isIsoDate(value) || Object.hasOwn(DAYS_OF_GROUP, String(value))) key += ` ${name}=${String(value)}`;
  }
  return key;
};

const MAX_KEYS = 64;
const known = new WeakMap<OperationDefinitionNode, Map<string, number>>();

/** What an operation may cost with these variables. Throws a 400 where that is too much, or cannot be told. */
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
  if (!Number.isFinite(cost)) throw tooDear('mais');
  if (costs.size >= MAX_KEYS) costs.clear();
  costs.set(key, cost);
  return cost;
};

/** Throws a 400 when the operation could answer more than the gateway is ready to carry; answers what it may cost. */
export const requireAffordable = (...operation: Parameters<typeof costOf>): number => {
  const cost = costOf(...operation);
  if (cost > LIMITS.cost) throw tooDear(cost);
  return cost;
};

/** The same; null where `requireAffordable` would refuse. */
export const affordable = (...operation: Parameters<typeof costOf>): number | null => {
  try {
    return requireAffordable(...operation);
  } catch {
    return null;
  }
};
