import { errorText } from '#web/client/errors.ts';
import { AskAssistantDocument } from '#web/generated/assistant.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { SEND_MESSAGE_FAILED } from '#domain/messages.ts';
import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useAssistant, type Assistant } from './AssistantContext.ts';
import { waiting } from './waiting.ts';

let running = false;

/** Sends what waits, one after the other: a follow-up refers to the answer before it. */
const sendAll = async (client: ApolloClient, receive: Assistant['receive']): Promise<void> => {
  if (running) return;
  running = true;
  for (;;) {
    const next = waiting.now().find(({ state }) => state === 'queued');
    if (!next) break;
    waiting.sending(next.key);
    try {
      const { data } = await client.mutate({
        mutation: AskAssistantDocument,
        variables: { input: next.asked },
        context: { quiet: true, headers: { 'idempotency-key': next.key } },
      });
      if (!data) throw new Error('no answer');
      const { question, answer } = data.askAssistant;
      receive([question, answer]);
      waiting.settle(next.key, question.id);
    } catch (error) {
      waiting.failed(next.key, errorText(error, SEND_MESSAGE_FAILED));
    }
  }
  running = false;
};

/** Functions that ask, and ask again. The answer comes into the conversation, even while the panel is closed. */
export const useAsk = () => {
  const client = useApolloClient();
  const { entries, receive } = useAssistant();
  const { place } = useSession();
  const { pathname, search } = useLocation();
  const companyId = place.company?.id ?? null;
  const newest = Math.max(0, ...entries.map(({ id }) => Number(id ?? 0)));

  // A question whose answer was lost on the way is stored all the same, and other tabs' streams bring it.
  useEffect(() => {
    for (const item of waiting.now()) {
      const stored = entries.find(({ own, id, text }) => own && Number(id) > item.after && text === item.asked.text);
      if (stored?.id && item.state !== 'queued') waiting.settle(item.key, stored.id);
    }
  }, [entries]);

  const ask = useCallback(
    (text: string) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      waiting.add({ text, pathname: (pathname + search).slice(0, 2000), timezone: timeZone, companyId }, newest);
      void sendAll(client, receive);
    },
    [client, receive, pathname, search, companyId, newest],
  );
  const again = useCallback(
    (key: string) => {
      waiting.again(key);
      void sendAll(client, receive);
    },
    [client, receive],
  );
  return { ask, again };
};
