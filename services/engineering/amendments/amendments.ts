import type { FastifyInstance } from 'fastify';
import { amendmentEndpoints } from '#schema/engineering/costEstimates/amendments.rest.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import type { Reader } from '../costEstimates/read.ts';
import { amendExcess } from './excess.ts';
import { listAmendments, readAmendment } from './read.ts';
import { createAmendment, removeAmendment, updateAmendment } from './save.ts';
import { setStatus } from './status.ts';

/** Amendments (aditivos) of approved cost estimates. */
export const amendments = async (app: FastifyInstance): Promise<void> => {
  app.platform.constraints.describe({
    cost_estimate_amendment_lines_line_fk: {
      message: 'Uma linha que sai está em um aditivo. Retire-a do aditivo antes.',
      status: 422,
    },
    cost_estimate_amendment_lines_parent_fk: {
      message: 'Uma etapa que sai recebe um serviço novo de um aditivo. Mude o aditivo antes.',
      status: 422,
    },
  });
  const readerOf = (session: Session): Reader => ({ session, clock: app.platform.clock });
  const { list, get, create, update, setStatus: status, remove } = amendmentEndpoints;
  implement(app, list, ({ session, params, read }) => read((trx) => listAmendments(trx, readerOf(session), params)));
  implement(app, get, ({ session, params: { amendmentId, ...key }, read }) =>
    read((trx) => readAmendment(trx, readerOf(session), key, amendmentId)),
  );
  implement(app, create, ({ session, params, body, write }) =>
    write((trx, work) => createAmendment(trx, work, readerOf(session), { key: params, body })),
  );
  implement(app, update, ({ session, params: { amendmentId: id, ...key }, body, write }) =>
    write((trx, work) => updateAmendment(trx, work, readerOf(session), { key, id, body })),
  );
  implement(app, amendmentEndpoints.amendExcess, ({ session, params, body, write }) =>
    write((trx, work) => amendExcess(trx, work, readerOf(session), { key: params, body })),
  );
  implement(app, status, ({ session, params: { amendmentId: id, ...key }, body, write }) =>
    write((trx, work) => setStatus(trx, work, readerOf(session), { key, id, ...body })),
  );
  implement(app, remove, ({ session, params: { amendmentId: id, ...key }, query, write }) =>
    write((trx, work) => removeAmendment(trx, work, readerOf(session), { key, id, ...query })),
  );
};
