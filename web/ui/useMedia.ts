import { useCallback, useSyncExternalStore } from 'react';

/** Every field asks: a query for each of them would be most of what a long form costs. */
const queries = new Map<string, MediaQueryList>();

const mediaOf = (query: string): MediaQueryList => {
  const media = queries.get(query) ?? window.matchMedia(query);
  queries.set(query, media);
  return media;
};

/** Returns whether a media query holds, now and whenever that changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = mediaOf(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => mediaOf(query).matches);
};
