import { readJson, writeJson } from '#web/client/storage.ts';
import { currentUser } from '#web/client/token.ts';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { AssistantContext, type Assistant } from './AssistantContext.ts';
import { toEntries } from './entries.ts';
import { useNews } from './useNews.ts';
import { useMessages } from './useMessages.ts';
import { useNotices } from './useNotices.ts';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const collapsedKey = () => `chatCollapsed.${currentUser() ?? ''}`;

/**
 * Returns the stored state of the panel, collapsed by default (§3 Settings, §4); collapsed at start on a phone, where
 * the panel would cover the screen.
 */
const useCollapsed = () => {
  const phone = useIsPhone();
  const [collapsed, setState] = useState(() => phone || (readJson(localStorage, collapsedKey(), isFlag) ?? true));
  const setCollapsed = (next: boolean) => {
    writeJson(localStorage, collapsedKey(), next);
    setState(next);
  };
  return [collapsed, setCollapsed] as const;
};

/** Acknowledges messages after 1.5 s in the open panel; broadcasts need a click on their button (domain.md §6). */
const useReadOnSight = (
  collapsed: boolean,
  { messages, acknowledge, acknowledgeAll }: ReturnType<typeof useMessages>,
) => {
  useEffect(() => {
    const pending = messages.filter(({ acknowledged }) => !acknowledged);
    if (collapsed || pending.length === 0) return undefined;
    const own = pending.filter(({ broadcast }) => !broadcast);
    const read = () => {
      if (own.length === pending.length) void acknowledgeAll();
      else own.slice(0, 20).forEach(({ id }) => void acknowledge(id, false));
    };
    const timer = setTimeout(read, 1500);
    return () => clearTimeout(timer);
  }, [collapsed, messages, acknowledge, acknowledgeAll]);
};

/** State of the assistant: history, live messages, and notices of the screens. */
export const AssistantProvider = ({ children }: { children: ReactNode }) => {
  const [collapsed, setCollapsed] = useCollapsed();
  const { news, tell } = useNews(collapsed);
  const server = useMessages(tell);
  const { notices, alert, unread } = useNotices(collapsed);
  useReadOnSight(collapsed, server);
  const [focusRequests, setFocusRequests] = useState(0);
  const { messages } = server;
  const entries = useMemo(() => toEntries(messages, notices), [messages, notices]);
  const assistant: Assistant = {
    collapsed,
    setCollapsed,
    focusInput: () => {
      setCollapsed(false);
      setFocusRequests((count) => count + 1);
    },
    focusRequests,
    entries,
    older: server.older,
    receive: server.receive,
    unread: server.unread + unread,
    alert: alert ? (toEntries([], [alert])[0] ?? null) : news,
    failed: server.failed,
    retry: () => void server.refetch().catch(() => undefined),
    acknowledge: server.acknowledge,
    acknowledgeAll: server.acknowledgeAll,
  };
  return <AssistantContext value={assistant}>{children}</AssistantContext>;
};
