import type { AssistantEntryFragment } from '#web/generated/assistant.ts';
import { useCallback, useEffect, useState } from 'react';
import { fromMessage, popsUp, type Entry } from './entries.ts';

const SHOWN_FOR = 8000;

/** The last message that needs attention, for 8 s, while the panel is closed. */
export const useNews = (collapsed: boolean) => {
  const [news, setNews] = useState<Entry | null>(null);
  const tell = useCallback((message: AssistantEntryFragment) => {
    if (popsUp(message)) setNews(fromMessage(message));
  }, []);
  useEffect(() => {
    if (!news) return undefined;
    const timer = setTimeout(() => setNews(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [news]);
  // What is read in the open panel is not told again when that is closed.
  if (!collapsed && news) setNews(null);
  return { news: collapsed ? news : null, tell };
};
