import type { FastifyInstance } from 'fastify';
import { fiscalDocumentEndpoints } from '#schema/financial/fiscalDocuments/fiscalDocuments.rest.ts';
import { implement } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import { keepChoices } from './choices.ts';
import { listDrafts, readContent, removeDraft } from './drafts.ts';
import { lookUpKey } from './keys.ts';
import { namesOfExamples, readExamples } from './examples.ts';
import { proposeExpense } from './proposal.ts';
import { receiveXml, storeXml } from './upload.ts';

/** Notas that fill expenses: sent as drafts, proposed, and deleted; an expense takes one when it is saved (domain.md §3). */
export const fiscalDocuments = async (app: FastifyInstance): Promise<void> => {
  const { upload, list, get, readKey, content, choose, remove, examples, addExamples } = fiscalDocumentEndpoints;
  const { dataDir, clock, constraints } = app.platform;
  constraints.describe({
    fiscal_documents_key: { message: 'Esta nota já foi lançada em outra despesa.', field: 'fiscalDocument' },
    fiscal_documents_transaction: { message: 'Esta despesa já tem uma nota.', field: 'fiscalDocument' },
  });
  implement(app, upload, async ({ request, session, params: { companyId }, write }) => {
    const sent = await receiveXml(request);
    return write((trx, work) => storeXml(trx, work, { session, companyId }, sent));
  });
  implement(app, list, ({ session, params: { companyId }, query, read }) =>
    read((trx) => listDrafts(trx, { session, companyId }, query)),
  );
  implement(app, get, ({ session, params: { companyId, id }, read }) =>
    read((trx) => proposeExpense(trx, { session, companyId, today: clock.today(session.timeZone) }, id)),
  );
  implement(app, readKey, ({ session, params: { companyId }, query, read }) =>
    read((trx) => lookUpKey(trx, { session, companyId }, query.accessKey)),
  );
  implement(app, content, async ({ session, params: { companyId, id }, reply, read }) =>
    sendFile(reply, await read((trx) => readContent(trx, { session, companyId }, id))),
  );
  implement(app, choose, ({ session, params: { companyId, id }, body, write }) =>
    write((trx, work) => keepChoices(trx, work, { session, companyId }, { ...body, id })),
  );
  implement(app, remove, ({ session, params: { companyId, id }, write }) =>
    write((trx, work) => removeDraft(trx, work, { session, companyId }, id)),
  );
  implement(app, examples, ({ session, params: { companyId }, read }) =>
    read(async (trx) => ({ names: await namesOfExamples(trx, { session, companyId }, dataDir) })),
  );
  implement(app, addExamples, async ({ session, params: { companyId }, read, write }) => {
    const clerk = { session, companyId };
    const sent = await readExamples(dataDir, await read((trx) => namesOfExamples(trx, clerk, dataDir)));
    return write(async (trx, work) => {
      const files = [];
      for (const one of sent) files.push(await storeXml(trx, work, clerk, one));
      return { files };
    });
  });
};
