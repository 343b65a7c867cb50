import { Type, type Static } from 'typebox';
import { MAX_LINES } from '#domain/engineering/composition.ts';
import { endpoint } from '../../platform/endpoint.ts';
import { Active } from '../../platform/register.ts';
import {
  Decimal,
  DECIMAL_FORMAT,
  Id,
  listKeys,
  NamedReference,
  Nullable,
  Page,
  PositiveDecimal,
  Reference,
  Version,
  ViewCounts,
} from '../../platform/shapes.ts';
import { Kind, TaskChange, PublishedTask } from './beside.ts';

const UnitOfTask = Type.Object({ id: Id, acronyms: Type.String(), description: Type.String() });
/** Cost database of a row, with its source: GO is the account's own, SINAPI is published and read-only. */
export const CostDatabaseName = Type.Object({ ...NamedReference.properties, source: Type.String() });

/** What of a price is of one product type (§3 pricesByType). */
export const PriceByType = Type.Object({ productType: NamedReference, price: Decimal });
export type PriceByType = Static<typeof PriceByType>;

/** Quantity of a line: what was published keeps all its places. */
const Quantity = Type.String({
  format: DECIMAL_FORMAT,
  pattern: '^\\d{1,13}(\\.\\d{1,20})?$',
  description: 'Decimal as text; typed ones have four places, half-even',
  'x-message': 'Informe um valor decimal maior que zero, como 0.4820.',
});

/** Line of a task. `quantity` is the coefficient; a published one keeps all its places. */
export const TaskItem = Type.Object({
  id: Id,
  kind: Kind,
  resourceId: Nullable(Id),
  taskId: Nullable(Id),
  code: Type.String(),
  name: Type.String(),
  unit: Type.String({ description: 'Acronyms of the unit' }),
  costDatabase: Nullable(CostDatabaseName),
  quantity: Quantity,
  unitPrice: Nullable(Decimal),
  totalPrice: Nullable(Decimal),
  pricesByType: Type.Array(PriceByType, { description: 'Split of unitPrice' }),
});
export type TaskItem = Static<typeof TaskItem>;

const header = {
  id: Id,
  code: Type.String(),
  description: Type.String(),
  name: Type.String({ description: 'The same text as the description (§3)' }),
  unit: UnitOfTask,
  costDatabase: CostDatabaseName,
  group: Nullable(Type.String({ description: 'Group or class, in the words of the source' })),
  sourceReference: Nullable(Type.String()),
  unitPrice: Nullable(Decimal),
  itemCount: Type.Integer(),
  uses: Type.Integer({ description: 'Lines of other compositions that name it' }),
  active: Type.Boolean(),
  readOnly: Type.Boolean({ description: 'Published: only an import changes it' }),
  account: Reference,
  version: Version,
};

/** Task (§3) as lists answer it. */
export const TaskSummary = Type.Object(header);
export type TaskSummary = Static<typeof TaskSummary>;

const details = { items: Type.Array(TaskItem), pricesByType: Type.Array(PriceByType) };

/** Task (§3) with its lines and the split of its price. */
export const Task = Type.Object({ ...header, ...details });
export type Task = Static<typeof Task>;

/** Row of a list: with `details=true`, as the task itself. */
const ListedTask = Type.Object({
  ...header,
  items: Type.Optional(details.items),
  pricesByType: Type.Optional(details.pricesByType),
});
export type ListedTask = Static<typeof ListedTask>;

const Code = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '^[\\p{L}\\p{N}_./-]+$',
  'x-message': 'Use até 30 letras, números, ponto, hífen e barra, sem espaços.',
});
const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const Described = Type.Optional(
  Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S', 'x-message': 'Campo obrigatório.' }),
);

const ItemBody = Type.Object({
  id: Type.Optional(Id),
  resourceId: Type.Optional(Nullable(Id)),
  taskId: Type.Optional(Nullable(Id)),
  quantity: Quantity,
});

/** What a task is made from and changed to; description and name are one text, and one of them suffices. */
const fields = {
  code: Code,
  description: Described,
  name: Described,
  unit: Reference,
  group: Text(120),
  sourceReference: Text(120),
  active: Type.Optional(Type.Boolean()),
  items: Type.Array(ItemBody, { maxItems: MAX_LINES }),
};
export const TaskBody = Type.Object({ ...fields, costDatabase: Reference });
export type TaskBody = Static<typeof TaskBody>;
export const TaskUpdate = Type.Object({ ...fields, version: Type.Optional(Version) });
export type TaskUpdate = Static<typeof TaskUpdate>;

