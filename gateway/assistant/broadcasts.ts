import {
  broadcastEndpoints,
  type Broadcast,
  type BroadcastBody,
  type BroadcastReader,
} from '#schema/assistant/broadcasts.rest.ts';
import type { BroadcastInput, Resolvers } from '../generated/resolvers.ts';
import { toId } from '../platform/ids.ts';
import { toPageQuery } from '../platform/lists.ts';
import { invalid } from '../rest/errors.ts';

export type BroadcastParent = Broadcast;
export type BroadcastReaderParent = BroadcastReader;

const { list, send, withdraw, readers } = broadcastEndpoints;

const KIND = 'Um comunicado informa ou alerta.';

const toBody = ({ title, text, kind, link }: BroadcastInput): BroadcastBody => {
  if (kind !== 'INFO' && kind !== 'WARNING') throw invalid(KIND, [{ path: 'input.kind', message: KIND }]);
  return { title, text, kind, ...(link !== undefined && { link }) };
};

/** Broadcasts of administrators to their account. */
export const broadcasts: Resolvers = {
  Query: {
    broadcasts: (_, page, { rest }) => rest.call(list, { query: toPageQuery(page) }),
    broadcastReaders: (_, { id, ...page }, { rest }) =>
      rest.call(readers, { params: { id: toId(id) }, query: toPageQuery(page) }),
  },
  Broadcast: {
    sentBy: ({ sentBy }) => sentBy?.name ?? null,
  },
  BroadcastReader: {
    id: ({ user }) => user.id,
    name: ({ user }) => user.name,
  },
  Mutation: {
    sendBroadcast: async (_, { input }, { rest }) => ({ broadcast: await rest.call(send, { body: toBody(input) }) }),
    withdrawBroadcast: async (_, { id }, { rest }) => ({
      broadcast: await rest.call(withdraw, { params: { id: toId(id) } }),
    }),
  },
};
