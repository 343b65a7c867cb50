import type {
  CostEstimate,
  CostEstimateTask,
  SavedTask,
  TaskItemBody,
} from '#schema/engineering/costEstimates/costEstimates.rest.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { refuseProblems } from '../../platform/problems.ts';
import { TASK_MISSING } from '../tasks/read.ts';
import type { EstimateKey } from './access.ts';
import { readItems, RESOURCE_MISSING, retake, setItems } from './compositions.ts';
import { totalOfItem } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';
import { readContents, resourceAnswer, type Contents, type Resource } from './rows.ts';
import { changedResources, closeChange, openForChange, typePrices, type Changing } from './saveRows.ts';
import { readRegister, Taking } from './take.ts';

type Resources = Contents['resources'];

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
  const { items, prices, problems } = readItems(call.items, { resource, resources, taking });
  refuseProblems(problems);
  setItems(resource, items);
  const keyed = await taking.number(trx);
  refuseProblems(typePrices(prices, changing.after, keyed));
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
  const taking = new Taking(resources, register);
  const refused = retake(resource, register, taking);
  if (refused !== undefined) throw ruleBroken(refused);
  await taking.number(trx);
  return answerOf(trx, work, reader, { key: call.key, changing, resource, action: 'reset resource' });
};
