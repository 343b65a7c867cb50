import { onMessage, onReconnect } from '#web/client/live.ts';
import { useStable } from '#web/form/useStable.ts';
import { useEffect, useState } from 'react';
import { QUOTES } from './words.ts';

/** Id of the quote that a message is about. */
const quoteOf = (link: string | null | undefined): string | null =>
  link?.startsWith(`${QUOTES}?`) ? new URLSearchParams(link.slice(QUOTES.length)).get('id') : null;

/** Calls back when a message tells what a supplier did with a quote. */
export const useQuoteNews = (onNews: (id: string) => void): void => {
  const told = useStable(onNews);
  useEffect(
    () =>
      onMessage(({ link }) => {
        const id = quoteOf(link);
        if (id !== null) told(id);
      }),
    [told],
  );
};

/** Ids of the quotes with news that nobody has looked at; `onNews` reads the list again, whose rows stay in place. */
export const useUnseenQuotes = (openId: string | null, onNews: () => void): ReadonlySet<string> => {
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  useQuoteNews((id) => {
    onNews();
    if (id !== openId) setUnseen((ids) => new Set([...ids, id]));
  });
  // What was told while the socket was down is not told again.
  const missed = useStable(onNews);
  useEffect(() => onReconnect(missed), [missed]);
  if (openId !== null && unseen.has(openId)) setUnseen(new Set([...unseen].filter((id) => id !== openId)));
  return unseen;
};
