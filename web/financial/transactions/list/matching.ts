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
