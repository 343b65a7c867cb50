import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { invalid, ruleBroken, ServiceError } from '../../platform/errors.ts';
import { contentOf, partsOf } from '../../platform/http/multipart.ts';
import { FILE_LIMIT } from '../../platform/http/server.ts';
import { isDeceptive, safeFileName } from './fileName.ts';
import { acceptedType } from './fileType.ts';

export interface UploadedFile {
  name: string;
  mediaType: string;
  content: Buffer;
}

const PART = 'file';
const DECEPTIVE = 'O nome deste arquivo não serve. Dê outro nome a ele, com uma só extensão, e anexe de novo.';

const MISSING = [{ path: PART, message: 'Envie o arquivo.' }];
const OPTIONS = {
  // Browsers send names in UTF-8; the parser's default would garble "Orçamento.pdf".
  defParamCharset: 'utf8',
  // Keeps the path in the name, so that path traversal is rejected instead of stripped.
  preservePath: true,
  limits: { fileSize: FILE_LIMIT, files: 1, fields: 1, parts: 2 },
};

/** Reads the only part to the end of the body; rejects truncated bodies and further parts. */
const readPart = async (request: FastifyRequest): Promise<{ sentAs: string; content: Buffer }> => {
  let found: { sentAs: string; content: Buffer } | undefined;
  const parts = request.isMultipart() ? partsOf(request, OPTIONS) : [];
  for await (const part of parts) {
    if (found || part.type !== 'file' || part.fieldname !== PART) {
      if (part.type === 'file') part.file.resume();
      throw invalid(MISSING, `Envie o arquivo na parte "${PART}" do formulário.`);
    }
    const content = await contentOf(part).catch((error: unknown) => {
      if (error instanceof Error && 'statusCode' in error && error.statusCode === 413) throw tooLarge();
      throw error;
    });
    found = { sentAs: part.filename, content };
  }
  if (!found) throw invalid(MISSING, `Envie o arquivo na parte "${PART}" do formulário.`);
  return found;
};

/**
 * Reads part "file" of a multipart body, up to 20 MiB, before any SQL transaction begins.
 * @throws ServiceError 400 without the part, 413 above the limit, 422 for an empty file, a deceptive name or a type
 * that is not accepted
 */
export const readUpload = async (request: FastifyRequest): Promise<UploadedFile> => {
  const { sentAs, content } = await readPart(request);
  if (content.length === 0)
    throw ruleBroken('O arquivo está vazio.', [{ path: PART, message: 'O arquivo está vazio.' }]);
  const { mediaType, extensions } = await acceptedType(sentAs, content);
  if (isDeceptive(sentAs)) throw ruleBroken(DECEPTIVE, [{ path: PART, message: DECEPTIVE }]);
  const name = safeFileName(sentAs, extensions);
  // The idempotency check compares this instead of the multipart body, which is not kept.
  request.body = { name, sha256: createHash('sha256').update(content).digest('hex') };
  return { name, mediaType, content };
};

const tooLarge = (): ServiceError => {
  const message = 'O arquivo passa de 20 MB.';
  return new ServiceError(413, 'TOO_LARGE', message, [{ path: PART, message }]);
};
