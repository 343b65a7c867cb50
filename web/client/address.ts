import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router-dom';

/**
 * The address as it is, which may be ahead of what is rendered: a search is written a moment after its last key, and must not
 * close a drawer that was opened meanwhile.
 */
export const currentParams = (): URLSearchParams => new URLSearchParams(window.location.search);

/**
 * Returns whether the user has left the screen, or leaves it while the next one is loaded. A search, a cursor at rest and a
 * save write the address later: it would lead back, and undo the user's click.
 */
export const useIsLeft = (): (() => boolean) => {
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  const nextPath = useRef<string | undefined>(undefined);
  useLayoutEffect(() => {
    nextPath.current = next?.pathname;
  });
  return useCallback(
    () => [window.location.pathname, nextPath.current ?? pathname].some((at) => at !== pathname),
    [pathname],
  );
};

/** Texts with one more, or without it where it was among them. */
export const toggled = (texts: readonly string[], text: string): string[] =>
  texts.includes(text) ? texts.filter((one) => one !== text) : [...texts, text];

/** Keys of the address and their values; null takes a key away. */
export type AddressChanges = Record<string, string | null>;

type SetAddressKeys = (
  /** A function gets the address as it is, which may be ahead of what is rendered. */
  changes: AddressChanges | ((now: URLSearchParams) => AddressChanges),
  /** Adds no step to go back to. */
  replace?: boolean,
) => void;

/** The keys of the address of a screen, and how some of them are changed. */
export const useAddressKeys = (): [URLSearchParams, SetAddressKeys] => {
  const [params, setParams] = useSearchParams();
  const isLeft = useIsLeft();
  const set = useCallback<SetAddressKeys>(
    (changes, replace = false) => {
      if (isLeft()) return;
      const next = currentParams();
      const wanted = typeof changes === 'function' ? changes(next) : changes;
      for (const [key, value] of Object.entries(wanted)) {
        if (value === null) next.delete(key);
        else next.set(key, value);
      }
      setParams(next, { replace });
    },
    [setParams, isLeft],
  );
  return [params, set];
};
