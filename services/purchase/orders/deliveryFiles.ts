import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { deliveryFileEndpoints } from '#schema/purchase/orders/deliveryFiles.rest.ts';
import { DELIVERY_FILE_TYPES, MAX_DELIVERY_FILE_BYTES, MAX_DELIVERY_FILES } from '#schema/purchase/orders/limits.ts';
import type { Order, OrderAttachment } from '#schema/purchase/orders/orders.rest.ts';
import { readUpload, type UploadedFile } from '../../financial/attachments/upload.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import { notFound, ruleBroken } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import type { Session } from '../../platform/session.ts';
import { ENTITY, visible } from './access.ts';
import { holdOrder } from './hold.ts';
import { attachmentAnswer, DELIVERY_MISSING, readOrder, type StoredDelivery, type StoredOrder } from './read.ts';

const FILE_MISSING = 'Anexo não encontrado.';
const FULL = `Um recebimento tem no máximo ${MAX_DELIVERY_FILES} anexos.`;

const LIMITS = {
  types: new Set<string>(DELIVERY_FILE_TYPES),
  maxBytes: MAX_DELIVERY_FILE_BYTES,
  refusal: 'Envie uma foto JPG, PNG ou WEBP, ou um PDF.',
};

interface DeliveryKey {
  companyId: number;
  id: number;
  deliveryId: number;
}
interface FileKey extends DeliveryKey {
  attachmentId: number;
}

/** Holds the order, so that two files at once do not pass the limit together. @throws ServiceError 404 */
const holdDelivery = async (
  trx: Trx,
  session: Session,
  { deliveryId, ...key }: DeliveryKey,
): Promise<{ order: StoredOrder; delivery: StoredDelivery }> => {
  const order = await holdOrder(trx, session, key);
  const delivery = order.deliveries.find(({ id }) => id === deliveryId);
  if (!delivery) throw notFound(DELIVERY_MISSING);
  return { order, delivery };
};

/** Keeps the version of the order, so that who is editing it gets no conflict. */
const attach = async (
  trx: Trx,
  work: Work,
  session: Session,
  key: DeliveryKey,
  { name, mediaType: contentType, content }: UploadedFile,
): Promise<OrderAttachment> => {
  const { order, delivery } = await holdDelivery(trx, session, key);
  if (delivery.attachments.length >= MAX_DELIVERY_FILES) throw ruleBroken(FULL, [{ path: 'file', message: FULL }]);
  const { accountId, userId } = work.session;
  const size = content.length;
  const { rows } = await sql<{ id: number }>`
    insert into order_delivery_files (account_id, delivery_id, name, media_type, size, created_at, created_by)
    values (${accountId}, ${delivery.id}, ${name}, ${contentType}, ${size}, ${work.clock.now()}, ${userId})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`insert into order_delivery_file_contents (account_id, file_id, content)
    values (${accountId}, ${id}, ${content})`.execute(trx);
  const details = { delivery: delivery.id, attachmentId: id, name, contentType, size };
  work.audit({ action: 'attach', entity: ENTITY, entityId: order.id, details });
  return attachmentAnswer(order, delivery, { id, name, contentType, size });
};

const readFile = async (
  trx: Trx,
  session: Session,
  { companyId, id, deliveryId, attachmentId }: FileKey,
): Promise<UploadedFile> => {
  const { rows } = await sql<UploadedFile>`
    select f.name, f.media_type as "mediaType", c.content
      from orders o
      join order_deliveries d on d.account_id = o.account_id and d.order_id = o.id
      join order_delivery_files f on f.account_id = d.account_id and f.delivery_id = d.id
      join order_delivery_file_contents c on c.account_id = f.account_id and c.file_id = f.id
     where ${visible(session, companyId)} and o.id = ${id} and d.id = ${deliveryId} and f.id = ${attachmentId}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound(FILE_MISSING);
  return rows[0];
};

const detach = async (trx: Trx, work: Work, session: Session, key: FileKey): Promise<Order> => {
  const { order, delivery } = await holdDelivery(trx, session, key);
  const file = delivery.attachments.find(({ id }) => id === key.attachmentId);
  if (!file) throw notFound(FILE_MISSING);
  await sql`delete from order_delivery_files where account_id = ${session.accountId} and id = ${file.id}`.execute(trx);
  const details = { delivery: delivery.id, attachmentId: file.id, name: file.name };
  work.audit({ action: 'detach', entity: ENTITY, entityId: order.id, details });
  return readOrder(trx, session, key);
};

/** Photos and scans of deliveries. Who may receive an order sees and adds them. */
export const deliveryFiles = async (app: FastifyInstance): Promise<void> => {
  implement(app, deliveryFileEndpoints.attach, async ({ session, params, request, write }) => {
    const file = await readUpload(request, LIMITS);
    return write((trx, work) => attach(trx, work, session, params, file));
  });
  implement(app, deliveryFileEndpoints.file, async ({ session, params, reply, read }) =>
    sendFile(reply, await read((trx) => readFile(trx, session, params))),
  );
  implement(app, deliveryFileEndpoints.detach, ({ session, params, write }) =>
    write((trx, work) => detach(trx, work, session, params)),
  );
};
