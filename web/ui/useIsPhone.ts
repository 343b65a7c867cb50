import { useSyncExternalStore } from 'react';

const phone = '(max-width: 640px)';

const subscribe = (changed: () => void) => {
  const media = window.matchMedia(phone);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};

/** Returns true at 640 px and less: cards instead of grids, 40-44 px controls (mocks/README.md, rule 10). */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => window.matchMedia(phone).matches);
