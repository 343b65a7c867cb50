import { useLayoutEffect, useRef } from 'react';

/** Takes pasted rows while there is no row that could have the focus. */
export const usePasteAnywhere = (when: boolean, paste: (text: string) => boolean): void => {
  const current = useRef(paste);
  // Layout effects: rows are taken from the moment that the table is seen.
  useLayoutEffect(() => {
    current.current = paste;
  });
  useLayoutEffect(() => {
    if (!when) return undefined;
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
      if (current.current(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [when]);
};
