import { type IsoDate, LAST_DAY, addDays, isIsoDate } from './calendar.ts';

/** Due dates from `start` to the day before `end`; in the URL, `to` is inclusive (docs/decisions/0004). */
export interface DateBounds {
  start?: IsoDate;
  end?: IsoDate;
}

export interface ListFilter {
  id: string;
  value: string | DateBounds;
}

export interface ListSort {
  id: string;
  desc: boolean;
}

/** State of a list in its URL (§2). Pages count from 0. */
export interface ListQuery {
  filters: ListFilter[];
  sort: ListSort[];
  page?: number;
  size?: number;
}

/** Filter that the URL keys `from` and `to` set (§2). */
export const DUE_DATE_FILTER = 'dueDate';

const OWN_KEYS = new Set(['from', 'to', 'sort', 'page', 'size']);

/**
 * Parses the query string of a list (§2). `from` and `to`, both inclusive, become one half-open dueDate filter; with
 * only `from` it covers that day. Ignores invalid values (a day that does not exist, a page "x"). Returns an empty
 * query for anything but text.
 */
export function parseListQuery(search: unknown): ListQuery {
  if (typeof search !== 'string') return { filters: [], sort: [] };
  const params = new URLSearchParams(search);
  const query: ListQuery = { filters: [...dueDateFilter(params), ...equalityFilters(params)], sort: sortOf(params) };
  const [page, size] = [wholeNumber(params.get('page')), wholeNumber(params.get('size'))];
  if (page !== undefined) query.page = page;
  if (size !== undefined) query.size = size;
  return query;
}

/** A key of the query string and its raw value. */
export interface AddressPart {
  key: string;
  value: string;
}

/**
 * Returns the values that `parseListQuery` ignores as invalid, such as `from=2026-02-31` or `page=x`, for the screen to
 * report (domain.md §7).
 */
export function unreadableKeys(search: string): AddressPart[] {
  const params = new URLSearchParams(search);
  const readable = (key: string, value: string) =>
    key === 'from' || key === 'to' ? isIsoDate(value) : wholeNumber(value) !== undefined;
  return ['from', 'to', 'page', 'size'].flatMap((key) => {
    const value = params.get(key) ?? '';
    return value === '' || readable(key, value) ? [] : [{ key, value }];
  });
}

/** Returns the query string of a list, without "?"; empty for anything but an object (§5). */
export function stringifyListQuery(query: unknown): string {
  if (!isListQuery(query)) return '';
  const pairs = (query.filters ?? []).flatMap(filterPairs);
  if (query.sort?.length) pairs.push(['sort', query.sort.map((s) => (s.desc ? `${s.id}:desc` : s.id)).join(',')]);
  if (query.page !== undefined) pairs.push(['page', String(query.page)]);
  if (query.size !== undefined) pairs.push(['size', String(query.size)]);
  return pairs.map(([key, value]) => `${encode(key)}=${encode(value)}`).join('&');
}

function isListQuery(value: unknown): value is Partial<ListQuery> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const isList = (key: string) => !(key in value) || Array.isArray(Reflect.get(value, key) ?? []);
  return isList('filters') && isList('sort');
}

function dueDateFilter(params: URLSearchParams): ListFilter[] {
  const [start, to] = [params.get('from'), params.get('to')];
  const bounds: DateBounds = {};
  if (isIsoDate(start)) bounds.start = start;
  const last = isIsoDate(to) ? to : bounds.start;
  // LAST_DAY has no next day: a period that ends on it has no upper bound.
  if (last && last !== LAST_DAY) bounds.end = addDays(last, 1);
  return bounds.start || bounds.end ? [{ id: DUE_DATE_FILTER, value: bounds }] : [];
}

// The last value of a repeated key wins: one field equals one value.
function equalityFilters(params: URLSearchParams): ListFilter[] {
  const values = new Map([...params].filter(([key, value]) => !OWN_KEYS.has(key) && key !== '' && value !== ''));
  return [...values].map(([id, value]) => ({ id, value }));
}

function sortOf(params: URLSearchParams): ListSort[] {
  return (params.get('sort') ?? '')
    .split(',')
    .map((entry) => entry.trim().split(':'))
    .filter(([id]) => id)
    .map(([id = '', direction]) => ({ id, desc: direction === 'desc' }));
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function filterPairs(filter: ListFilter): [string, string][] {
  if (typeof filter.value === 'string') return filter.value === '' ? [] : [[filter.id, filter.value]];
  const { start, end } = filter.value;
  const pairs: [string, string][] = start ? [['from', start]] : [];
  const last = end ? addDays(end, -1) : LAST_DAY;
  if (last !== start && (start || end)) pairs.push(['to', last]);
  return pairs;
}

// Commas and colons are legal in a query and keep "sort=dueDate:desc,value" readable in the address bar.
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',').replaceAll('%3A', ':');
}
