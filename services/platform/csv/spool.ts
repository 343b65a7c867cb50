import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/**
 * A file of the operating system between what writes an answer and who reads it: it is written as fast as the database
 * answers, so that a slow client holds no SQL transaction open, a failure is still an answer of its own, and the length is
 * known. It loses its name before anything is written: whatever happens to the process, nothing is left.
 */
export class Spool {
  readonly #file: FileHandle;
  size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `csv-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new Spool(file);
  }

  async write(chunk: Buffer): Promise<void> {
    await this.#file.write(chunk, 0, chunk.length, this.size);
    this.size += chunk.length;
  }

  /** From its beginning; the file ends with the stream. */
  read(): Readable {
    return this.#file.createReadStream({ start: 0 });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
