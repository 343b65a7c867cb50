import type { FastifyInstance } from 'fastify';
import { priceEndpoints } from '#schema/engineering/costEstimates/prices.rest.ts';
import { revisionEndpoints } from '#schema/engineering/costEstimates/revisions.rest.ts';
import { implement } from '../../platform/http/route.ts';
import type { Session } from '../../platform/session.ts';
import { readAbc } from './abc.ts';
import { applyPrices, previewPrices, undoPrices } from './priceUpdate/priceUpdate.ts';
import type { Reader } from './read.ts';
import { compareRevisions, listRevisions, readRevision } from './revisions/revisions.ts';

/** States of cost estimates: updates of prices, revisions and their comparison, curva ABC. */
export const estimateStates = async (app: FastifyInstance): Promise<void> => {
  const readerOf = (session: Session): Reader => ({ session, clock: app.platform.clock });
  implement(app, priceEndpoints.preview, ({ session, params, body, read }) =>
    read((trx) => previewPrices(trx, readerOf(session), params, body)),
  );
  implement(app, priceEndpoints.apply, ({ session, params, body: { version, ...choice }, write }) =>
    write((trx, work) => applyPrices(trx, work, readerOf(session), { key: { ...params, version }, choice })),
  );
  implement(app, priceEndpoints.undo, ({ session, params, body: { version }, write }) =>
    write((trx, work) => undoPrices(trx, work, readerOf(session), { ...params, version })),
  );
  implement(app, revisionEndpoints.list, ({ session, params, read }) =>
    read((trx) => listRevisions(trx, readerOf(session), params)),
  );
  implement(app, revisionEndpoints.get, ({ session, params: { number, ...key }, read }) =>
    read((trx) => readRevision(trx, readerOf(session), key, number)),
  );
  implement(app, revisionEndpoints.compare, ({ session, params, query, read }) =>
    read((trx) => compareRevisions(trx, readerOf(session), params, query)),
  );
  implement(app, revisionEndpoints.abc, ({ session, params, query, read }) =>
    read((trx) => readAbc(trx, readerOf(session), params, query)),
  );
};
