import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function for all renders, which calls the latest one: memoized rows need not be drawn anew for it. */
export const useStable = <Args extends unknown[], Answer>(call: (...args: Args) => Answer) => {
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  return useCallback((...args: Args): Answer => latest.current(...args), []);
};
