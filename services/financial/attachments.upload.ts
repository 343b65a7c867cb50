import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { invalid, ruleBroken, ServiceError } from '../platform/errors.ts';
import { FILE_LIMIT } from '../platform/server.ts';
import { safeFileName } from './attachments.fileName.ts';
import { acceptedType } from './attachments.fileType.ts';

export interface UploadedFile {
  name: string;
  mediaType: string;
  content: Buffer;
}

const PART = 'file';

/**
 * Reads part "file" of a multipart body, up to 20 MiB, before any transaction begins. 400 without the part, 413 above
 * the limit, 422 for an empty file or a type that is not accepted.
 */
export const readUpload = async (request: FastifyRequest): Promise<UploadedFile> => {
  // Browsers send names in UTF-8; the parser's default would garble "Orçamento.pdf".
  const options = { defParamCharset: 'utf8', limits: { fileSize: FILE_LIMIT, files: 1 } };
  const part = request.isMultipart() ? await request.file(options) : undefined;
  if (!part || part.fieldname !== PART) {
    part?.file.resume();
    throw invalid([{ path: PART, message: 'Envie o arquivo.' }], `Envie o arquivo na parte "${PART}" do formulário.`);
  }
  const content = await part.toBuffer().catch((error: unknown) => {
    if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) throw tooLarge();
    throw error;
  });
  if (content.length === 0)
    throw ruleBroken('O arquivo está vazio.', [{ path: PART, message: 'O arquivo está vazio.' }]);
  const { mediaType, extensions } = await acceptedType(part.filename, content);
  const name = safeFileName(part.filename, extensions);
  // What a repeated Idempotency-Key is compared by: the body of a multipart request is not kept.
  request.body = { name, sha256: createHash('sha256').update(content).digest('hex') };
  return { name, mediaType, content };
};

const tooLarge = (): ServiceError => {
  const message = 'O arquivo passa de 20 MB.';
  return new ServiceError(413, 'TOO_LARGE', message, [{ path: PART, message }]);
};
