import { onReconnect, onRowsChanged } from '#web/client/live.ts';
import { useEffect, useEffectEvent } from 'react';

/** Others save many documents in a row: they are read together. In milliseconds. */
const AFTER_A_CHANGE = 1_500;

/** Reads figures again after others have changed rows of these types (names of GraphQL), while the page is looked at. */
export const useRereadOnChange = (types: readonly string[], reread: () => Promise<unknown>, skip: boolean): void => {
  const readAgain = useEffectEvent(() => {
    // The error of a figure stands where the figure would.
    if (!document.hidden) void reread().catch(() => undefined);
  });
  const concerns = useEffectEvent((type: string | null) => type === null || types.includes(type));
  useEffect(() => {
    if (skip) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        readAgain();
      }, AFTER_A_CHANGE);
    };
    const stops = [onRowsChanged(({ type }) => concerns(type) && plan()), onReconnect(plan)];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(timer);
    };
  }, [skip]);
};
