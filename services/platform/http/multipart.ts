import type { MultipartFile, Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalid, ServiceError } from '../errors.ts';
import { readJson } from './json.ts';

/** A picture that goes along with a JSON body; documents have an endpoint of their own. */
const FILE_LIMIT = 2 * 1024 * 1024;
const TOO_LARGE = 'O arquivo passa de 2 MB.';

const BROKEN = 'O envio do arquivo foi interrompido, ou não é um formulário. Tente novamente.';

/** What the parser throws for a form that breaks off has no status: it is the sender's fault all the same. */
const asRefusal = (error: unknown): unknown =>
  error instanceof ServiceError || (error instanceof Error && 'statusCode' in error)
    ? error
    : new ServiceError(400, 'MALFORMED', BROKEN);

/** The parts of a multipart body, one by one. @throws ServiceError 400 for a body that breaks off or is no form */
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

/** The whole content of a part. @throws ServiceError 400 as `partsOf`; the parser's own 413 above its limit */
export const contentOf = (part: MultipartFile): Promise<Buffer> =>
  part.toBuffer().catch((error: unknown) => {
    throw asRefusal(error);
  });

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413;

/**
 * Reads a body that came as multipart: its JSON part becomes the request's body, to be validated as if it had come
 * alone, and its file waits in `request.upload`. A JSON body passes untouched. Each part may come once, and no other.
 */
export const readParts = (names: { json: string; file: string }) => async (request: FastifyRequest) => {
  if (!request.isMultipart()) return;
  let json: unknown;
  // Browsers send a part of type application/json as a file, others as a field that the parser has read already.
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
