import { forgetting } from '#web/client/forgetting.ts';

/**
 * What a change of a composition concerns besides itself: lists, uses, searches, and the pages of those that use it,
 * whose prices follow.
 */
export const forgetTasks = forgetting(
  'tasks',
  'taskTotals',
  'task',
  'taskUsages',
  'taskHistory',
  'taskReference',
  'taskImpact',
  'taskExplosion',
  'taskInputs',
  'resources',
);
