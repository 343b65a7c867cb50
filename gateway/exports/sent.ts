import { constants, createGzip, type Gzip } from 'node:zlib';

/** More than what a piece of a file becomes: a write never waits for somebody who reads. */
const ROOM = 1024 * 1024;

const write = (gzip: Gzip, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => gzip.write(bytes, (error) => (error ? reject(error) : resolve())));

/** Compresses piece by piece; a piece is not needed any more when the next one is asked for. */
export async function* gzipped(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const options = { level: constants.Z_BEST_SPEED, flush: constants.Z_SYNC_FLUSH, readableHighWaterMark: ROOM };
  const gzip: Gzip = createGzip(options);
  // What fails is told where it was asked for.
  gzip.on('error', () => undefined);
  try {
    for await (const piece of pieces) {
      await write(gzip, piece);
      const made = gzip.read() as Uint8Array | null;
      if (made) yield made;
    }
    gzip.end();
    yield* gzip as AsyncIterable<Uint8Array>;
  } finally {
    gzip.destroy();
  }
}

/** As they are, for whoever takes nothing compressed: each piece has bytes of its own. */
export async function* copied(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Not `slice`, which of a Buffer copies nothing.
  for await (const piece of pieces) yield new Uint8Array(piece);
}
