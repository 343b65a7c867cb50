import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import { errorText, isRestricted } from '#web/client/errors.ts';
import { messageArrived, onReconnect } from '#web/client/live.ts';
import { useSession } from '#web/session/sessionContext.ts';
import {
  useAcknowledgeAllAssistantMessagesMutation,
  useAcknowledgeAssistantMessageMutation,
  useAssistantMessageAddedSubscription,
  useAssistantMessagesQuery,
  type AssistantEntryFragment,
  type AssistantMessagesQuery,
} from '#web/generated/assistant.ts';
import { notifyError } from '#web/client/notify.ts';
import { useCallback, useEffect, useState } from 'react';

type Page = NonNullable<AssistantMessagesQuery['assistantMessages']>;
type Change = (page: Page) => Page;

const quiet = { context: { quiet: true } };

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

/** Returns the server's messages (history and live ones), the unread count, and the functions that acknowledge them. */
export const useMessages = () => {
  const { data, error, refetch, updateQuery } = useAssistantMessagesQuery({ variables: { size: 50 }, ...quiet });
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
  const [listed, setListed] = useState<{ newest: string | null }>();
  if (!listed && data?.assistantMessages) setListed({ newest: data.assistantMessages.content[0]?.id ?? null });
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
        // The socket also sends listed messages, which are not news.
        if (!data?.assistantMessages?.content.some(({ id }) => id === message.id)) messageArrived(message);
      }
      // Some messages announce changed permissions, so each message reloads the session; messages are few.
      reload().catch(() => undefined);
    },
  });
  useEffect(() => onReconnect(() => void refetch().catch(() => undefined)), [refetch]);

  const [sendOne] = useAcknowledgeAssistantMessageMutation(quiet);
  const [sendAll] = useAcknowledgeAllAssistantMessagesMutation(quiet);
  const acknowledge = useCallback(
    async (id: string, pressed = true) => {
      const done = await sendOne({ variables: { id } }).catch(pressed ? notSent : () => null);
      if (done?.data) change(oneRead);
    },
    [change, sendOne],
  );
  const acknowledgeAll = useCallback(async () => {
    const done = await sendAll().catch(() => null);
    if (done?.data) change(allRead);
  }, [change, sendAll]);

  const page = data?.assistantMessages ?? null;
  return {
    messages: page?.content ?? [],
    unread: page?.unacknowledged ?? 0,
    failed: error !== undefined,
    refetch,
    acknowledge,
    acknowledgeAll,
  };
};
