import { useEffect, useRef } from 'react';
import { notifyError } from '#web/client/notify.ts';

/**
 * A list that could not be fetched says so on its screen, and where errors are told (§8: the assistant on /home): once,
 * not at every try, until it has come.
 * @param text what the screen says; null while nothing is wrong.
 */
export const useToldFailure = (text: string | null, arrived: boolean): void => {
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (arrived) told.current = null;
    if (text === null || told.current === text) return;
    told.current = text;
    notifyError(text);
  }, [text, arrived]);
};
