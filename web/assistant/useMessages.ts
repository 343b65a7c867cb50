import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import { errorText, isRestricted } from '#web/client/errors.ts';
import { messageArrived, onReconnect } from '#web/client/live.ts';
import { useSession } from '#web/session/sessionContext.ts';
import {
  AssistantMessagesDocument,
  useAcknowledgeAllAssistantMessagesMutation,
  useAcknowledgeAssistantMessageMutation,
  useAssistantMessageAddedSubscription,
  useAssistantMessagesQuery,
  type AssistantEntryFragment,
  type AssistantMessagesQuery,
} from '#web/generated/assistant.ts';
import { notifyError } from '#web/client/notify.ts';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useMemo, useState } from 'react';

type Page = NonNullable<AssistantMessagesQuery['assistantMessages']>;
type Change = (page: Page) => Page;

const quiet = { context: { quiet: true } };
const SIZE = 50;
/** The newest message of an empty history: whatever is written after it was read is sent. */
const NONE = '0';

/** Asked or answered: it changes no permission, and no list. */
const isExchange = ({ from, answer }: AssistantEntryFragment): boolean => from === 'USER' || answer != null;

const withMessage = (page: Page, message: AssistantEntryFragment): Page =>
  page.content.some(({ id }) => id === message.id)
    ? page
    : {
        ...page,
        content: [message, ...page.content],
        totalElements: page.totalElements + 1,
        unacknowledged: page.unacknowledged + (message.acknowledged ? 0 : 1),
      };

const allRead: Change = (page) => ({
  ...page,
  unacknowledged: 0,
  content: page.content.map((message) => ({ ...message, acknowledged: true })),
});

const oneRead = (page: Page): Page => ({ ...page, unacknowledged: Math.max(0, page.unacknowledged - 1) });

/** Reports a failed acknowledgement that the user clicked (§8); automatic ones are retried silently. */
const notSent = (error: unknown): null => {
  notifyError(isRestricted(error) ? errorText(error) : SEND_MESSAGE_FAILED);
  return null;
};

/** Messages before the newest page, as they are read when the reader scrolls up. */
const useOlder = (page: Page | null) => {
  const client = useApolloClient();
  const [older, setOlder] = useState<readonly AssistantEntryFragment[]>([]);
  const [reading, setReading] = useState<'no' | 'yes' | 'failed'>('no');
  const messages = useMemo(() => {
    const newest = page?.content ?? [];
    const known = new Set(newest.map(({ id }) => id));
    return [...newest, ...older.filter(({ id }) => !known.has(id))];
  }, [page, older]);
  const total = page?.totalElements ?? 0;
  const loadOlder = async () => {
    if (reading === 'yes' || messages.length >= total) return;
    setReading('yes');
    try {
      // Counted from what is known: messages that came meanwhile have moved the pages, and what overlaps is left out.
      const variables = { page: Math.floor(messages.length / SIZE), size: SIZE };
      const { data } = await client.query({
        query: AssistantMessagesDocument,
        variables,
        fetchPolicy: 'no-cache',
        ...quiet,
      });
      const found = data?.assistantMessages?.content ?? [];
      setOlder((known) => [...known, ...found.filter(({ id }) => !known.some((one) => one.id === id))]);
      setReading('no');
    } catch {
      setReading('failed');
    }
  };
  /** Keeps what is known while the newest page is read anew. */
  const keep = useCallback(
    (content: readonly AssistantEntryFragment[]) =>
      setOlder((known) => [...content, ...known.filter(({ id }) => !content.some((one) => one.id === id))]),
    [],
  );
  const read = useCallback(
    (id: string | null) =>
      setOlder((known) => known.map((one) => (id === null || one.id === id ? { ...one, acknowledged: true } : one))),
    [],
  );
  return { messages, loadOlder, reading, more: messages.length < total, keep, read };
};

/** Returns the server's messages (history and live ones), the unread count, and the functions that acknowledge them. */
export const useMessages = (onNews: (message: AssistantEntryFragment) => void) => {
  const { data, error, refetch, updateQuery } = useAssistantMessagesQuery({ variables: { size: SIZE }, ...quiet });
  const older = useOlder(data?.assistantMessages ?? null);
  const { reload } = useSession();
  const change = useCallback(
    (apply: Change) =>
      updateQuery((_partial, { complete, previousData }) =>
        complete && previousData.assistantMessages
          ? { assistantMessages: apply(previousData.assistantMessages) }
          : undefined,
      ),
    [updateQuery],
  );
  // Subscribes from the newest listed message on. A reconnected socket sends later messages again; known ones are
  // ignored.
  const [listed, setListed] = useState<{ newest: string }>();
  if (!listed && data?.assistantMessages) setListed({ newest: data.assistantMessages.content[0]?.id ?? NONE });
  useAssistantMessageAddedSubscription({
    skip: !listed,
    variables: { after: listed?.newest ?? null },
    // Other errors close the socket, which reconnects by itself.
    onError: (error) => {
      if (isRestricted(error)) notifyError(errorText(error));
    },
    onData: ({ data: { data: added } }) => {
      if (added) {
        const message = added.assistantMessageAdded;
        change((page) => withMessage(page, message));
        if (isExchange(message)) return;
        // The socket also sends listed messages, which are not news.
        if (!data?.assistantMessages?.content.some(({ id }) => id === message.id)) {
          messageArrived(message);
          onNews(message);
        }
      }
      // Some messages announce changed permissions, so each message reloads the session; messages are few.
      reload().catch(() => undefined);
    },
  });
  const { keep, read } = older;
  const content = data?.assistantMessages?.content;
  useEffect(
    () =>
      onReconnect(() => {
        keep(content ?? []);
        void refetch().catch(() => undefined);
      }),
    [refetch, keep, content],
  );
  const receive = useCallback(
    (messages: readonly AssistantEntryFragment[]) => change((page) => messages.reduce(withMessage, page)),
    [change],
  );

  const [sendOne] = useAcknowledgeAssistantMessageMutation(quiet);
  const [sendAll] = useAcknowledgeAllAssistantMessagesMutation(quiet);
  const acknowledge = useCallback(
    async (id: string, pressed = true) => {
      const done = await sendOne({ variables: { id } }).catch(pressed ? notSent : () => null);
      if (!done?.data) {
        // A broadcast that was taken back is gone from the list.
        if (pressed) void refetch().catch(() => undefined);
        return;
      }
      change(oneRead);
      read(id);
    },
    [change, read, sendOne, refetch],
  );
  const acknowledgeAll = useCallback(async () => {
    const done = await sendAll().catch(() => null);
    if (!done?.data) return;
    change(allRead);
    read(null);
  }, [change, read, sendAll]);

  const page = data?.assistantMessages ?? null;
  return {
    messages: older.messages,
    /** Whether there are messages before the ones known; reads them. */
    older: { more: older.more, reading: older.reading, load: older.loadOlder },
    receive,
    unread: page?.unacknowledged ?? 0,
    failed: error !== undefined,
    refetch,
    acknowledge,
    acknowledgeAll,
  };
};
