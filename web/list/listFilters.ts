import { formatDate, isIsoDate } from '#domain/dates.ts';
import type { AddressPart, DateBounds, ListQuery } from '#domain/listQuery.ts';
import { compare, formatCurrency, money } from '#domain/money.ts';
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
  /** The end of a range: key of its start, and whether a valid value lies before that of the start. */
  after?: { key: string; isBefore: (end: string, start: string) => boolean; problem: string };
}
export type FilterSpecs = Readonly<Record<string, FilterSpec>>;

export const isId = (text: string | undefined): text is string => /^[1-9]\d{0,14}$/.test(text ?? '');
export const oneOf =
  (...values: readonly string[]) =>
  (text: string): boolean =>
    values.includes(text);

const whole = (text: string): string => text;
const day = (label: string): FilterSpec => ({ label, reads: isIsoDate, shows: (text) => formatDate(text) });
const amount = (label: string): FilterSpec => ({
  label,
  reads: (text) => /^-?\d{1,13}(\.\d{1,2})?$/.test(text),
  shows: (text) => formatCurrency(text),
});
const DAYS = { isBefore: (end: string, start: string) => end < start, problem: 'vem antes de' };
const AMOUNTS = {
  isBefore: (end: string, start: string) => compare(money(end), money(start)) < 0,
  problem: 'é menor que',
};

type Named = readonly [key: string, label: string];

const rangeOf = (
  [startKey, startLabel]: Named,
  [endKey, endLabel]: Named,
  kind: (label: string) => FilterSpec,
  after: Omit<NonNullable<FilterSpec['after']>, 'key'>,
): FilterSpecs => ({
  [startKey]: kind(startLabel),
  [endKey]: { ...kind(endLabel), after: { key: startKey, ...after } },
});

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
  day,
  amount,
  /** The two ends of a range of days, or of amounts, by the key and label of each; both are included. */
  days: (start: Named, end: Named): FilterSpecs => rangeOf(start, end, day, DAYS),
  amounts: (start: Named, end: Named): FilterSpecs => rangeOf(start, end, amount, AMOUNTS),
  /** Id of a row; the list shows the row's name. */
  choice: (label: string): FilterSpec => ({ label, reads: isId }),
  /** Id of a row whose name the list does not have. */
  row: (label: string): FilterSpec => ({ label, reads: isId, shows: (text) => `nº ${text}` }),
} as const;

/** Whether the end of a range lies before its start; the list then ignores it and reports it. */
export const isTurned = (query: ListQuery, filters: FilterSpecs, key: string): boolean => {
  const after = filters[key]?.after;
  const [end, start] = [filterText(query, key), after && filterText(query, after.key)];
  if (!after || end === undefined || start === undefined) return false;
  const areRead = filters[key]?.reads(end) && filters[after.key]?.reads(start);
  return areRead === true && after.isBefore(end, start);
};

/** Returns the valid filter values of these keys, unchanged, for the request. */
export const sentOf = <Key extends string>(
  query: ListQuery,
  filters: FilterSpecs,
  keys: readonly Key[],
): Partial<Record<Key, string>> => {
  const read = keys.flatMap((key) => {
    const text = filterText(query, key);
    const isValid = text !== undefined && filters[key]?.reads(text) && !isTurned(query, filters, key);
    return isValid ? [[key, text] as const] : [];
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
  why: 'unknown' | 'value' | 'sort' | 'range';
  /** Of the end of a range: how it lies to its start, “vem antes de “Emissão desde””. */
  problem?: string;
}

/** Labels of the keys that every list has. */
const KEY_LABELS: Readonly<Record<string, string>> = {
  from: 'De',
  to: 'Até',
  page: 'Página',
  size: 'Linhas por página',
};

const turned = (
  text: string,
  { label, after, shows = whole }: FilterSpec,
  filters: FilterSpecs,
): Pick<Unread, 'value' | 'label' | 'why' | 'problem'> => ({
  ...{ value: shows(text), label, why: 'range' },
  problem: `${after?.problem} “${after && filters[after.key]?.label}”`,
});

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
    if (isTurned(query, filters, key)) return [{ key, ...turned(text, spec, filters) }];
    return typeof value !== 'string' || spec.reads(value) ? [] : [{ key, value, label: spec.label, why: 'value' }];
  }),
  ...query.sort
    .filter(({ id }) => !sortable.includes(id))
    .map(({ id }) => ({ key: 'sort', value: id, why: 'sort' as const })),
];
