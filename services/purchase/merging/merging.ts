import type { FastifyInstance } from 'fastify';
import { mergingEndpoints } from '#schema/purchase/merging.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { listMerges } from './history.ts';
import { mergeProducts } from './merge.ts';
import { dismissPair, listPairs } from './pairs.ts';
import { previewMerge } from './preview.ts';
import { undoMerge } from './undo.ts';

/** Duplicates of products: suggested pairs, and merges that can be undone (mock 23c). */
export const merging = async (app: FastifyInstance): Promise<void> => {
  implement(app, mergingEndpoints.pairs, ({ session, query, read }) =>
    read((trx) => listPairs(trx, session.accountId, query)),
  );
  implement(app, mergingEndpoints.dismiss, ({ params, body, write }) =>
    write((trx, work) => dismissPair(trx, work, params.id, body.dismissed)),
  );
  implement(app, mergingEndpoints.preview, ({ session, body, read }) =>
    read((trx) => previewMerge(trx, session.accountId, body)),
  );
  implement(app, mergingEndpoints.merge, ({ body, write }) => write((trx, work) => mergeProducts(trx, work, body)));
  implement(app, mergingEndpoints.list, ({ session, query, read }) =>
    read((trx) => listMerges(trx, session.accountId, query)),
  );
  implement(app, mergingEndpoints.undo, ({ params, write }) => write((trx, work) => undoMerge(trx, work, params.id)));
};
