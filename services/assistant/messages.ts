import type { FastifyInstance } from 'fastify';
import { conversationEndpoints } from '#schema/assistant/conversation.rest.ts';
import { assistantEndpoints } from '#schema/assistant/messages.rest.ts';
import { timeZoneOf } from '#domain/calendar.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { readListQuery } from '../platform/register/lists.ts';
import { implement } from '../platform/http/route.ts';
import { keepExchange, lastFrame } from './conversation.ts';
import { acknowledge, acknowledgeAll, findMessage, listMessages } from './messageStore.ts';
import { streamMessages } from './messageStream.ts';

const rules = { sortable: { at: 'm.id' }, defaultSort: 'at:desc', key: 'm.id', maxSize: 500 };

/** Registers the assistant's messages: history, acknowledgement, questions with their answers, and the stream of new ones (domain.md §6). */
export const assistantMessages = async (app: FastifyInstance): Promise<void> => {
  implement(app, assistantEndpoints.list, ({ session, query, read }) =>
    read((trx) => listMessages(trx, session, readListQuery(query, rules))),
  );

  implement(app, assistantEndpoints.acknowledge, ({ session, params, write }) =>
    write(async (trx, work) => {
      await acknowledge(trx, session, params.id, work.clock.now());
      const message = await findMessage(trx, session, params.id);
      if (!message) throw notFound('Mensagem não encontrada.');
      return message;
    }),
  );

  implement(app, assistantEndpoints.acknowledgeAll, ({ session, write }) =>
    write(async (trx, work) => ({ acknowledged: await acknowledgeAll(trx, session, work.clock.now()) })),
  );

  implement(app, conversationEndpoints.frame, ({ session, query, read }) => {
    const { clock } = app.platform;
    const zone = timeZoneOf(query.timezone ?? session.timeZone);
    if (zone === null) throw invalid([{ path: 'timezone', message: 'Fuso horário desconhecido.' }]);
    const today = clock.today(zone);
    return read(async (trx) => ({ frame: await lastFrame(trx, session, clock.now()), today }));
  });

  implement(app, conversationEndpoints.keep, ({ body, write }) => write((trx, work) => keepExchange(trx, work, body)));

  streamMessages(app);
};
