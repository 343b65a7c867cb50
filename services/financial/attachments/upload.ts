import type { FastifyRequest } from 'fastify';
import { ruleBroken } from '../../platform/errors.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import { isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import type { StoredFile } from '../../platform/http/sendFile.ts';
import { acceptedType } from './fileType.ts';

export type UploadedFile = StoredFile;

/** What a call takes less than all attachments do. */
export interface UploadLimits {
  /** Media types. */
  types: ReadonlySet<string>;
  /** Bytes, in whole MiB. */
  maxBytes: number;
  /** Sentence for another type. */
  refusal: string;
}

const PART = 'file';
const DECEPTIVE = 'O nome deste arquivo não serve. Dê outro nome a ele, com uma só extensão, e anexe de novo.';

const refused = (message: string) => ruleBroken(message, [{ path: PART, message }]);

/**
 * Reads part "file" of a multipart body, up to 20 MiB, before any SQL transaction begins.
 * @throws ServiceError 400 without the part, 413 above the limit, 422 for an empty file, a deceptive name or a type
 * that is not accepted
 */
export const readUpload = async (request: FastifyRequest, limits?: UploadLimits): Promise<UploadedFile> => {
  const { sentAs, content } = await readFilePart(request, PART);
  if (content.length === 0) throw refused('O arquivo está vazio.');
  if (limits && content.length > limits.maxBytes)
    throw refused(`O arquivo passa de ${limits.maxBytes / (1024 * 1024)} MB.`);
  const { mediaType, extensions } = await acceptedType(sentAs, content);
  if (limits && !limits.types.has(mediaType)) throw refused(limits.refusal);
  if (isDeceptive(sentAs)) throw refused(DECEPTIVE);
  const name = safeFileName(sentAs, extensions);
  identifyBody(request, { name, content });
  return { name, mediaType, content };
};
