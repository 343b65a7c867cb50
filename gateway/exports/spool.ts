import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/**
 * A file of the operating system that takes what an export has written, so that neither memory nor a slow client does. It
 * loses its name before anything is written: whatever happens to the process, nothing is left.
 */
export class Spool {
  readonly #file: FileHandle;
  size = 0;
  crc = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `export-${randomUUID()}`);
    const file = await open(path, 'ax+', 0o600);
    await rm(path);
    return new Spool(file);
  }

  async write(text: string): Promise<void> {
    if (text === '') return;
    const bytes = Buffer.from(text);
    await this.#file.appendFile(bytes);
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
  }

  /** Takes back all that was written. */
  async clear(): Promise<void> {
    await this.#file.truncate();
    this.size = 0;
    this.crc = 0;
  }

  /** From its beginning; the file stays open. */
  read(): Readable {
    return this.#file.createReadStream({ start: 0, autoClose: false });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
