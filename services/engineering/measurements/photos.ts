import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { measurementEndpoints } from '#schema/engineering/measurements/endpoints.ts';
import { MAX_PHOTOS, type MeasurementPhoto } from '#schema/engineering/measurements/measurements.rest.ts';
import { invalid, notFound, ruleBroken } from '../../platform/errors.ts';
import { implement } from '../../platform/http/route.ts';
import { sendFile } from '../../platform/http/sendFile.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { Session } from '../../platform/session.ts';
import { readUpload, type UploadedFile } from '../../financial/attachments/upload.ts';
import { holdMeasurement, requireOpen } from './hold.ts';
import { drawPrint } from './photoPrints.ts';
import { readMeasurement } from './read.ts';

const PHOTO_MISSING = 'Foto não encontrada.';
const NOT_A_PICTURE = 'Envie uma foto PNG, JPG, WEBP ou HEIC.';
const FULL = `Uma medição tem no máximo ${MAX_PHOTOS} fotos.`;
const NO_PLACE = 'Esta coordenada não existe.';
const LIMITS = { latitude: 90, longitude: 180 } as const;
const HALF_A_PLACE = 'Informe latitude e longitude juntas.';
const LINE_MISSING = 'Linha não encontrada nesta medição.';

const columns = sql`
  f.id, f.measurement_id as "measurementId", f.line_id as "rowId", f.name, f.media_type as "mediaType", f.size,
  f.taken_at as "takenAt", f.latitude, f.longitude, f.created_at as "createdAt",
  case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as "createdBy",
  '/api/v1/engineering/measurements/' || f.measurement_id || '/photos/' || f.id as path
  from measurement_photos f
  left join users u on u.account_id = f.account_id and u.id = f.created_by`;

const listPhotos = async (trx: Trx, session: Session, id: number): Promise<MeasurementPhoto[]> => {
  await readMeasurement(trx, session, id);
  const { rows } = await sql<MeasurementPhoto>`
    select ${columns} where f.account_id = ${session.accountId} and f.measurement_id = ${id} order by f.id`.execute(
    trx,
  );
  return rows;
};

const readPhoto = async (trx: Trx, session: Session, measurementId: number, photoId: number): Promise<UploadedFile> => {
  await readMeasurement(trx, session, measurementId);
  const { rows } = await sql<UploadedFile>`
    select f.name, f.media_type as "mediaType", c.content from measurement_photos f
    join measurement_photo_contents c on c.account_id = f.account_id and c.photo_id = f.id
    where f.account_id = ${session.accountId} and f.measurement_id = ${measurementId} and f.id = ${photoId}`.execute(
    trx,
  );
  if (!rows[0]) throw notFound(PHOTO_MISSING);
  return rows[0];
};

interface Place {
  takenAt?: string;
  latitude?: string;
  longitude?: string;
}

/** @throws ServiceError 400 at a coordinate that is missing or beyond the globe */
const requirePlace = (place: Place): void => {
  const { latitude, longitude } = place;
  if ((latitude === undefined) !== (longitude === undefined)) {
    throw invalid([{ path: latitude === undefined ? 'latitude' : 'longitude', message: HALF_A_PLACE }]);
  }
  for (const path of ['latitude', 'longitude'] as const) {
    if (Math.abs(Number(place[path] ?? 0)) > LIMITS[path]) throw invalid([{ path, message: NO_PLACE }]);
  }
};

