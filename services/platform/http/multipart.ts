import type { MultipartFile, Multipart } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { invalid, ServiceError } from '../errors.ts';
import { readJson } from './json.ts';

/** Maximum bytes of a picture sent with a JSON body; attachments have their own endpoint. */
const PICTURE_LIMIT = 2 * 1024 * 1024;
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
  const parts = partsOf(request, { limits: { fileSize: PICTURE_LIMIT, files: 2, fields: 1, parts: 2 } });
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

/** Maximum size of the file of an upload in bytes. */
export const FILE_LIMIT = 20 * 1024 * 1024;

/** File of a multipart body, and the name that its sender gave it. */
export interface SentFile {
  sentAs: string;
  content: Buffer;
}

/**
 * Reads the only part of a multipart body, a file of up to 20 MiB, to the end of the body.
 * @throws ServiceError 400 without the part, with further ones or for a truncated body, 413 above the limit
 */
export const readFilePart = async (request: FastifyRequest, name: string): Promise<SentFile> => {
  const refuse = () =>
    invalid([{ path: name, message: 'Envie o arquivo.' }], `Envie o arquivo na parte "${name}" do formulário.`);
  let found: SentFile | undefined;
  const parts = request.isMultipart() ? partsOf(request, FILE_PART) : [];
  for await (const part of parts) {
    if (found || part.type !== 'file' || part.fieldname !== name) {
      if (part.type === 'file') part.file.resume();
      throw refuse();
    }
    const content = await contentOf(part).catch((error: unknown) => {
      const message = 'O arquivo passa de 20 MB.';
      throw isTooLarge(error) ? new ServiceError(413, 'TOO_LARGE', message, [{ path: name, message }]) : error;
    });
    found = { sentAs: part.filename, content };
  }
  if (!found) throw refuse();
  return found;
};

const FILE_PART = {
  // Browsers send names in UTF-8; the parser's default would garble "Orçamento.pdf".
  defParamCharset: 'utf8',
  // Keeps the path in the name, so that path traversal is rejected instead of stripped.
  preservePath: true,
  limits: { fileSize: FILE_LIMIT, files: 1, fields: 1, parts: 2 },
};

/** What the idempotency check compares instead of a multipart body, which is not kept. */
export const identifyBody = (request: FastifyRequest, { name, content }: { name: string; content: Buffer }): void => {
  request.body = { name, sha256: createHash('sha256').update(content).digest('hex') };
};
