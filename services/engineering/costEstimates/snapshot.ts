import type { Task, TaskItem } from '#schema/engineering/tasks/tasks.rest.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { readTask, TASK_MISSING } from '../tasks/read.ts';
import { isChanged, readContents, type Contents, type Item, type Resource } from './rows.ts';
import { splitter, totalOfItem } from './prices.ts';
import { readEstimate, type Reader } from './read.ts';

type Resources = Contents['resources'];

const databaseOf = ({ tableId, tableName, source }: Resource) => ({ id: tableId, name: tableName, source });

const itemOf = (
  parent: Resource,
  item: Item,
  resources: Resources,
  splitOf: ReturnType<typeof splitter>,
): TaskItem[] => {
  const child = resources.get(item.resourceId);
  if (!child) return [];
  return [
    {
      id: item.id,
      kind: child.type === 'PRODUCT' ? 'PRODUCT' : 'TASK',
      resourceId: child.productId,
      taskId: child.taskId,
      code: child.code,
      name: child.description,
      unit: child.unit,
      costDatabase: databaseOf(child),
      quantity: item.quantity,
      unitPrice: child.unitPrice,
      totalPrice: totalOfItem(parent, item, resources),
      pricesByType: splitOf(child),
    },
  ];
};

const readKey = (snapshot: string): number => {
  if (/^[1-9]\d{0,14}$/.test(snapshot)) return Number(snapshot);
  const message = 'Informe o orçamento pelo seu número.';
  throw invalid([{ path: 'snapshot', message }], message);
};

/** A task as it is in a cost estimate: its text, price and lines there. @throws ServiceError 400, 404 */
export const readSnapshot = async (trx: Trx, reader: Reader, id: number, snapshot: string): Promise<Task> => {
  const estimate = await readEstimate(trx, reader, { id: readKey(snapshot) });
  const { accountId } = reader.session;
  const { resources } = await readContents(trx, accountId, estimate.id);
  const resource = [...resources.values()].find(({ taskId }) => taskId === id);
  if (!resource) throw notFound(TASK_MISSING);
  const splitOf = splitter(resources);
  const registered = await readTask(trx, accountId, id);
  return {
    ...registered,
    code: resource.code,
    description: resource.description,
    name: resource.description,
    unit: { ...registered.unit, acronyms: resource.unit },
    costDatabase: databaseOf(resource),
    unitPrice: resource.unitPrice,
    itemCount: resource.items.length,
    readOnly: registered.readOnly && !isChanged(resource),
    items: resource.items.flatMap((item) => itemOf(resource, item, resources, splitOf)),
    pricesByType: splitOf(resource),
  };
};
