import type { MultipartFile, Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../errors.ts';
import { readJson } from './json.ts';

/** Maximum bytes of a picture sent with a JSON body; attachments have their own endpoint. */
const FILE_LIMIT = 2 * 1024 * 1024;
const TOO_LARGE = 'O arquivo passa de 2 MB.';

const BROKEN = 'O envio do arquivo foi interrompido, ou não é um formulário. Tente novamente.';

/** Converts the parser's errors about an incomplete form, which have no status, to 400. */
const asRefusal = (error: unknown): unknown =>
  error instanceof ServiceError || (error instanceof Error && 'statusCode' in error)
    ? error
    : new ServiceError(400, 'MALFORMED', BROKEN);

/** Yields the parts of a multipart body. @throws ServiceError 400 for an incomplete or invalid body */
export async function* partsOf(
  request: FastifyRequest,
  options: Parameters<FastifyRequest['parts']>[0],
): AsyncGenerator<Multipart, void> {
  try {
    for await (const part of request.parts(options)) yield part;
  } catch (error) {
    throw asRefusal(error);
  }
}

/** Returns the complete content of a part. @throws ServiceError 400 as `partsOf`; the parser's 413 above its limit */
export const contentOf = (part: MultipartFile): Promise<Buffer> =>
  part.toBuffer().catch((error: unknown) => {
    throw asRefusal(error);
  });

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/**
 * Reads a multipart body: its JSON part becomes `request.body`, validated like a JSON request, and its file becomes
 * `request.upload`. Ignores JSON requests. Rejects repeated and unknown parts.
 */
export const readParts = (names: { json: string; file: string }) => async (request: FastifyRequest) => {
  if (!request.isMultipart()) return;
  let json: unknown;
  // Browsers send an application/json part as a file, other clients as a field that the parser has already parsed.
  const parts = partsOf(request, { limits: { fileSize: FILE_LIMIT, files: 2, fields: 1, parts: 2 } });
  for await (const part of parts) {
    if (part.type === 'file' && part.fieldname === names.file) {
      request.upload = await contentOf(part).catch((error: unknown) => {
        if (!isTooLarge(error)) throw error;
        throw new ServiceError(413, 'TOO_LARGE', TOO_LARGE, [{ path: names.file, message: TOO_LARGE }]);
      });
    } else if (part.type === 'file' && part.fieldname === names.json) {
      json = readJson((await contentOf(part)).toString('utf8'));
    } else if (part.type === 'field' && part.fieldname === names.json) {
      json = typeof part.value === 'string' ? readJson(part.value) : part.value;
    } else {
      if (part.type === 'file') part.file.resume();
      throw invalid([{ path: part.fieldname, message: 'Parte desconhecida.' }]);
    }
  }
  if (json === undefined) {
    throw invalid([{ path: names.json, message: `Envie os dados na parte "${names.json}".` }]);
  }
  request.body = json;
};