/** What lists of tasks are narrowed by. */
const filters = {
  search: listKeys.search,
  code: Type.Optional(Type.String({ maxLength: 30 })),
  costDatabase: Type.Optional(Id),
  productTable: Type.Optional({ ...Id, description: 'The same as costDatabase (§3)' }),
  source: Type.Optional(Type.Union([Type.Literal('GO'), Type.Literal('SINAPI')])),
  activeCostDatabase: Type.Optional(Type.Boolean()),
};

const path = '/api/v1/engineering/tasks';
const one = Type.Object({ id: Id });

/** A row that names a task, in the answers beside it. */
export const TaskName = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  costDatabase: CostDatabaseName,
});

/** A composition that uses a task, and how much of it. */
export const TaskUsage = Type.Object({ task: TaskName, quantity: Quantity, unitPrice: Nullable(Decimal) });
export type TaskUsage = Static<typeof TaskUsage>;

/** One line of the exploded tree, in the order in which it is read; `level` 0 is a line of the task itself. */
export const ExplodedLine = Type.Object({
  level: Type.Integer(),
  kind: Kind,
  resourceId: Nullable(Id),
  taskId: Nullable(Id),
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  quantity: Type.String({ description: 'Coefficient in the composition above' }),
  totalQuantity: Type.String({ description: 'Quantity in one unit of the task, exact' }),
  unitPrice: Nullable(Decimal),
  totalPrice: Nullable(Decimal),
});
export type ExplodedLine = Static<typeof ExplodedLine>;

/** An input of a task over all its levels, the dearest first. */
export const TaskInputShare = Type.Object({
  resourceId: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  productType: NamedReference,
  quantity: Type.String({ description: 'Quantity in one unit of the task, exact' }),
  unitPrice: Nullable(Decimal),
  totalPrice: Nullable(Decimal),
  percentage: Nullable(Decimal),
  accumulated: Nullable(Decimal),
  class: Nullable(Type.Union([Type.Literal('A'), Type.Literal('B'), Type.Literal('C')])),
});
export type TaskInputShare = Static<typeof TaskInputShare>;

/** A composition whose price a change moves. */
const MovedPrice = Type.Object({ task: TaskName, before: Nullable(Decimal), after: Nullable(Decimal) });
export type MovedPrice = Static<typeof MovedPrice>;

/** What a change of prices would do to the compositions that use them. */
export const PriceImpact = Type.Object({
  compositions: Type.Integer({ description: 'Own compositions that use it, at any depth' }),
  changed: Type.Integer({ description: 'Those whose price changes' }),
  largest: Type.Array(MovedPrice, { description: 'The twenty largest changes, the largest first' }),
});
export type PriceImpact = Static<typeof PriceImpact>;

/** The same of a task, with the cost estimates that took it before and do not follow. */
export const TaskPriceImpact = Type.Object({
  ...PriceImpact.properties,
  openEstimates: Type.Integer({
    description: 'Cost estimates with it that are not approved, of buildings where the user has ENGINEERING',
  }),
});

/** What a line can be made of (§3 Resource): a product or a task of an active cost database. */
export const Resource = Type.Object({
  kind: Kind,
  id: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  price: Nullable(Decimal),
  productType: Nullable(NamedReference),
  costDatabase: CostDatabaseName,
  sourceReference: Nullable(Type.String()),
  aliases: Type.Array(Type.String(), { description: 'Codes of products that were merged into it' }),
  circle: Nullable(
    Type.Array(Type.Object({ id: Id, code: Type.String(), name: Type.String() }), {
      description: 'The circle that it would close in the task of `task=`: from that task back to it',
    }),
  ),
});
export type Resource = Static<typeof Resource>;

const failures = {
  one: 'Falha para buscar composição',
  all: 'Falha para buscar todas as composições',
  save: 'Falha para salvar composição',
};

