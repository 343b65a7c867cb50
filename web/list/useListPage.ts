import type { ListQuery } from '#domain/listQuery.ts';
import { InMemoryCache, NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { cachedRow } from './cachedRow.ts';
import { unreadOf, type FilterSpecs, type Unread } from './listFilters.ts';
import { useListQuery, type ListState } from './useListQuery.ts';
import { useStayingRows } from './useStayingRows.ts';

export const DEFAULT_PAGE_SIZE = 50;
/** The most that the gateway answers at once. */
export const MAX_PAGE_SIZE = 500;

/** What every list of the gateway answers with. */
export interface ListAnswer<Row> {
  content: readonly Row[];
  last: boolean;
  totalElements: number;
}

interface PageVariables extends OperationVariables {
  page: number;
  size: number;
  sort?: readonly SortVariable[] | SortVariable | null | undefined;
}
interface SortVariable {
  id: string;
  desc?: boolean | null | undefined;
}
type Row = { id: string };

export interface ListPageOptions<Data, Variables extends PageVariables, Answer extends ListAnswer<unknown>> {
  document: TypedDocumentNode<Data, Variables>;
  /** The page in what the document answers. */
  pageOf: (data: Data) => Answer | null | undefined;
  /** Keys of the address that filter; any other is ignored, and said above the list (domain.md §7). */
  filters: FilterSpecs;
  /** Columns that the server sorts by; any other is ignored. */
  sortable: readonly string[];
  /** Order when the address names none; left out, it is the server's. */
  defaultSort?: readonly SortVariable[];
  /** All variables but page, size and sort. */
  variables: (query: ListQuery) => Omit<Variables, keyof PageVariables>;
  skip?: boolean;
}

/** A list as its address asks for it: what ListScreen shows. */
export interface ListPage<Answer extends ListAnswer<unknown>> extends ListState {
  /** What was answered last, with its counts and totals: it stays while the next one comes. */
  page: Answer | null | undefined;
  /** What is shown: the rows of the page, and those that an act has taken out of it since the last refresh. */
  rows: Answer['content'];
  filters: FilterSpecs;
  /** What of the address the list could not follow. */
  unread: readonly Unread[];
  /** Ids of those that an act has taken out. */
  left: ReadonlySet<string>;
  /** Whether that is the answer to the present address. */
  ready: boolean;
  loading: boolean;
  error: unknown;
  refetch: () => void;
  number: number;
  size: number;
  /** Another page of the same list, past the cache: for the file. */
  fetchPage: (page: number, size: number) => Promise<Answer | null | undefined>;
}

/** Keeps shown rows in the cache while their list is asked for anew. */
const useRetained = (rows: readonly Row[]): void => {
  const { cache } = useApolloClient();
  useEffect(() => {
    if (!(cache instanceof InMemoryCache)) return undefined;
    const ids = rows.flatMap((row) => cache.identify({ ...row }) ?? []);
    ids.forEach((id) => cache.retain(id));
    return () => ids.forEach((id) => cache.release(id));
  }, [cache, rows]);
};

/**
 * The page of a list that the address asks for. Errors are the caller's to show; whatever stands in the address
 * (unknown keys, a size beyond the gateway's) leads to a list, never to an error.
 */
export const useListPage = <Data, Variables extends PageVariables, Answer extends ListAnswer<unknown>>(
  options: ListPageOptions<Data, Variables, Answer>,
) => {
  const { document, pageOf, sortable, skip = false } = options;
  const state = useListQuery();
  const client = useApolloClient();
  const { query } = state;
  const number = query.page ?? 0;
  const size = Math.min(Math.max(query.size ?? DEFAULT_PAGE_SIZE, 1), MAX_PAGE_SIZE);
  const sort = query.sort.filter(({ id }) => sortable.includes(id));
  const paged = (page: number, rows: number) =>
    ({
      ...options.variables(query),
      page,
      size: rows,
      ...(sortable.length > 0 ? { sort: sort.length > 0 ? sort : (options.defaultSort ?? []) } : {}),
    }) as Variables;
  const variables = paged(number, size);
  const settings = { variables, skip, fetchPolicy: 'cache-and-network', context: { quiet: true } };
  const result = useQuery(document, settings as useQuery.Options<Data, Variables>);
  const data = (result.data ?? result.previousData) as Data | undefined;
  const answer = result.data && pageOf(result.data as Data);
  const { rows, left } = useStayingRows<Row>({
    view: JSON.stringify(variables),
    rows: answer?.content as readonly Row[] | undefined,
    loading: result.loading,
    refreshing: result.networkStatus === NetworkStatus.refetch,
    now: (row) => {
      const cached = cachedRow(client.cache, document, variables, row);
      // What the list says of the row stands in no row of the cache: the share of an obra, the day it was found by.
      return cached && { ...row, ...cached };
    },
  });
  useRetained(rows);
  const fetchPage = async (page: number, rows: number) => {
    const answer = await client.query({ query: document, variables: paged(page, rows), fetchPolicy: 'no-cache' });
    return answer.data && pageOf(answer.data as Data);
  };
  return {
    ...state,
    data,
    page: data && pageOf(data),
    filters: options.filters,
    unread: unreadOf(state, options.filters, sortable),
    rows: rows as Answer['content'],
    left,
    ready: result.data !== undefined,
    loading: result.loading,
    error: result.error as unknown,
    refetch: () => void result.refetch(),
    number,
    size,
    fetchPage,
  };
};
