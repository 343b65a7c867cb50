import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { Refusal } from './failures.ts';

/** A JSON body of the services, whole; what is larger is a file. */
export const SMALL_BODY = 256 * 1024;
/** A file of 20 MiB and what multipart adds to it. */
export const MAX_BODY = 25 * 1024 * 1024;

/** What a body says of its own length; undefined for one that comes in pieces until it ends. */
export const lengthOf = ({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined;

/**
 * The whole body. @throws Refusal 413 above the limit (counted, whatever it says of itself), 400 for one that breaks off
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