/** @throws ServiceError 404 for a row that is no line of the measurement, 422 at the file beyond the limit */
const requireRoom = async (trx: Trx, accountId: number, measurementId: number, rowId: number): Promise<void> => {
  const { rows } = await sql<{ known: boolean; count: number }>`
    select exists (
        select from cost_estimate_lines l where l.account_id = k.account_id and l.cost_estimate_id = k.cost_estimate_id
          and l.id = ${rowId} and (k.kind = 'CUSTOMER' or exists (
            select from measurement_contract_lines o where o.account_id = k.account_id and o.contract_id = k.id
              and o.line_id = l.id))) as known,
      (select count(*) from measurement_photos f where f.account_id = m.account_id and f.measurement_id = m.id) as count
    from measurements m join measurement_contracts k on k.account_id = m.account_id and k.id = m.contract_id
    where m.account_id = ${accountId} and m.id = ${measurementId}`.execute(trx);
  if (!rows[0]?.known) throw notFound(LINE_MISSING);
  if (rows[0].count >= MAX_PHOTOS) throw ruleBroken(FULL, [{ path: 'file', message: FULL }]);
};

const addPhoto = async (
  trx: Trx,
  work: Work,
  session: Session,
  { measurementId, rowId }: { measurementId: number; rowId: number },
  { file, printed, place }: { file: UploadedFile; printed: Buffer; place: Place },
): Promise<MeasurementPhoto> => {
  const { accountId, userId } = work.session;
  requireOpen(await holdMeasurement(trx, session, measurementId));
  await requireRoom(trx, accountId, measurementId, rowId);
  const { rows } = await sql<{ id: number }>`
    insert into measurement_photos (account_id, measurement_id, line_id, name, media_type, size, taken_at, latitude,
      longitude, created_at, created_by)
    values (${accountId}, ${measurementId}, ${rowId}, ${file.name}, ${file.mediaType}, ${file.content.length},
      ${place.takenAt ?? null}, ${place.latitude ?? null}, ${place.longitude ?? null}, ${work.clock.now()}, ${userId})
    returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  await sql`insert into measurement_photo_contents (account_id, photo_id, content, printed)
    values (${accountId}, ${id}, ${file.content}, ${printed})`.execute(trx);
  const details = { photoId: id, rowId, name: file.name, size: file.content.length };
  work.audit({ action: 'attach', entity: 'measurement', entityId: measurementId, details });
  const made = await sql<MeasurementPhoto>`
    select ${columns} where f.account_id = ${accountId} and f.id = ${id}`.execute(trx);
  if (!made.rows[0]) throw notFound(PHOTO_MISSING);
  return made.rows[0];
};

const removePhoto = async (trx: Trx, work: Work, session: Session, measurementId: number, photoId: number) => {
  requireOpen(await holdMeasurement(trx, session, measurementId));
  const { rows } = await sql`delete from measurement_photos where account_id = ${session.accountId}
    and measurement_id = ${measurementId} and id = ${photoId} returning id`.execute(trx);
  if (rows.length === 0) throw notFound(PHOTO_MISSING);
  work.audit({ action: 'detach', entity: 'measurement', entityId: measurementId, details: { photoId } });
  return { id: photoId };
};

/** Photos of the lines of measurements. */
export const photos = (app: FastifyInstance): void => {
  const { photos: list, addPhoto: add, photo, removePhoto: remove } = measurementEndpoints;
  implement(app, list, ({ session, params, read }) =>
    read(async (trx) => ({ content: await listPhotos(trx, session, params.measurementId) })),
  );
  implement(app, add, async ({ session, params, query, request, write }) => {
    requirePlace(query);
    const file = await readUpload(request);
    if (!file.mediaType.startsWith('image/'))
      throw ruleBroken(NOT_A_PICTURE, [{ path: 'file', message: NOT_A_PICTURE }]);
    // Drawn before the SQL transaction begins, since it takes a while.
    const printed = await drawPrint(file.content);
    return write((trx, work) => addPhoto(trx, work, session, params, { file, printed, place: query }));
  });
  implement(app, photo, async ({ session, params, reply, read }) =>
    sendFile(reply, await read((trx) => readPhoto(trx, session, params.measurementId, params.photoId))),
  );
  implement(app, remove, ({ session, params, write }) =>
    write((trx, work) => removePhoto(trx, work, session, params.measurementId, params.photoId)),
  );
};
