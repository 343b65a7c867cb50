import { circleInWords, MAX_DEPTH, quantity4 } from '#domain/engineering/composition.ts';
import { toDecimal } from '#domain/decimal.ts';
import { decimal4 } from '#domain/money.ts';
import type {
  CostEstimate,
  CostEstimateTask,
  SavedTask,
  TaskItemBody,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound, ruleBroken, type FieldError } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { refuseProblems } from '../../platform/problems.ts';
import { TASK_MISSING } from '../tasks/read.ts';
import type { EstimateKey } from './access.ts';
import { totalOfItem } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';
import { readContents, resourceAnswer, type Contents, type Item, type Resource } from './rows.ts';
import { changedResources, closeChange, openForChange, type Changing } from './saveRows.ts';
import { readRegister, Taking } from './take.ts';

type Resources = Contents['resources'];

const RESOURCE_MISSING = 'Insumo ou composição não encontrado neste orçamento.';

/** A composition of an estimate with its lines. */
const taskAnswer = (resource: Resource, resources: Resources): CostEstimateTask => ({
  id: resource.id,
  resource: resourceAnswer(resource),
  items: resource.items.flatMap((item) => {
    const child = resources.get(item.resourceId);
    if (!child) return [];
    const { id, quantity } = item;
    return [{ id, resource: resourceAnswer(child), quantity, totalPrice: totalOfItem(resource, item, resources) }];
  }),
});

/** All compositions of an estimate with their lines, by the key of their resource. */
export const compositionsOf = ({ resources }: Contents): Map<number, CostEstimateTask> =>
  new Map(
    [...resources.values()]
      .filter(({ type }) => type === 'COMPOSED_TASK')
      .map((resource) => [resource.id, taskAnswer(resource, resources)]),
  );

const byCode = (a: Resource, b: Resource): number => a.code.localeCompare(b.code, 'pt-BR') || a.id - b.id;

/** Pages of compositions: so many at most. */
const MAX_TASKS = 500;

/** Compositions of an estimate with their lines, by code. @throws ServiceError 404 */
export const listTasks = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  { page = 0, size = MAX_TASKS }: { page?: number | undefined; size?: number | undefined },
): Promise<PageOf<CostEstimateTask>> => {
  const { id } = await readEstimate(trx, reader, key);
  const { resources } = await readContents(trx, reader.session.accountId, id);
  const tasks = [...resources.values()].filter(({ type }) => type !== 'PRODUCT').sort(byCode);
  const limited = Math.min(size, MAX_TASKS);
  const content = tasks.slice(page * limited, (page + 1) * limited).map((task) => taskAnswer(task, resources));
  const last = (page + 1) * limited >= tasks.length;
  return { content, number: page, size: limited, last, totalElements: tasks.length };
};

const compositionOf = (resources: Resources, resourceId: number): Resource => {
  const resource = resources.get(resourceId);
  if (!resource || resource.type === 'PRODUCT') throw notFound(TASK_MISSING);
  return resource;
};

/** One composition of an estimate. @throws ServiceError 404 */
export const readTask = async (
  trx: Trx,
  reader: Reader,
  key: EstimateKey,
  resourceId: number,
): Promise<CostEstimateTask> => {
  const { id } = await readEstimate(trx, reader, key);
  const { resources } = await readContents(trx, reader.session.accountId, id);
  return taskAnswer(compositionOf(resources, resourceId), resources);
};

const NAMES = ['resourceId', 'productId', 'taskId'] as const;

/** Reads the lines of a composition into the resources of an estimate, in memory. */
const readItems = (
  body: readonly TaskItemBody[],
  { resource, resources, taking }: { resource: Resource; resources: Resources; taking: Taking },
): { items: Item[]; problems: FieldError[] } => {
  const problems: FieldError[] = [];
  const known = new Map(resource.items.map((item) => [item.id, item]));
  const items = body.flatMap((draft, index): Item[] => {
    const fault = (field: string, message: string) => problems.push({ path: `items.${index}.${field}`, message });
    const named = NAMES.filter((name) => draft[name] != null);
    if (named.length !== 1) {
      fault('resourceId', 'Indique um insumo ou uma composição.');
      return [];
    }
    const [field = 'resourceId'] = named;
    const target = targetOf(draft, resources, taking);
    if (target === undefined) fault(field, RESOURCE_MISSING);
    const stored = draft.id == null ? undefined : known.get(draft.id);
    // Each key once: a repeated one is another line's.
    if (draft.id != null && !known.delete(draft.id)) fault('id', 'Item não encontrado nesta composição.');
    const quantity = quantityOf(draft.quantity, stored?.quantity);
    if (toDecimal(quantity).isZero() && stored === undefined) {
      fault('quantity', 'Informe um coeficiente maior que zero.');
    }
    if (target === undefined) return [];
    return [stored ? { ...stored, resourceId: target, quantity } : taking.item(target, quantity)];
  });
  return { items, problems };
};

const targetOf = (draft: TaskItemBody, resources: Resources, taking: Taking): number | undefined => {
  if (draft.productId != null) return taking.product(draft.productId);
  if (draft.taskId != null) return taking.task(draft.taskId);
  return resources.has(draft.resourceId ?? 0) ? (draft.resourceId ?? undefined) : undefined;
};

