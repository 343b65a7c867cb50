import { isStatementLine, STATEMENT_LINES, statementLineLabel, type StatementLine } from '#domain/statementLines.ts';
import { matchesSearch } from '#domain/text.ts';
import type { CategoryRowFragment, TransactionType } from '#web/generated/financial.ts';

/** A line of the income statement with its categories; null is "Não classificado". */
export interface Branch {
  line: StatementLine | null;
  label: string;
  categories: CategoryRowFragment[];
}

/** Filter of the category tree. */
export interface TreeFilter {
  type: TransactionType | null;
  search: string;
  withInactive: boolean;
}

export const lineOf = ({ statementLine }: Pick<CategoryRowFragment, 'statementLine'>): StatementLine | null =>
  isStatementLine(statementLine) ? statementLine : null;

/** All lines a category may be moved to, in the order of the statement; null (no line) comes last. */
export const LINES: readonly (StatementLine | null)[] = [...STATEMENT_LINES, null];

/** Returns the categories that pass the filter. */
export const shownOf = (categories: readonly CategoryRowFragment[], filter: TreeFilter): CategoryRowFragment[] =>
  categories.filter(
    ({ type, name, active }) =>
      (filter.type === null || type === filter.type) &&
      (filter.withInactive || active) &&
      (filter.search === '' || matchesSearch(name, filter.search)),
  );

/**
 * Returns the lines in the order of the statement, each with its categories. Without a search, empty lines are included
 * to show the whole statement; "Não classificado" is included only when it has categories.
 */
export const treeOf = (shown: readonly CategoryRowFragment[], search: string): Branch[] =>
  LINES.map((line) => ({
    line,
    label: statementLineLabel(line),
    categories: shown.filter((category) => lineOf(category) === line),
  })).filter(({ line, categories: own }) => own.length > 0 || (line !== null && search === ''));
