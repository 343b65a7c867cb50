import type { ApolloCache } from '@apollo/client';

/**
 * Returns a function that evicts lists from the cache by their root fields; mounted lists refetch and keep their old
 * rows meanwhile.
 */
export const forgetting =
  (...lists: readonly string[]) =>
  (cache: ApolloCache): void => {
    lists.forEach((fieldName) => cache.evict({ id: 'ROOT_QUERY', fieldName }));
    cache.gc();
  };
