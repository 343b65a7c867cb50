import { type AssistantMessage, assistantEndpoints } from '#schema/assistant/messages.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';
import { follow } from '../rest/follow.ts';
import { streamed } from '../rest/streamed.ts';

/** The newest message that the client has, "0" where it has none: that is no id of a row. */
const afterOf = (after: string | null | undefined): string | null => {
  if (after == null || after === '0') return after ?? null;
  return String(toId(after));
};

export const messages: Resolvers = {
  Query: {
    assistantMessages: (_, page, { rest }) => rest.call(assistantEndpoints.list, { query: toPageQuery(page) }),
  },
  Mutation: {
    acknowledgeAssistantMessage: async (_, { id }, { rest }) => ({
      message: await rest.call(assistantEndpoints.acknowledge, { params: { id: toId(id) } }),
    }),
    acknowledgeAllAssistantMessages: (_, _args, { rest }) => rest.call(assistantEndpoints.acknowledgeAll),
  },
  Subscription: {
    assistantMessageAdded: streamed<AssistantMessage, { after?: string | null | undefined }>(({ after }, context) =>
      follow(context, 'messages', afterOf(after)),
    ),
  },
};
