import type { FastifyInstance } from 'fastify';
import { mentionEndpoints } from '#schema/financial/transactions/comments.rest.ts';
import { implement } from '../../../platform/http/route.ts';
import type { Session } from '../../../platform/session.ts';
import { transactionHistory } from '../history/list.ts';
import { expense, income, type Kind } from '../kinds.ts';
import { readerOf } from '../reader.ts';
import { widened } from '../visibility.ts';
import { listMentions } from './mentions.ts';
import { listComments, listMentionable } from './read.ts';
import { createComment, editComment, removeComment } from './write.ts';

/** What was done to incomes and expenses, and what people say of them (docs/decisions/0102). */
export const comments = async (app: FastifyInstance): Promise<void> => {
  for (const kind of [expense, income]) ofKind(app, kind);
  implement(app, mentionEndpoints.list, ({ session, params, query, read }) =>
    read((trx) => listMentions(trx, session, { ...params, now: app.platform.clock.now() }, query)),
  );
};

const ofKind = (app: FastifyInstance, kind: Kind): void => {
  const { endpoints } = kind;
  const reader = (session: Session, companyId: number) =>
    readerOf(session, companyId, kind, app.platform.clock.today(session.timeZone));

  implement(app, endpoints.history, ({ session, params, query, read }) =>
    read(async (trx) =>
      transactionHistory(trx, await widened(trx, reader(session, params.companyId)), params.id, query),
    ),
  );

  implement(app, endpoints.comments, ({ session, params, query, read }) =>
    read((trx) => listComments(trx, reader(session, params.companyId), params.id, query)),
  );

  implement(app, endpoints.mentionable, ({ session, params, query, read }) =>
    read((trx) => listMentionable(trx, reader(session, params.companyId), params.id, query)),
  );

  implement(app, endpoints.comment, ({ session, params, body, write }) =>
    write((trx, work) => createComment(trx, work, reader(session, params.companyId), params.id, body.text)),
  );

  implement(app, endpoints.editComment, ({ session, params, body, write }) =>
    write((trx, work) => {
      const key = { transactionId: params.id, commentId: params.commentId };
      return editComment(trx, work, reader(session, params.companyId), key, body.text);
    }),
  );

  implement(app, endpoints.removeComment, ({ session, params, write }) =>
    write((trx, work) => {
      const key = { transactionId: params.id, commentId: params.commentId };
      return removeComment(trx, work, reader(session, params.companyId), key);
    }),
  );
};
