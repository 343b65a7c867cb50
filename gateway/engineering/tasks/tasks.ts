import { type ListedTask, taskEndpoints, type TaskUpdate } from '#schema/engineering/tasks/tasks.rest.ts';
import type { Resolvers, TaskFilter, TaskInput } from '../../generated/resolvers.ts';
import { toId, toOptionalId } from '../../platform/ids.ts';
import { DEFAULT_PAGE_SIZE, pick, toPageQuery } from '../../platform/lists.ts';
import { asks, needsMore } from '../../platform/selection.ts';
import { invalid } from '../../rest/errors.ts';
import { embeddedUnit, KNOWN_UNIT } from '../../purchase/units.ts';
import { unitLoader } from '../../purchase/units.loaders.ts';

export type TaskParent = ListedTask;

/** Rows of a page whose lines are asked for, too: the services answer no more. */
const MAX_DETAILED = 100;

const toSource = (source: string | null | undefined): 'GO' | 'SINAPI' | undefined => {
  if (source == null) return undefined;
  if (source !== 'GO' && source !== 'SINAPI') throw invalid('A origem é GO ou SINAPI.');
  return source;
};

const toFilter = (filter: TaskFilter | null | undefined) => ({
  ...pick(filter, ['code', 'search', 'activeCostDatabase']),
  costDatabase: toOptionalId(filter?.costDatabaseId),
  source: toSource(filter?.source),
});

/** The body of REST calls a reference by its row, the input of GraphQL by its key. */
const taskField = (path: string): string =>
  path.replace(/^unit(\.id)?$/, 'unitId').replace(/^costDatabase(\.id)?$/, 'costDatabaseId');

const toBody = (input: TaskInput): Omit<TaskUpdate, 'version'> => ({
  code: input.code,
  description: input.description,
  unit: { id: toId(input.unitId) },
  ...(input.group !== undefined && { group: input.group }),
  ...(input.sourceReference !== undefined && { sourceReference: input.sourceReference }),
  ...(input.active != null && { active: input.active }),
  items: input.items.map(({ id, resourceId, taskId, quantity }) => ({
    ...(id != null && { id: toId(id) }),
    resourceId: toOptionalId(resourceId) ?? null,
    taskId: toOptionalId(taskId) ?? null,
    quantity,
  })),
});

export const tasks: Resolvers = {
  Query: {
    tasks: async (_, { filter, ...page }, context, info) => {
      const details = asks(info, 'content', 'items') || asks(info, 'content', 'pricesByType');
      const paged = toPageQuery(page);
      if (details && (page.size ?? DEFAULT_PAGE_SIZE) > MAX_DETAILED) {
        throw invalid(`Com itens, a página tem no máximo ${MAX_DETAILED} composições.`);
      }
      const query = { ...paged, ...toFilter(filter), ...pick(filter, ['active']), ...(details && { details }) };
      const answer = await context.rest.call(taskEndpoints.list, { query });
      if (needsMore(info, KNOWN_UNIT, ['content', 'unit'])) {
        await context.loader(unitLoader, await context.account()).prefetch(answer.content.map(({ unit }) => unit.id));
      }
      return answer;
    },
    taskTotals: (_, { filter }, { rest }) => rest.call(taskEndpoints.totals, { query: toFilter(filter) }),
    task: (_, { id }, { rest }) => rest.call(taskEndpoints.get, { params: { id: toId(id) } }),
    taskUsages: (_, { id, ...page }, { rest }) => {
      const { page: number, size } = toPageQuery(page);
      return rest.call(taskEndpoints.usages, { params: { id: toId(id) }, query: { page: number, size } });
    },
    taskHistory: (_, { id, ...page }, { rest }) => {
      const { page: number, size } = toPageQuery(page);
      return rest.call(taskEndpoints.history, { params: { id: toId(id) }, query: { page: number, size } });
    },
    taskReference: (_, { id }, { rest }) => rest.call(taskEndpoints.reference, { params: { id: toId(id) } }),
    taskImpact: (_, { id, unitPrice }, { rest }) =>
      rest.call(taskEndpoints.impact, { params: { id: toId(id) }, query: unitPrice == null ? {} : { unitPrice } }),
    taskExplosion: async (_, { id }, { rest }) =>
      (await rest.call(taskEndpoints.explosion, { params: { id: toId(id) } })).content,
    taskInputs: async (_, { id }, { rest }) =>
      (await rest.call(taskEndpoints.inputs, { params: { id: toId(id) } })).content,
    resources: (_, { search, codes, taskId, size }, { rest }) => {
      const query = {
        ...(search != null && { search }),
        ...(codes && codes.length > 0 && { codes: codes.join(',') }),
        task: toOptionalId(taskId),
        size: toPageQuery({ size }).size,
      };
      return rest.call(taskEndpoints.resources, { query });
    },
  },
  Mutation: {
    createTask: async (_, { costDatabaseId, input }, { rest }) => ({
      task: await rest.call(taskEndpoints.create, {
        body: { ...toBody(input), costDatabase: { id: toId(costDatabaseId) } },
        fieldNames: taskField,
      }),
    }),
    updateTask: async (_, { id, version, input }, { rest }) => ({
      task: await rest.call(taskEndpoints.update, {
        params: { id: toId(id) },
        body: { ...toBody(input), version },
        fieldNames: taskField,
      }),
    }),
    deleteTask: async (_, { id }, { rest }) => {
      await rest.call(taskEndpoints.remove, { params: { id: toId(id) } });
      return { id };
    },
    copyTask: async (_, { id, costDatabaseId, code, description }, { rest }) => ({
      task: await rest.call(taskEndpoints.copy, {
        params: { id: toId(id) },
        body: {
          code,
          costDatabase: { id: toId(costDatabaseId) },
          ...(description != null && { description }),
        },
        fieldNames: taskField,
      }),
    }),
  },
  Task: {
    unit: embeddedUnit,
  },
};
