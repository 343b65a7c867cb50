import { statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '#web/client/notify.ts';
import type { CategoryRowFragment } from '#web/generated/financial.ts';
import { categories } from './categories.ts';
import { lineOf } from './tree.ts';

/** Returns a function that moves a category to another line of the statement at once, with undo. */
export const useMove = () => {
  const { change } = categories.useCalls();
  return async (row: CategoryRowFragment, line: StatementLine | null): Promise<void> => {
    const before = lineOf(row);
    try {
      const after = await change(row, { statementLine: line });
      if (!after) return;
      notifyUndo(`${row.name} agora está em ${statementLineLabel(line)}`, () => {
        const notify = () => notifySuccess(`${row.name} voltou para ${statementLineLabel(before)}`);
        change(after, { statementLine: before }).then(notify, notifyFailure);
      });
    } catch (error) {
      notifyFailure(error);
    }
  };
};
