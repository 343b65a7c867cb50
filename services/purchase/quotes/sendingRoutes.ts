import type { FastifyInstance } from 'fastify';
import { quoteFileEndpoints, quoteSendingEndpoints } from '#schema/purchase/quotes/endpoints.ts';
import { readUpload } from '../../financial/attachments/upload.ts';
import { implement, sourceOf } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import { attachFile, detachFile, readFile } from './files.ts';
import { makeSupplierLink, remindSuppliers, revokeSupplier, sendQuote } from './sending.ts';

/** Whom quotes are sent to, and their files. */
export const quoteSending = async (app: FastifyInstance): Promise<void> => {
  const { publicUrl } = app.platform;
  const { send, remind, link, revoke } = quoteSendingEndpoints;
  implement(app, send, ({ session, params: { companyId, id }, body: { version, supplierIds }, write }) =>
    write((trx, work) => sendQuote(trx, work, { session, companyId }, { id, version, supplierIds })),
  );
  implement(app, remind, ({ session, params: { companyId, id }, body: { supplierIds }, write }) =>
    write((trx, work) => remindSuppliers(trx, work, { session, companyId }, { id, supplierIds })),
  );
  implement(app, link, ({ session, params: { companyId, id, supplierId }, request }) =>
    // Without its key: the answer has a token, and would be kept with it. Another link does no harm.
    app.platform.command(session, { ...sourceOf(request), idempotencyKey: undefined }, (trx, work) =>
      makeSupplierLink(trx, work, { session, companyId }, { id, supplierId, publicUrl }),
    ),
  );
  implement(app, revoke, ({ session, params: { companyId, id, supplierId }, write }) =>
    write((trx, work) => revokeSupplier(trx, work, { session, companyId }, { id, supplierId })),
  );
  const { attach, file, detach } = quoteFileEndpoints;
  implement(app, attach, async ({ session, params: { companyId, id }, request, write }) => {
    const uploaded = await readUpload(request);
    return write((trx, work) => attachFile(trx, work, { session, companyId }, id, uploaded));
  });
  implement(app, file, async ({ session, params, reply, read }) =>
    sendFile(reply, await read((trx) => readFile(trx, session, params))),
  );
  implement(app, detach, ({ session, params: { companyId, id, attachmentId }, write }) =>
    write((trx, work) => detachFile(trx, work, { session, companyId }, { id, attachmentId })),
  );
};
