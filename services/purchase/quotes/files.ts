import { sql } from 'kysely';
import type { Quote, QuoteAttachment } from '#schema/purchase/quotes/quotes.rest.ts';
import { MAX_QUOTE_FILES } from '#schema/purchase/quotes/quotes.rest.ts';
import type { UploadedFile } from '../../financial/attachments/upload.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { ENTITY, visible } from './access.ts';
import { holdQuote } from './hold.ts';
import { fileAnswer, readQuote } from './read.ts';
import { requireOpen, type Buyer } from './save.ts';

export const FILE_MISSING = 'Anexo não encontrado.';

/** Stores a file of a request, or of the answer of a supplier. Returns its id. */
export const insertFile = async (
  trx: Trx,
  { accountId, quoteId, supplierId }: { accountId: number; quoteId: number; supplierId: number | null },
  { name, mediaType, content }: UploadedFile,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into quote_files (account_id, quote_id, supplier_id, name, media_type, size, created_at)
    values (${accountId}, ${quoteId}, ${supplierId}, ${name}, ${mediaType}, ${content.length}, ${now}) returning id`.execute(
    trx,
  );
  const id = rows[0]?.id ?? 0;
  await sql`insert into quote_file_contents (account_id, file_id, content)
    values (${accountId}, ${id}, ${content})`.execute(trx);
  return id;
};

/** Adds a file to a request. @throws ServiceError 404, 422 */
export const attachFile = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  id: number,
  file: UploadedFile,
): Promise<QuoteAttachment> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id }, now);
  requireOpen(quote);
  if (quote.files.filter(({ supplierId }) => supplierId === null).length >= MAX_QUOTE_FILES) {
    const message = `Uma cotação tem no máximo ${MAX_QUOTE_FILES} anexos.`;
    throw ruleBroken(message, [{ path: 'file', message }]);
  }
  const { accountId } = session;
  const fileId = await insertFile(trx, { accountId, quoteId: id, supplierId: null }, file, now);
  const { name, mediaType: contentType, content } = file;
  const details = { attachmentId: fileId, name, contentType, size: content.length };
  work.audit({ action: 'attach', entity: ENTITY, entityId: id, details });
  return fileAnswer(quote, { id: fileId, supplierId: null, name, contentType, size: content.length });
};

/** A file of a request or of an answer to it. @throws ServiceError 404 */
export const readFile = async (
  trx: Trx,
  session: Session,
  { companyId, id, attachmentId }: { companyId: number; id: number; attachmentId: number },
): Promise<UploadedFile> => {
  const { rows } = await sql<UploadedFile>`
    select f.name, f.media_type as "mediaType", c.content
      from quotes q
      join quote_files f on f.account_id = q.account_id and f.quote_id = q.id
      join quote_file_contents c on c.account_id = f.account_id and c.file_id = f.id
     where ${visible(session, companyId)} and q.id = ${id} and f.id = ${attachmentId}`.execute(trx);
  if (!rows[0]) throw notFound(FILE_MISSING);
  return rows[0];
};

/** Deletes a file of a request; those of answers are their suppliers'. @throws ServiceError 404, 422 */
export const detachFile = async (
  trx: Trx,
  work: Work,
  { session, companyId }: Buyer,
  { id, attachmentId }: { id: number; attachmentId: number },
): Promise<Quote> => {
  const now = work.clock.now();
  const quote = await holdQuote(trx, session, { companyId, id }, now);
  requireOpen(quote);
  const file = quote.files.find((one) => one.id === attachmentId && one.supplierId === null);
  if (!file) throw notFound(FILE_MISSING);
  await sql`delete from quote_files where account_id = ${session.accountId} and id = ${attachmentId}`.execute(trx);
  work.audit({ action: 'detach', entity: ENTITY, entityId: id, details: { attachmentId, name: file.name } });
  return readQuote(trx, session, { companyId, id }, now);
};