/** A quantity that is not typed anew keeps all places of what was taken. */
const quantityOf = (typed: string, stored: string | undefined): string =>
  stored !== undefined && toDecimal(stored).equals(toDecimal(typed)) ? stored : toDecimal(quantity4(typed)).toFixed();

/** Way of names from a composition down to another one; undefined where there is none. */
const wayTo = (resources: Resources, from: number, to: number): string[] | undefined => {
  const seen = new Set<number>();
  const visit = (id: number): string[] | undefined => {
    const resource = resources.get(id);
    if (!resource || seen.has(id)) return undefined;
    seen.add(id);
    if (id === to) return [resource.description];
    for (const { resourceId } of resource.items) {
      const way = visit(resourceId);
      if (way) return [resource.description, ...way];
    }
    return undefined;
  };
  return visit(from);
};

/** Compositions within each other, the composition itself counted. */
const heightOf = (resources: Resources, id: number, level = 0): number => {
  const resource = resources.get(id);
  if (!resource || resource.type === 'PRODUCT') return 0;
  if (level > MAX_DEPTH) return 1;
  return 1 + Math.max(0, ...resource.items.map(({ resourceId }) => heightOf(resources, resourceId, level + 1)));
};

const nestingProblems = (resource: Resource, items: readonly Item[], resources: Resources): FieldError[] =>
  items.flatMap(({ resourceId }, index) => {
    const path = `items.${index}.resourceId`;
    const way = wayTo(resources, resourceId, resource.id);
    if (way) return [{ path, message: `Faria um círculo: ${circleInWords([resource.description, ...way])}.` }];
    const levels = 1 + heightOf(resources, resourceId);
    return levels > MAX_DEPTH
      ? [{ path, message: `A composição ficaria com ${levels} níveis; o máximo é ${MAX_DEPTH}.` }]
      : [];
  });

const answerOf = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  call: { key: EstimateKey; changing: Changing; resource: Resource; action: string },
): Promise<SavedTask> => {
  const { key, changing, resource, action } = call;
  const difference = await closeChange(trx, work, changing);
  const costEstimate: CostEstimate = await readEstimate(trx, reader, key);
  const before = changing.before.resources.get(resource.id);
  work.audit({
    action,
    entity: 'costEstimate',
    entityId: changing.held.id,
    details: { before, after: resource, total: [changing.estimate.total, costEstimate.total] },
  });
  const { resources } = changing.after;
  const task = resource.type === 'PRODUCT' ? null : taskAnswer(resource, resources);
  return { costEstimate, task, resources: changedResources(difference) };
};

/** Gives a composition other lines in this estimate alone. @throws ServiceError 404, 423, 409, 422 */
export const saveTask = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  call: { key: EstimateKey & { version?: number | undefined }; resourceId: number; items: readonly TaskItemBody[] },
): Promise<SavedTask> => {
  const changing = await openForChange(trx, reader, call.key);
  const { resources } = changing.after;
  const resource = compositionOf(resources, call.resourceId);
  const keysIn = (field: 'productId' | 'taskId') => [...new Set(call.items.flatMap((item) => item[field] ?? []))];
  const register = await readRegister(trx, reader.session.accountId, {
    products: keysIn('productId'),
    tasks: keysIn('taskId'),
  });
  const taking = new Taking(resources, register);
  const { items, problems } = readItems(call.items, { resource, resources, taking });
  refuseProblems(problems.length > 0 ? problems : nestingProblems(resource, items, resources));
  resource.items = items;
  resource.linesChanged = true;
  resource.type = 'COMPOSED_TASK';
  await taking.number(trx);
  return answerOf(trx, work, reader, { key: call.key, changing, resource, action: 'change composition' });
};

/** Gives an input or composition what the register says now: text, unit, price and lines. @throws ServiceError 404, 423, 409, 422 */
export const resetResource = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  call: { key: EstimateKey & { version?: number | undefined }; resourceId: number },
): Promise<SavedTask> => {
  const changing = await openForChange(trx, reader, call.key);
  const { resources } = changing.after;
  const resource = resources.get(call.resourceId);
  if (!resource) throw notFound(RESOURCE_MISSING);
  const { productId, taskId } = resource;
  const register = await readRegister(trx, reader.session.accountId, {
    products: productId === null ? [] : [productId],
    tasks: taskId === null ? [] : [taskId],
  });
  const taken = productId === null ? register.tasks.get(taskId ?? 0) : register.products.get(productId);
  if (!taken) throw ruleBroken('O cadastro não tem este insumo: a base de custos de onde ele veio não o traz.');
  const { unitPrice, unit, ...rest } = taken;
  if (resource.productFactor === null) Object.assign(resource, { ...rest, unit, unitPrice, linesChanged: false });
  else {
    // The text stays that of the product that was merged; its price is that of the survivor in its own unit.
    const price = unitPrice === null ? null : decimal4(toDecimal(unitPrice).div(resource.productFactor));
    Object.assign(resource, { unitPrice: price, sourcePrice: price });
  }
  const taking = new Taking(resources, register);
  if (taskId !== null) taking.retakeLines(resource, taskId);
  await taking.number(trx);
  return answerOf(trx, work, reader, { key: call.key, changing, resource, action: 'reset resource' });
};
