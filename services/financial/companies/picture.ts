import { fileTypeFromBuffer } from 'file-type';
import { ruleBroken } from '../../platform/errors.ts';
import { openPicture } from '../../platform/pictures.ts';

/** A logo as it is stored; never the uploaded bytes. */
export interface LogoPicture {
  content: Buffer;
  width: number;
  height: number;
  preview: Buffer;
}

const ACCEPTED = ['image/png', 'image/jpeg', 'image/webp'];
/** Most pixels to decode: 16 million need 64 MB of memory. */
const MAX_PIXELS = 16_000_000;
const SMALLEST = 16;
/** Largest stored size: sharp at 7 cm in print, and small to download. */
const BOX = { width: 800, height: 400 };
const PREVIEW = { width: 120, height: 40 };
const SECONDS = 5;

const WRONG_TYPE = 'Envie o logo em PNG, JPG ou WEBP.';
const UNREADABLE = 'Não foi possível ler esta imagem. Salve-a de novo, ou envie outra.';
const TOO_MANY_PIXELS = 'A imagem é grande demais: envie uma de até 16 milhões de pixels (4000 × 4000).';
const TOO_SMALL = `A imagem é pequena demais: envie uma de ao menos ${SMALLEST} × ${SMALLEST} pixels.`;

const refuse = (message: string) => ruleBroken(message, [{ path: 'logo', message }]);

const open = (content: Buffer) => openPicture(content, { limitInputPixels: MAX_PIXELS, failOn: 'error' });

const fitted = async (content: Buffer, box: { width: number; height: number }) =>
  (await open(content))
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: SECONDS })
    .png({ compressionLevel: 9, palette: false })
    .toBuffer({ resolveWithObject: true });

/**
 * Re-encodes a picture as a plain PNG in sRGB, upright, without EXIF, comments, extra frames or other content of the
 * file. Accepts PNG, JPEG and WebP by content, not by name.
 * @throws ServiceError 422 at `logo` for any other file, or a picture that is broken, too large or too small
 */
export const drawLogo = async (sent: Buffer): Promise<LogoPicture> => {
  const type = await fileTypeFromBuffer(sent).catch(() => undefined);
  if (!type || !ACCEPTED.includes(type.mime)) throw refuse(WRONG_TYPE);
  const opened = await open(sent);
  const size = await opened.metadata().catch((error: unknown) => {
    throw refuse(String(error).includes('pixel limit') ? TOO_MANY_PIXELS : UNREADABLE);
  });
  if (size.width * size.height > MAX_PIXELS) throw refuse(TOO_MANY_PIXELS);
  if (Math.min(size.width, size.height) < SMALLEST) throw refuse(TOO_SMALL);
  try {
    const picture = await fitted(sent, BOX);
    const preview = await fitted(picture.data, PREVIEW);
    return {
      content: picture.data,
      width: picture.info.width,
      height: picture.info.height,
      preview: preview.data,
    };
  } catch {
    throw refuse(UNREADABLE);
  }
};
