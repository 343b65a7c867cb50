import { parseListQuery, stringifyListQuery, type ListQuery } from './listQuery.ts';

/** Lists whose state is in their address, so that it can be kept as a view (docs/decisions/0097). */
export const VIEWED_LISTS = [
  'EXPENSES',
  'EXPENSE_INSTALLMENTS',
  'INCOME',
  'INCOME_INSTALLMENTS',
  'RETENTIONS',
  'SUPPLIERS',
  'CUSTOMERS',
  'BUILDINGS',
  'COMPANIES',
  'USERS',
  'PRODUCTS',
  'COMPOSITIONS',
  'COST_ESTIMATES',
  'MEASUREMENTS',
  'ORDERS',
  'QUOTES',
  'BRANDS',
  'UNITS',
  'PRODUCT_TYPES',
  'PRODUCT_TABLES',
] as const;
export type ViewedList = (typeof VIEWED_LISTS)[number];

/**
 * Returns what a view keeps of the state of a list, as a query string without "?": filters (in the order of their names, so
 * that the same state has one text) and sort. Page and rows per page are the reader's own.
 */
export function viewAddress({ filters, sort }: Pick<ListQuery, 'filters' | 'sort'>): string {
  const sorted = [...filters].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  return stringifyListQuery({ filters: sorted, sort });
}

/** Whether a text is what `viewAddress` returns for some state; nothing of such a text is ignored when it is opened. */
export function isViewAddress(address: string): boolean {
  return viewAddress(parseListQuery(address)) === address;
}
