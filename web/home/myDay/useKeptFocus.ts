import { useRef, type FocusEvent, type RefObject } from 'react';

/**
 * A row that was paid is gone: the one in its place gets the focus then, so that the next key acts on the next row.
 * `onLost` is for the parts, which know when their rows change (`useFocusWhenLost`).
 */
export const useKeptFocus = (host: RefObject<HTMLElement | null>) => {
  const at = useRef(0);
  const rows = () => [...(host.current?.querySelectorAll<HTMLElement>('[data-day-row]') ?? [])];
  return {
    onFocus: ({ target }: FocusEvent): void => {
      const row = target.closest('li')?.querySelector<HTMLElement>('[data-day-row]');
      if (row) at.current = rows().indexOf(row);
    },
    onLost: (): void => {
      const left = rows();
      left[Math.min(at.current, left.length - 1)]?.focus();
    },
  };
};
