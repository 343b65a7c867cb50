import type { Task } from '#schema/engineering/tasks/tasks.rest.ts';

/** What the audit log keeps of a task. */
export const snapshotOf = ({ code, description, group, sourceReference, unit, unitPrice, active, items }: Task) => ({
  code,
  description,
  group,
  sourceReference,
  unitId: unit.id,
  unitPrice,
  active,
  items: items.map(({ resourceId, taskId, quantity }) => ({ resourceId, taskId, quantity })),
});
export type TaskSnapshot = ReturnType<typeof snapshotOf>;
