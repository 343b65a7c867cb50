import { sql } from 'kysely';
import { MAX_ANSWER_FILE_BYTES, MAX_ANSWER_FILES } from '#schema/purchase/quotes/limits.ts';
import type { UploadedFile } from '../../financial/attachments/upload.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Outsider, Trx, Work } from '../../platform/db/unitOfWork.ts';
import { ENTITY } from '../quotes/access.ts';
import { FILE_MISSING, insertFile } from '../quotes/files.ts';
import { requireOpen } from './answer.ts';
import { holdRequest, readStored } from './read.ts';
import type { Visitor } from './visitor.ts';

const refuse = (message: string): never => {
  throw ruleBroken(message, [{ path: 'file', message }]);
};

/** Adds a file to the answer of a supplier. @throws ServiceError 404, 422 */
export const attachOwn = async (trx: Trx, work: Work<Outsider>, visitor: Visitor, file: UploadedFile) => {
  const now = work.clock.now();
  const stored = await holdRequest(trx, visitor, now);
  requireOpen(stored);
  const { name, mediaType: contentType, content } = file;
  if (content.length > MAX_ANSWER_FILE_BYTES) refuse('O arquivo passa de 10 MB.');
  if (stored.files.filter(({ own }) => own).length >= MAX_ANSWER_FILES)
    refuse(`Uma resposta tem no máximo ${MAX_ANSWER_FILES} anexos.`);
  const id = await insertFile(trx, visitor, file, now);
  const details = { supplierId: visitor.supplierId, attachmentId: id, name, size: content.length };
  work.audit({ action: 'attach', entity: ENTITY, entityId: visitor.quoteId, details });
  return { id, name, size: content.length, contentType };
};

/** Deletes a file of the supplier's own. @throws ServiceError 404, 422 */
export const detachOwn = async (trx: Trx, work: Work<Outsider>, visitor: Visitor, attachmentId: number) => {
  const stored = await holdRequest(trx, visitor, work.clock.now());
  requireOpen(stored);
  if (!stored.files.some(({ id, own }) => own && id === attachmentId)) throw notFound(FILE_MISSING);
  await sql`delete from quote_files where account_id = ${visitor.accountId} and id = ${attachmentId}`.execute(trx);
  const details = { supplierId: visitor.supplierId, attachmentId };
  work.audit({ action: 'detach', entity: ENTITY, entityId: visitor.quoteId, details });
  return { id: attachmentId };
};

/** A file of the request, or of the supplier's own. @throws ServiceError 404, 422 */
export const readOwn = async (trx: Trx, visitor: Visitor, attachmentId: number, now: Date): Promise<UploadedFile> => {
  requireOpen(await readStored(trx, visitor, now));
  const { rows } = await sql<UploadedFile>`
    select f.name, f.media_type as "mediaType", c.content
      from quote_files f join quote_file_contents c on c.account_id = f.account_id and c.file_id = f.id
     where f.account_id = ${visitor.accountId} and f.quote_id = ${visitor.quoteId} and f.id = ${attachmentId}
       and (f.supplier_id is null or f.supplier_id = ${visitor.supplierId})`.execute(trx);
  if (!rows[0]) throw notFound(FILE_MISSING);
  return rows[0];
};
