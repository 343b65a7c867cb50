import { formatDate, isIsoDate } from '#domain/dates.ts';
import type { AddressPart, DateBounds, ListQuery } from '#domain/listQuery.ts';
import { formatCurrency } from '#domain/money.ts';
import { stripAccents } from '#domain/text.ts';
import type { ListState } from './useListQuery.ts';

/** Returns the value of an equality filter of the address. */
export const filterText = (query: ListQuery, id: string): string | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** Returns the view of a register by `active`: true (in use) unless the address has 'false', or 'all' (null). */
export const activeOf = (query: ListQuery): boolean | null => {
  const view = filterText(query, 'active');
  return view === 'all' ? null : view !== 'false';
};

/** Returns the period of a filter of the address. */
export const filterDates = (query: ListQuery, id: string): DateBounds | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'object' ? value : undefined;
};

/** Returns the query with one filter set, or removed (null), on the first page. */
export const withFilter = (query: ListQuery, id: string, value: string | DateBounds | null): ListQuery => ({
  ...query,
  page: undefined,
  filters: [...query.filters.filter((filter) => filter.id !== id), ...(value === null ? [] : [{ id, value }])],
});

/** A filter key of the address (§2: any key that is not reserved is an equality filter). */
export interface FilterSpec {
  /** Label on the chip and in the file: "Documento". */
  label: string;
  /** Returns whether the value is valid; the list ignores an invalid value and reports it. */
  reads: (text: string) => boolean;
  /** Returns the chip's text; absent where another control shows the filter: views, search, choices by name. */
  shows?: (text: string) => string;
  /** Returns the value that a register sends; absent: the text itself. */
  sends?: (text: string | undefined) => unknown;
}
export type FilterSpecs = Readonly<Record<string, FilterSpec>>;

export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');
export const oneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

const whole = (text: string): string => text;

/** Kinds of filters that many lists share. */
export const specs = {
  search: { label: 'Busca', reads: () => true },
  /** View by `active`, shown by the tabs. */
  active: { label: 'Situação', reads: oneOf('true', 'false', 'all') },
  /** One of the views, shown by the tabs. */
  view: (...values: readonly string[]): FilterSpec => ({ label: 'Situação', reads: oneOf(...values) }),
  text: (label: string): FilterSpec => ({ label, reads: () => true, shows: whole }),
  flag: (label: string): FilterSpec => ({
    label,
    reads: oneOf('true', 'false'),
    shows: (text) => (text === 'true' ? 'sim' : 'não'),
    sends: (text) => (text === undefined ? undefined : text === 'true'),
  }),
  day: (label: string): FilterSpec => ({ label, reads: isIsoDate, shows: (text) => formatDate(text) }),
  amount: (label: string): FilterSpec => ({
    label,
    reads: (text) => /^-?\d{1,13}(\.\d{1,2})?$/.test(text),
    shows: (text) => formatCurrency(text),
  }),
  /** Id of a row; the list shows the row's name. */
  choice: (label: string): FilterSpec => ({ label, reads: isId }),
  /** Id of a row whose name the list does not have. */
  row: (label: string): FilterSpec => ({ label, reads: isId, shows: (text) => `nº ${text}` }),
} as const;

/** Returns the valid filter values of these keys, unchanged, for the request. */
export const sentOf = <Key extends string>(
  query: ListQuery,
  filters: FilterSpecs,
  keys: readonly Key[],
): Partial<Record<Key, string>> => {
  const read = keys.flatMap((key) => {
    const text = filterText(query, key);
    return text !== undefined && filters[key]?.reads(text) ? [[key, text] as const] : [];
  });
  return Object.fromEntries(read) as Partial<Record<Key, string>>;
};

/** Returns the value of a boolean filter; undefined when it is absent or invalid. */
export const flagOf = (query: ListQuery, key: string): boolean | undefined => {
  const text = filterText(query, key);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
};

/**
 * Returns whether a text equals the address's filter, ignoring case and accents as the services do; true without a
 * filter.
 */
export const equals = (query: ListQuery, key: string, text: string | null | undefined): boolean => {
  const wanted = filterText(query, key);
  return wanted === undefined || stripAccents(wanted.trim()) === stripAccents((text ?? '').trim());
};

/** A part of the address that the list ignores. */
export interface Unread extends AddressPart {
  /** Label of the key on the screens. */
  label?: string | undefined;
  why: 'unknown' | 'value' | 'sort';
}

/** Labels of the keys that every list has. */
const KEY_LABELS: Readonly<Record<string, string>> = {
  from: 'De',
  to: 'Até',
  page: 'Página',
  size: 'Linhas por página',
};

/** Returns the parts of the address that this list ignores, so that it can report them. */
export const unreadOf = (
  { query, unreadable }: Pick<ListState, 'query' | 'unreadable'>,
  filters: FilterSpecs,
  sortable: readonly string[],
): Unread[] => [
  ...unreadable.map((part) => ({ ...part, label: KEY_LABELS[part.key], why: 'value' as const })),
  ...query.filters.flatMap(({ id: key, value }): Unread[] => {
    // The period of the due date is parsed already and is not a text.
    const text = typeof value === 'string' ? value : '';
    const spec = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (!spec) return [{ key, value: text, why: 'unknown' }];
    return typeof value !== 'string' || spec.reads(value) ? [] : [{ key, value, label: spec.label, why: 'value' }];
  }),
  ...query.sort
    .filter(({ id }) => !sortable.includes(id))
    .map(({ id }) => ({ key: 'sort', value: id, why: 'sort' as const })),
];
