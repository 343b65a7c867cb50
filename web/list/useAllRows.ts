import { NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import type { ListAnswer } from './useListPage.ts';
import { useLiveRows } from './useLiveRows.ts';

export interface AllRowsOptions<Data, Variables, Answer> {
  /** Takes `page`, 0 by default; the page size is MAX_PAGE_SIZE. */
  document: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  pageOf: (data: Data) => Answer | null | undefined;
  /** Returns the document's data with this page in it. */
  withPage: (data: Data, page: Answer) => Data;
  size?: number;
  skip?: boolean;
  /** Refetches on each visit, showing the cached list meanwhile. */
  fresh?: boolean;
  /** Shows what others change, where the list is one page; `sources` as in `useLiveRows`. */
  live?: { sources?: readonly string[] };
}

const NOT_LIVE = {};

/**
 * Loads a whole list page by page, for lists that are shown, counted, summed or chosen from as a whole. Returns no page
 * until the last one has loaded; on later changes the old list stays until the new one is complete. The cache stores
 * the whole list as the first page.
 */
export const useAllRows = <Data, Variables extends { page?: number | null }, Answer extends ListAnswer<unknown>>(
  options: AllRowsOptions<Data, Variables, Answer>,
) => {
  const { document, variables, pageOf, withPage, size = 500, skip = false, fresh = false, live } = options;
  const result = useQuery(document, {
    variables,
    skip,
    fetchPolicy: fresh ? 'cache-and-network' : 'cache-first',
    nextFetchPolicy: 'cache-first',
  } as useQuery.Options<Data, Variables>);
  const data = result.data as Data | undefined;
  const page = data && pageOf(data);
  const { fetchMore } = result;
  const [failure, setFailure] = useState<unknown>(null);
  const next = page && !page.last ? Math.floor(page.content.length / size) : 0;
  useEffect(() => {
    if (next === 0) return;
    const more = fetchMore({
      variables: { ...variables, page: next },
      updateQuery: (before: unknown, { fetchMoreResult }: { fetchMoreResult: unknown }) => {
        const [first, second] = [pageOf(before as Data), pageOf(fetchMoreResult as Data)];
        // Components with the same list share the cache: skips a page that another one has added.
        if (!first || !second || first.last || Math.floor(first.content.length / size) !== next) return before;
        return withPage(before as Data, {
          ...first,
          last: second.last,
          content: [...first.content, ...second.content],
        });
      },
    } as Parameters<typeof fetchMore>[0]);
    more.then(() => setFailure(null), setFailure);
    // Variables are compared by value; the functions belong to the document.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [next, fetchMore, JSON.stringify(variables)]);

  const single = live && page?.last === true && page.content.length <= size;
  const { marks, forget } = useLiveRows({
    document,
    variables: variables as Variables & OperationVariables,
    data: single ? data : undefined,
    ...(live ?? NOT_LIVE),
  });

  const list = JSON.stringify(variables);
  const [whole, setWhole] = useState<{ list: string; page: Answer } | null>(null);
  if (page?.last === true && whole?.page !== page) setWhole({ list, page });
  const shown = page?.last === true ? page : whole?.list === list ? whole.page : undefined;
  return {
    page: shown,
    loading: result.loading || next > 0,
    refreshing: result.networkStatus === NetworkStatus.refetch,
    error: result.error ?? failure,
    live: marks,
    refetch: (): Promise<unknown> => {
      forget();
      return result.refetch();
    },
  };
};
