import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Refusal } from './failures.ts';

/** Maximum size of a JSON body of the services; a larger body is an upload. */
export const SMALL_BODY = 256 * 1024;
/** A file of 20 MiB plus the multipart overhead. */
export const MAX_BODY = 25 * 1024 * 1024;

/** Returns the Content-Length of a request; undefined for a chunked body. */
export const lengthOf = ({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/**
 * Reads the complete body. @throws Refusal 413 above the limit (of the bytes received), 400 when the body breaks off
 */
export const readWhole = (payload: Readable, limit: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const onData = (piece: Buffer): void => {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes <= limit) return;
      payload.off('data', onData).pause();
      pieces.length = 0;
      reject(new Refusal(413));
    };
    payload
      .on('data', onData)
      .once('end', () => resolve(Buffer.concat(pieces)))
      .once('error', () => reject(new Refusal(400)))
      .once('close', () => reject(new Refusal(400)));
  });
