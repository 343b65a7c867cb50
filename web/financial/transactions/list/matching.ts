import { isPositive } from '#domain/money.ts';
import type { TransactionRowFragment, TransactionsQuery } from '#web/generated/financial.ts';
import { withMatches } from './withMatches.ts';

type Page = NonNullable<TransactionsQuery['transactions']>;
type Match = Page['matching'][number];

/** A document as its list shows it: with an obra or a period chosen, with what they mean of it. */
export type ListRow = TransactionRowFragment & { match?: Match | undefined };
export type ListPage = Omit<Page, 'content'> & { content: readonly ListRow[] };

export const listPageOf: (page: Page) => ListPage = withMatches<Page, ListPage>(({ matching }) => {
  const matches = new Map(matching.map((match) => [match.transactionId, match]));
  return ({ id }) => matches.get(id);
});

/** The shares of the obra, or the whole document. */
export const valueOf = ({ match, value }: ListRow): string => match?.value ?? value;
export const paidOf = ({ match, paidValue }: ListRow): string => match?.paidValue ?? paidValue;
export const openOf = ({ match, openValue }: ListRow): string => match?.openValue ?? openValue;

/** The day that the list found it by. */
export const dueDateOf = ({ match, referenceDueDate }: ListRow): string => match?.dueDate ?? referenceDueDate;

/** Something of it is overdue; with an obra chosen, something of the obra's. */
export const isOverdue = ({ match, overdue }: ListRow): boolean =>
  // A document that is no longer overdue is known by itself, before its list is asked again.
  overdue && (match === undefined || isPositive(match.overdueValue));

/** The value of the whole document, where it is not what the list shows. */
export const wholeValueOf = (row: ListRow): string | null => (valueOf(row) === row.value ? null : row.value);
