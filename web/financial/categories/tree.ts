import { isStatementLine, STATEMENT_LINES, statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { matchesSearch } from '#domain/text.ts';
import type { CategoryRowFragment, TransactionType } from '#web/generated/financial.ts';

/** A line of the income statement with its categories; null is "Não classificado". */
export interface Branch {
  line: StatementLine | null;
  label: string;
  categories: CategoryRowFragment[];
}

/** What of the register is shown. */
export interface TreeFilter {
  type: TransactionType | null;
  search: string;
  withInactive: boolean;
}

export const lineOf = ({ statementLine }: Pick<CategoryRowFragment, 'statementLine'>): StatementLine | null =>
  isStatementLine(statementLine) ? statementLine : null;

/** All lines a category may be moved to, in the order of the statement; the last is none. */
export const LINES: readonly (StatementLine | null)[] = [...STATEMENT_LINES, null];

/** The categories that pass the filter. */
export const shownOf = (categories: readonly CategoryRowFragment[], filter: TreeFilter): CategoryRowFragment[] =>
  categories.filter(
    ({ type, name, active }) =>
      (filter.type === null || type === filter.type) &&
      (filter.withInactive || active) &&
      (filter.search === '' || matchesSearch(name, filter.search)),
  );

/**
 * The lines in the order of the statement, each with its categories. Empty lines show while nothing is searched, so that
 * the whole statement can be seen; "Não classificado" only where something is in it.
 */
export const treeOf = (shown: readonly CategoryRowFragment[], search: string): Branch[] =>
  LINES.map((line) => ({
    line,
    label: statementLineLabel(line),
    categories: shown.filter((category) => lineOf(category) === line),
  })).filter(({ line, categories: own }) => own.length > 0 || (line !== null && search === ''));
