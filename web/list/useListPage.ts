import type { ListQuery } from '#domain/listQuery.ts';
import { InMemoryCache, NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useMemo } from 'react';
import type { ServerList } from './export/serverFile.ts';
import { cachedRow } from './cachedRow.ts';
import { unreadOf, type FilterSpecs, type Unread } from './listFilters.ts';
import type { LiveMarks } from './liveRows.ts';
import { useListQuery, type ListState } from './useListQuery.ts';
import { useLiveRows } from './useLiveRows.ts';
import { useStayingRows } from './useStayingRows.ts';

export const DEFAULT_PAGE_SIZE = 50;
/** Largest page size that the gateway accepts. */
export const MAX_PAGE_SIZE = 500;

/** Page type of every list of the gateway. */
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
  /** Returns the page in the document's data. */
  pageOf: (data: Data) => Answer | null | undefined;
  /** Filter keys of the address; other keys are ignored and reported above the list (domain.md §7). */
  filters: FilterSpecs;
  /** Columns that the server sorts by; others are ignored. */
  sortable: readonly string[];
  /** Order when the address has none; without it, the server's. */
  defaultSort?: readonly SortVariable[];
  /** Returns all variables but page, size and sort. */
  variables: (query: ListQuery) => Omit<Variables, keyof PageVariables>;
  /** The list as the server exports it: its name there, and the variables of its operation but the sort. */
  exported?: (query: ListQuery) => ServerList;
  /** Types of other rows that these rows are made of, as in `useLiveRows`. */
  sources?: readonly string[];
  skip?: boolean;
}

/** The list that its address requests, as ListScreen takes it. */
export interface ListPage<Answer extends ListAnswer<unknown>, Data = unknown> extends ListState {
  /** All that the last response says; it stays while the next one loads. */
  data: Data | undefined;
  /** The last response, with its counts and totals; it stays while the next one loads. */
  page: Answer | null | undefined;
  /** The shown rows: those of the page, and those that an action has taken out of it since the last refresh. */
  rows: Answer['content'];
  filters: FilterSpecs;
  /** The parts of the address that the list ignores. */
  unread: readonly Unread[];
  /** Ids of the rows that an action has taken out of the view. */
  left: ReadonlySet<string>;
  /** What others did to the shown rows since the last refresh. */
  live: LiveMarks;
  /** Whether `page` is the response for the current address. */
  ready: boolean;
  loading: boolean;
  error: unknown;
  refetch: () => void;
  /** The order that was asked for: that of the address, else the default one. */
  sort: readonly SortVariable[];
  number: number;
  size: number;
  /** How the server makes the file of the list, where it can. */
  exported: ServerList | undefined;
  /** Fetches all that the response to another page says, without the cache. */
  fetchData: (page: number, size: number) => Promise<Data | undefined>;
  /** Returns the page in such a response. */
  pageOf: (data: Data) => Answer | null | undefined;
  /** Fetches another page of the same list without the cache, for the exported file; `more`: further variables of its document. */
  fetchPage: (page: number, size: number, more?: object) => Promise<Answer | null | undefined>;
}

/** Keeps shown rows in the cache while their list is refetched. */
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
 * Returns the page that the address requests. The caller shows errors; an invalid address (unknown keys, a size above
 * the gateway's limit) still gives a list.
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
  const asked = query.sort.filter(({ id }) => sortable.includes(id));
  const sort = asked.length > 0 ? asked : (options.defaultSort ?? []);
  const paged = (page: number, rows: number) =>
    ({
      ...options.variables(query),
      page,
      size: rows,
      ...(sortable.length > 0 ? { sort } : {}),
    }) as Variables;
  const variables = paged(number, size);
  const file = options.exported?.(query);
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
      // Fields of the listed row that the cached row lacks: the share of a building, the due date it was found by.
      return cached && { ...row, ...cached };
    },
  });
  useRetained(rows);
  const live = useLiveRows({
    ...{ document, variables, data: result.data as Data | undefined },
    ...(options.sources && { sources: options.sources }),
  });
  const fetchData = async (page: number, rows: number, more?: object) => {
    const variables = { ...paged(page, rows), ...more };
    const answer = await client.query({ query: document, variables, fetchPolicy: 'no-cache' });
    return answer.data as Data | undefined;
  };
  const fetchPage = async (page: number, rows: number, more?: object) => {
    const answer = await fetchData(page, rows, more);
    return answer && pageOf(answer);
  };
  return {
    ...state,
    data,
    page: data && pageOf(data),
    filters: options.filters,
    unread: unreadOf(state, options.filters, sortable),
    rows: rows as Answer['content'],
    left: useMemo(() => new Set([...left, ...live.marks.gone]), [left, live.marks.gone]),
    live: live.marks,
    ready: result.data !== undefined,
    loading: result.loading,
    error: result.error as unknown,
    refetch: () => {
      live.forget();
      void result.refetch();
    },
    sort,
    number,
    size,
    exported: file && { ...file, variables: { ...file.variables, sort } },
    fetchData,
    pageOf,
    fetchPage,
  };
};
