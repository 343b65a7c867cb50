import type { FastifyRequest } from 'fastify';
import { ruleBroken } from '../../platform/errors.ts';
import { identifyBody, readFilePart } from '../../platform/http/multipart.ts';
import { isDeceptive, safeFileName } from '../../platform/http/fileName.ts';
import { acceptedType } from './fileType.ts';

export interface UploadedFile {
  name: string;
  mediaType: string;
  content: Buffer;
}

const PART = 'file';
const DECEPTIVE = 'O nome deste arquivo não serve. Dê outro nome a ele, com uma só extensão, e anexe de novo.';

/**
 * Reads part "file" of a multipart body, up to 20 MiB, before any SQL transaction begins.
 * @throws ServiceError 400 without the part, 413 above the limit, 422 for an empty file, a deceptive name or a type
 * that is not accepted
 */
export const readUpload = async (request: FastifyRequest): Promise<UploadedFile> => {
  const { sentAs, content } = await readFilePart(request, PART);
  if (content.length === 0)
    throw ruleBroken('O arquivo está vazio.', [{ path: PART, message: 'O arquivo está vazio.' }]);
  const { mediaType, extensions } = await acceptedType(sentAs, content);
  if (isDeceptive(sentAs)) throw ruleBroken(DECEPTIVE, [{ path: PART, message: DECEPTIVE }]);
  const name = safeFileName(sentAs, extensions);
  identifyBody(request, { name, content });
  return { name, mediaType, content };
};
