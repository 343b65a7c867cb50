import { formatDate, isIsoDate } from '#domain/dates.ts';
import type { AddressPart, DateBounds, ListQuery } from '#domain/listQuery.ts';
import { formatCurrency } from '#domain/money.ts';
import { stripAccents } from '#domain/text.ts';
import type { ListState } from './useListQuery.ts';

/** The text of one equality filter of the address. */
export const filterText = (query: ListQuery, id: string): string | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** The view of a register by `active`: those in use unless the address says 'false' or 'all' (null). */
export const activeOf = (query: ListQuery): boolean | null => {
  const view = filterText(query, 'active');
  return view === 'all' ? null : view !== 'false';
};

/** The period of one filter of the address. */
export const filterDates = (query: ListQuery, id: string): DateBounds | undefined => {
  const value = query.filters.find((filter) => filter.id === id)?.value;
  return typeof value === 'object' ? value : undefined;
};

/** The query with one filter set, or without it (null); back on the first page. */
export const withFilter = (query: ListQuery, id: string, value: string | DateBounds | null): ListQuery => ({
  ...query,
  page: undefined,
  filters: [...query.filters.filter((filter) => filter.id !== id), ...(value === null ? [] : [{ id, value }])],
});

/** A key of the address that filters (§2: any other is an equality filter). */
export interface FilterSpec {
  /** As the chip and the file name it: "Documento". */
  label: string;
  /** Whether the value can be read; one that cannot be is left out, and said. */
  reads: (text: string) => boolean;
  /** What the chip shows; absent where the list shows it itself: views, the search, choices by name. */
  shows?: (text: string) => string;
  /** What a register sends for it; the text itself where this is absent. */
  sends?: (text: string | undefined) => unknown;
}
export type FilterSpecs = Readonly<Record<string, FilterSpec>>;

export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');
export const oneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

const whole = (text: string): string => text;

/** Kinds of filters that many lists have. */
export const specs = {
  search: { label: 'Busca', reads: () => true },
  /** A view by `active`: the tabs show it. */
  active: { label: 'Situação', reads: oneOf('true', 'false', 'all') },
  /** One of the views that the tabs show. */
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
  /** A row of which the address holds the id; the list shows its name. */
  choice: (label: string): FilterSpec => ({ label, reads: isId }),
  /** The same where nobody knows the name. */
  row: (label: string): FilterSpec => ({ label, reads: isId, shows: (text) => `nº ${text}` }),
} as const;

/** What the address says behind these keys, as far as it can be read: sent as it stands there. */
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

/** The same for one that says yes or no. */
export const flagOf = (query: ListQuery, key: string): boolean | undefined => {
  const text = filterText(query, key);
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
};

/** Whether a text is the one that the address names, blind to case and accents as the services are; true where it names none. */
export const equals = (query: ListQuery, key: string, text: string | null | undefined): boolean => {
  const asked = filterText(query, key);
  return asked === undefined || stripAccents(asked.trim()) === stripAccents((text ?? '').trim());
};

/** Something of the address that the list could not follow. */
export interface Unread extends AddressPart {
  /** What the screens call the key. */
  label?: string | undefined;
  why: 'unknown' | 'value' | 'sort';
}

/** Keys that every list knows. */
const KEY_LABELS: Readonly<Record<string, string>> = {
  from: 'De',
  to: 'Até',
  page: 'Página',
  size: 'Linhas por página',
};

/** What of the address says nothing to this list: it shows the rest, and says so. */
export const unreadOf = (
  { query, unreadable }: Pick<ListState, 'query' | 'unreadable'>,
  filters: FilterSpecs,
  sortable: readonly string[],
): Unread[] => [
  ...unreadable.map((part) => ({ ...part, label: KEY_LABELS[part.key], why: 'value' as const })),
  ...query.filters.flatMap(({ id: key, value }): Unread[] => {
    // The period of the due date comes as two days that have been read.
    const text = typeof value === 'string' ? value : '';
    const spec = Object.hasOwn(filters, key) ? filters[key] : undefined;
    if (!spec) return [{ key, value: text, why: 'unknown' }];
    return typeof value !== 'string' || spec.reads(value) ? [] : [{ key, value, label: spec.label, why: 'value' }];
  }),
  ...query.sort
    .filter(({ id }) => !sortable.includes(id))
    .map(({ id }) => ({ key: 'sort', value: id, why: 'sort' as const })),
];
