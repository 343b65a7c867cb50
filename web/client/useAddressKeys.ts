import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Keys of the address and their values; null takes a key away. */
export type AddressChanges = Record<string, string | null>;

/** The keys of the address of a screen, and how some of them are changed; `replace` adds no step to go back to. */
export const useAddressKeys = (): [URLSearchParams, (changes: AddressChanges, replace?: boolean) => void] => {
  const [params, setParams] = useSearchParams();
  const set = useCallback(
    (changes: AddressChanges, replace = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [key, value] of Object.entries(changes)) {
            if (value === null) next.delete(key);
            else next.set(key, value);
          }
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return [params, set];
};
