import { operationsFor } from '../gateway/operations.ts';
import type { Books } from '../support/books.ts';
import type { Shot } from '../support/load.ts';

export interface Variant {
  name: string;
  change: (books: Books) => Record<string, unknown>;
}

const dueThisMonth = { dueDate: { start: '2026-11-01', end: '2026-12-01' } };

/**
 * The screen's operation with other filters, sort orders or pages. Filters return as many rows as the smallest
 * books have, so that sizes compare equal pages.
 */
export const variants: readonly Variant[] = [
  { name: 'as the screen opens', change: () => ({}) },
  { name: 'overdue, 15 rows', change: () => ({ size: 15, filter: { status: 'OVERDUE' } }) },
  { name: 'by supplier', change: () => ({ sort: [{ id: 'partner' }] }) },
  { name: 'by value, largest first', change: () => ({ sort: [{ id: 'value', desc: true }] }) },
  { name: 'the 5th page', change: () => ({ page: 4 }) },
  { name: 'search of one number', change: ({ documentNumber }) => ({ filter: { search: documentNumber } }) },
  { name: 'due this month, 15 rows', change: () => ({ size: 15, filter: dueThisMonth }) },
  { name: 'search of two words (linear in what it finds)', change: () => ({ filter: { search: 'cimento 123' } }) },
  {
    name: 'search of one word, 15 rows (linear in what it finds: an eighth)',
    change: () => ({ size: 15, filter: { search: 'cimento' } }),
  },
];

export const shotOf = (books: Books, change: Variant['change']): Shot => {
  const [list] = operationsFor(books);
  if (!list) throw new Error('no list');
  const { document: query, operationName, variables } = list;
  return {
    path: '/graphql',
    token: books.token,
    body: { query, operationName, variables: { ...variables, ...change(books) } },
  };
};
