import type { FastifyInstance } from 'fastify';
import { creditBulkEndpoints, debitBulkEndpoints } from '#schema/financial/transactions/bulk.rest.ts';
import type { Session } from '../../../platform/session.ts';
import { implement } from '../../../platform/http/route.ts';
import { expense, income, type Kind } from '../kinds.ts';
import { readerOf } from '../reader.ts';
import { changeMany } from './change.ts';
import { changeDueDates } from './dueDates.ts';
import { answerOf } from './outcome.ts';
import { removeDocuments } from './remove.ts';

/** Changes several documents or installments at once: one SQL transaction, a result for each. */
export const bulkChanges = async (app: FastifyInstance): Promise<void> => {
  register(app, expense, debitBulkEndpoints);
  register(app, income, creditBulkEndpoints);
};

const register = (app: FastifyInstance, kind: Kind, endpoints: typeof debitBulkEndpoints): void => {
  const { clock } = app.platform;
  const reader = (session: Session, companyId: number) =>
    readerOf(session, companyId, kind, clock.today(session.timeZone));
  implement(app, endpoints.change, ({ session, params, body, write }) =>
    answerOf(write((trx, work) => changeMany(trx, work, reader(session, params.companyId), body.items))),
  );
  implement(app, endpoints.dueDates, ({ session, params, body, write }) =>
    answerOf(write((trx, work) => changeDueDates(trx, work, reader(session, params.companyId), body.items))),
  );
  implement(app, endpoints.remove, ({ session, params, body, write }) =>
    answerOf(write((trx, work) => removeDocuments(trx, work, reader(session, params.companyId), body.items))),
  );
};
