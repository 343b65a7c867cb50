import { isPositive } from '#domain/money.ts';
import type { TransactionRowFragment, TransactionsQuery } from '#web/generated/financial.ts';
import { withMatches } from './withMatches.ts';

type Page = NonNullable<TransactionsQuery['transactions']>;
type Match = Page['matching'][number];

/** A transaction in its list; `match` has its shares and due date for the building or period of the filter. */
export type ListRow = TransactionRowFragment & { match?: Match | undefined };
export type ListPage = Omit<Page, 'content'> & { content: readonly ListRow[] };

export const listPageOf: (page: Page) => ListPage = withMatches<Page, ListPage>(({ matching }) => {
  const matches = new Map(matching.map((match) => [match.transactionId, match]));
  return ({ id }) => matches.get(id);
});

/** Returns the value of the building's shares, or of the whole transaction. */
export const valueOf = ({ match, value }: ListRow): string => match?.value ?? value;
export const paidOf = ({ match, paidValue }: ListRow): string => match?.paidValue ?? paidValue;
export const openOf = ({ match, openValue }: ListRow): string => match?.openValue ?? openValue;

/** Returns the due date by which the list found the transaction. */
export const dueDateOf = ({ match, referenceDueDate }: ListRow): string => match?.dueDate ?? referenceDueDate;

/** Returns whether the transaction (with a building, one of its shares) is overdue. */
export const isOverdue = ({ match, overdue }: ListRow): boolean =>
  // After a payment the cached row has `overdue: false` before the list is refetched.
  overdue && (match === undefined || isPositive(match.overdueValue));

/** Returns the value of the whole transaction where the list shows another one, else null. */
export const wholeValueOf = (row: ListRow): string | null => (valueOf(row) === row.value ? null : row.value);
