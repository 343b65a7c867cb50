import type { ApolloCache } from '@apollo/client';

/** Forgets lists of the cache by their root fields: whoever shows one asks anew, and keeps the old rows meanwhile. */
export const forgetting =
  (...lists: readonly string[]) =>
  (cache: ApolloCache): void => {
    lists.forEach((fieldName) => cache.evict({ id: 'ROOT_QUERY', fieldName }));
    cache.gc();
  };
