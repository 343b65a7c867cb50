import { useEffect, useEffectEvent } from 'react';
import { tinykeys } from 'tinykeys';

/** Ctrl+P prints the whole list by the server: the browser would print the page of it that is loaded. */
export const usePrintKey = (print: (() => void) | null): void => {
  const run = useEffectEvent(() => print?.());
  const takes = print !== null;
  useEffect(
    () =>
      takes
        ? tinykeys(window, {
            '$mod+p': (event) => {
              event.preventDefault();
              if (!event.repeat) run();
            },
          })
        : undefined,
    [takes],
  );
};
