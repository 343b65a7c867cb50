import { sql } from 'kysely';
import type { Trx } from '../../platform/db/unitOfWork.ts';
import { openPicture } from '../../platform/pictures.ts';

/** A third of the width of a page at 240 dots an inch. */
const BOX = { width: 600, height: 600 };
const MAX_PIXELS = 60_000_000;
const SECONDS = 10;
const QUALITY = 72;

/** A photo as the annex of a boletim prints it: a small JPEG, or nothing where it cannot be read (HEIC). */
export const drawPrint = async (content: Buffer): Promise<Buffer> => {
  try {
    const picture = await openPicture(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
    return await picture
      .autoOrient()
      .resize({ ...BOX, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .timeout({ seconds: SECONDS })
      .jpeg({ quality: QUALITY })
      .toBuffer();
  } catch {
    return Buffer.alloc(0);
  }
};

/** A photo of a line, for the annex. */
export interface PrintedPhoto {
  rowId: number;
  takenAt: string;
  latitude: string | null;
  longitude: string | null;
  /** Empty where it cannot be printed. */
  printed: Buffer;
}

/** Photos of a measurement in the order in which they were added. */
export const readPrints = async (trx: Trx, accountId: number, id: number): Promise<PrintedPhoto[]> => {
  const { rows } = await sql<PrintedPhoto>`
    select f.line_id as "rowId", coalesce(f.taken_at, f.created_at) as "takenAt", f.latitude, f.longitude,
      coalesce(c.printed, ''::bytea) as printed
    from measurement_photos f
    join measurement_photo_contents c on c.account_id = f.account_id and c.photo_id = f.id
    where f.account_id = ${accountId} and f.measurement_id = ${id} order by f.id`.execute(trx);
  return rows;
};

interface Undrawn {
  id: number;
  content: Buffer;
}

/** How many photos are held in memory at once: each has up to 20 MiB. */
const AT_ONCE = 4;

/** Photos that were sent before prints were stored with them; a few at a time. */
export const readUndrawn = async (trx: Trx, accountId: number, id: number): Promise<Undrawn[]> => {
  const { rows } = await sql<Undrawn>`
    select f.id, c.content from measurement_photos f
    join measurement_photo_contents c on c.account_id = f.account_id and c.photo_id = f.id
    where f.account_id = ${accountId} and f.measurement_id = ${id} and c.printed is null
    order by f.id limit ${AT_ONCE}`.execute(trx);
  return rows;
};

export const storePrint = (trx: Trx, accountId: number, photoId: number, printed: Buffer): Promise<unknown> =>
  sql`update measurement_photo_contents set printed = ${printed}
    where account_id = ${accountId} and photo_id = ${photoId} and printed is null`.execute(trx);
