import { useMedia } from './useMedia.ts';

/** Returns true at 640 px and less: cards instead of grids, large controls (mocks/README.md, rule 10). */
export const useIsPhone = (): boolean => useMedia('(max-width: 640px)');

/**
 * Returns true at 1000 px and less, which is also any window of 1440 px at 200 % zoom: the menu is behind a button, and
 * buttons of a head are icons.
 */
export const useIsNarrow = (): boolean => useMedia('(max-width: 1000px)');

/**
 * Returns true where a list and what is chosen in it have no room at once: on a phone, and in a low narrow window such as
 * 720 × 450 px, which 200 % zoom leaves of 1440 × 900. Style sheets say the same condition.
 */
export const useIsOnePane = (): boolean => useMedia('(max-width: 640px), (max-width: 900px) and (max-height: 560px)');

/** Returns true where fingers point: nothing can be dropped there, and there is a camera. */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)');
