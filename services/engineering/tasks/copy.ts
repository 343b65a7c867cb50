import type { Task } from '#schema/engineering/tasks/tasks.rest.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { readTask } from './read.ts';
import { storeNewTask } from './save.ts';

/** How the source of a copy is referred to: "SINAPI 87620". */
const referenceTo = ({ costDatabase, code, sourceReference }: Task): string | null =>
  costDatabase.source === 'GO' ? sourceReference : `${costDatabase.source} ${code}`;

/**
 * Copies a task as one of the account's own. Lines keep what they name and every place of their coefficients, so that a
 * copy of a published task costs what its inputs cost, at four places a line.
 */
export const copyTask = async (
  trx: Trx,
  work: Work,
  id: number,
  wanted: { code: string; costDatabase: { id: number }; description?: string },
): Promise<Task> => {
  const source = await readTask(trx, work.session.accountId, id);
  const lost = source.items.find(({ resourceId, taskId }) => resourceId === null && taskId === null);
  if (lost) {
    throw ruleBroken(`Não é possível duplicar: a base ${source.costDatabase.name} não tem o item ${lost.code}.`);
  }
  const draft = {
    code: wanted.code,
    description: normalizeSpaces(wanted.description ?? source.description),
    unitId: source.unit.id,
    group: source.group,
    sourceReference: referenceTo(source),
    active: true,
    items: source.items
      // A line of nothing is published, and adds nothing.
      .filter(({ quantity }) => Number(quantity) !== 0)
      .map(({ resourceId, taskId, quantity }) => ({ id: null, resourceId, taskId, quantity })),
  };
  return storeNewTask(trx, work, draft, wanted.costDatabase.id, { copyOf: id });
};
