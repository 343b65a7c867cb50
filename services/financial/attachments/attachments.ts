import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Attachment } from '#schema/financial/transactions/transactions.rest.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import { readUpload, type UploadedFile } from './upload.ts';
import { attachmentAnswer } from '../transactions/answer.ts';
import { readerOf, type Reader } from '../transactions/reader.ts';
import { conditionsOf } from '../transactions/filters.ts';
import { expense, income, type Kind } from '../transactions/kinds.ts';
import { lockTransaction } from '../transactions/lock.ts';

const MAX_ATTACHMENTS = 50;
const NOT_FOUND = 'Anexo não encontrado.';
const ENTITY = 'attachment';

/**
 * Uploads, downloads and deletes files of incomes and expenses. A user who sees a transaction sees its files (domain.md
 * §2).
 */
export const attachments = async (app: FastifyInstance): Promise<void> => {
  for (const kind of [expense, income]) filesOf(app, kind);
};

const filesOf = (app: FastifyInstance, kind: Kind): void => {
  const { clock } = app.platform;
  const { attach, download, detach } = kind.endpoints;

  implement(app, attach, async ({ session, params, request, write }) => {
    const file = await readUpload(request);
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return write((trx, work) => attachFile(trx, work, reader, params.id, file));
  });

  implement(app, download, async ({ session, params, reply, read }) => {
    const reader = readerOf(session, params.companyId, kind, clock.today(session.timeZone));
    return sendFile(reply, await read((trx) => readFile(trx, reader, params)));
  });

  implement(app, detach, ({ session, params, write }) =>
    write((trx, work) =>
      detachFile(trx, work, readerOf(session, params.companyId, kind, clock.today(session.timeZone)), params),
    ),
  );
};

/** Keeps the transaction's version, so that a user who is editing it gets no conflict. */
const attachFile = async (
  trx: Trx,
  work: Work,
  reader: Reader,
  id: number,
  { name, mediaType, content }: UploadedFile,
): Promise<Attachment> => {
  const { owner, stored } = await lockTransaction(trx, reader, { id });
  if (stored.attachments.length >= MAX_ATTACHMENTS) {
    const message = `Um lançamento tem no máximo ${MAX_ATTACHMENTS} anexos.`;
    throw ruleBroken(message, [{ path: 'file', message }]);
  }
  const createdAt = work.clock.now().toISOString();
  const row = await trx
    .insertInto('attachments')
    .values({
      account_id: owner.accountId,
      transaction_id: id,
      name,
      media_type: mediaType,
      size: content.length,
      created_at: createdAt,
      created_by: reader.session.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('attachment_contents')
    .values({ account_id: owner.accountId, attachment_id: row.id, content })
    .execute();
  const details = { transactionId: id, name, mediaType, size: content.length };
  work.audit({ action: 'attach', entity: ENTITY, entityId: row.id, details });
  return attachmentAnswer({ id: row.id, name, mediaType, size: content.length, createdAt }, stored, reader.kind);
};

interface Key {
  id: number;
  attachmentId: number;
}

const readFile = async (trx: Trx, reader: Reader, { id, attachmentId }: Key): Promise<UploadedFile> => {
  const { rows } = await sql<UploadedFile>`
    select f.name, f.media_type as "mediaType", c.content
    from transactions t
    join attachments f on f.account_id = t.account_id and f.transaction_id = t.id
    join attachment_contents c on c.account_id = f.account_id and c.attachment_id = f.id
    where ${conditionsOf({ ids: [id] }, reader)} and f.id = ${attachmentId}`.execute(trx);
  if (!rows[0]) throw notFound(NOT_FOUND);
  return rows[0];
};

const detachFile = async (trx: Trx, work: Work, reader: Reader, { id, attachmentId }: Key): Promise<{ id: number }> => {
  const { owner, stored } = await lockTransaction(trx, reader, { id });
  const file = stored.attachments.find((one) => one.id === attachmentId);
  if (!file) throw notFound(NOT_FOUND);
  await trx
    .deleteFrom('attachments')
    .where('account_id', '=', owner.accountId)
    .where('id', '=', attachmentId)
    .execute();
  const details = { transactionId: id, name: file.name, mediaType: file.mediaType, size: file.size };
  work.audit({ action: 'detach', entity: ENTITY, entityId: attachmentId, details });
  return { id: attachmentId };
};
