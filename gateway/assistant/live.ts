import { liveEndpoints, type LiveOpened, type Presence, type RowsChange } from '#schema/assistant/live.rest.ts';
import type { Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { follow } from '../rest/follow.ts';
import { streamed } from '../rest/streamed.ts';

export const live: Resolvers = {
  Mutation: {
    tellPresence: async (_, { input: { type, rowId, tab, state } }, { rest }) => ({
      presence: await rest.call(liveEndpoints.tellPresence, {
        body: { type, rowId: toId(rowId), tab, state },
      }),
    }),
  },
  Subscription: {
    liveEvents: streamed<LiveOpened | RowsChange | Presence>((_, context) => follow(context, 'live')),
  },
  LiveEvent: {
    __resolveType: (event) => {
      if ('openedAt' in event) return 'LiveOpened';
      return 'people' in event ? 'RowPresence' : 'RowsChange';
    },
  },
};
