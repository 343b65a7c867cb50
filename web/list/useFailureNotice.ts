import { useEffect, useRef } from 'react';
import { notifyError } from '#web/client/notify.ts';

/**
 * Reports a list that failed to load to the error channel of §8 (the assistant on /home) besides its screen; once until
 * it loads, not on every retry.
 * @param text message on the screen; null without an error.
 */
export const useFailureNotice = (text: string | null, arrived: boolean): void => {
  const notified = useRef<string | null>(null);
  useEffect(() => {
    if (arrived) notified.current = null;
    if (text === null || notified.current === text) return;
    notified.current = text;
    notifyError(text);
  }, [text, arrived]);
};