export const taskEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    summary: 'Tasks',
    failure: failures.all,
    query: Type.Object({
      ...listKeys,
      ...filters,
      active: Active,
      details: Type.Optional(Type.Boolean({ description: 'With lines and prices by type; pages of 100 at most' })),
    }),
    answer: Page(ListedTask),
    watched: { entity: 'task' },
  }),
  totals: endpoint({
    method: 'GET',
    path: `${path}-totals`,
    summary: 'How many tasks each view of the list holds',
    failure: failures.all,
    query: Type.Object(filters),
    answer: ViewCounts,
  }),
  get: endpoint({
    method: 'GET',
    path: `${path}/:id`,
    summary: 'One task, with its lines',
    failure: failures.one,
    params: one,
    query: Type.Object({
      snapshot: Type.Optional(
        Type.String({ maxLength: 40, description: 'Id of a cost estimate: the task as it is there' }),
      ),
    }),
    answer: Task,
  }),
  create: endpoint({
    method: 'POST',
    path,
    summary: 'Creates a task in a cost database of the account',
    failure: failures.save,
    body: TaskBody,
    echo: Task,
    answer: Task,
  }),
  /** The same call at the address of §7. */
  createOfAccount: endpoint({
    method: 'POST',
    path: '/api/v1/engineering/account/:accountId/task',
    summary: 'Creates a task in a cost database of the account',
    failure: failures.save,
    params: Type.Object({ accountId: Id }),
    body: TaskBody,
    echo: Task,
    answer: Task,
  }),
  update: endpoint({
    method: 'PUT',
    path: `${path}/:id`,
    summary: 'Changes a task; the compositions that use it follow',
    failure: failures.save,
    params: one,
    body: TaskUpdate,
    echo: Task,
    answer: Task,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'Deletes a task that nothing uses',
    failure: 'Falha para apagar composição',
    params: one,
    answer: one,
  }),
  copy: endpoint({
    method: 'POST',
    path: `${path}/:id/copies`,
    summary: 'Copies a task, published ones too, into a cost database of the account',
    failure: failures.save,
    params: one,
    body: Type.Object({ code: Code, costDatabase: Reference, description: Described }),
    answer: Task,
  }),
  usages: endpoint({
    method: 'GET',
    path: `${path}/:id/usages`,
    summary: 'Compositions that use a task, by code',
    failure: failures.one,
    params: one,
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Page(TaskUsage),
  }),
  history: endpoint({
    method: 'GET',
    path: `${path}/:id/history`,
    summary: 'Who changed a task, and what; the latest first',
    failure: failures.one,
    params: one,
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Page(TaskChange),
  }),
  reference: endpoint({
    method: 'GET',
    path: `${path}/:id/reference`,
    summary: 'The published task that the reference of a task names, in the latest month',
    failure: failures.one,
    params: one,
    answer: Type.Object({ task: Nullable(PublishedTask) }),
  }),
  impact: endpoint({
    method: 'GET',
    path: `${path}/:id/impact`,
    summary: 'What another price of a task would do to the compositions that use it',
    failure: failures.one,
    params: one,
    query: Type.Object({ unitPrice: Type.Optional(PositiveDecimal) }),
    answer: TaskPriceImpact,
  }),
  explosion: endpoint({
    method: 'GET',
    path: `${path}/:id/explosion`,
    summary: 'The lines of a task and of the compositions in it, as a tree',
    failure: failures.one,
    params: one,
    answer: Type.Object({ content: Type.Array(ExplodedLine) }),
  }),
  inputs: endpoint({
    method: 'GET',
    path: `${path}/:id/inputs`,
    summary: 'The inputs of a task over all its levels, as an ABC curve',
    failure: failures.one,
    params: one,
    answer: Type.Object({ content: Type.Array(TaskInputShare) }),
  }),
  resources: endpoint({
    method: 'GET',
    path: '/api/v1/engineering/resources',
    summary: 'Products and tasks of active cost databases, by code first, then by words in any order',
    failure: 'Falha para buscar insumos e composições',
    query: Type.Object({
      search: listKeys.search,
      codes: Type.Optional(
        Type.String({ maxLength: 16_000, description: 'Exact codes, comma-separated: everything that bears one' }),
      ),
      task: Type.Optional({ ...Id, description: 'Task that is edited: tells circles' }),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    }),
    answer: Type.Object({ content: Type.Array(Resource), totalElements: Type.Integer() }),
  }),
};
