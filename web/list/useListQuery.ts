import {
  parseListQuery,
  stringifyListQuery,
  unreadableKeys,
  type AddressPart,
  type ListQuery,
} from '#domain/listQuery.ts';
import { currentParams, useIsLeft } from '#web/client/address.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Keys of the address that belong to the screen and are not filters: the open drawer, the dialog of what was deleted, the wallet of the statement and its open document, the row with the focus. */
const ownKeys = [
  'id',
  'company',
  'deleted',
  'document',
  'new',
  'receive',
  'transfer',
  'wallet',
  'tab',
  'sel',
  'side',
  'estimate',
  'row',
  'notas',
  'rules',
];

export interface ListState {
  query: ListQuery;
  /** Keys of the address with invalid values; the query omits them. */
  unreadable: readonly AddressPart[];
  /**
   * Applying a filter pushes a history entry, typing replaces it (mocks/README.md, rule 1). Own keys are kept. A function
   * gets the address as it is, which may be ahead of `query`: several filters that are set one after the other all stay.
   */
  setQuery: (query: ListQuery | ((now: ListQuery) => ListQuery), history?: 'push' | 'replace') => void;
  /**
   * Returns the raw value of one key of the address: a key of the screen, such as the open drawer's id, or an unknown
   * one.
   */
  own: (key: string) => string | null;
  /** A function gets the value of the address as it is, which may be ahead of `own`: two quick clicks both count. */
  setOwn: (
    key: string,
    value: string | null | ((now: string | null) => string | null),
    history?: 'push' | 'replace',
  ) => void;
}

/** The part of an address that is filters, sort and page. */
const listPart = (params: URLSearchParams): string => {
  const filters = new URLSearchParams(params);
  ownKeys.forEach((key) => filters.delete(key));
  return filters.toString();
};

/** Returns the state of a list from its address (§2). */
export const useListQuery = (): ListState => {
  const [params, setParams] = useSearchParams();
  const isLeft = useIsLeft();
  const { query, unreadable } = useMemo(() => {
    const text = listPart(params);
    return { query: parseListQuery(text), unreadable: unreadableKeys(text) };
  }, [params]);
  const setQuery = useCallback(
    (next: ListQuery | ((now: ListQuery) => ListQuery), history: 'push' | 'replace' = 'push') => {
      if (isLeft()) return;
      const current = currentParams();
      const query = typeof next === 'function' ? next(parseListQuery(listPart(current))) : next;
      const written = new URLSearchParams(stringifyListQuery(query));
      ownKeys.forEach((key) => current.has(key) && written.set(key, current.get(key) ?? ''));
      setParams(written, { replace: history === 'replace' });
    },
    [setParams, isLeft],
  );
  const setOwn = useCallback(
    (
      key: string,
      next: string | null | ((now: string | null) => string | null),
      history: 'push' | 'replace' = 'push',
    ) => {
      if (isLeft()) return;
      const written = currentParams();
      const value = typeof next === 'function' ? next(written.get(key)) : next;
      if (value === null) written.delete(key);
      else written.set(key, value);
      // The form of a stored row follows that of the new one at once: a key pressed between them would be lost.
      const isStored = key === 'id' && history === 'replace';
      setParams(written, { replace: history === 'replace', flushSync: isStored });
    },
    [setParams, isLeft],
  );
  return { query, unreadable, setQuery, own: (key) => params.get(key), setOwn };
};
