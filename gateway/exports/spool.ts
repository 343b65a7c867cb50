import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

const PIECE = 128 * 1024;
const encoder = new TextEncoder();

/**
 * A file of the operating system that takes what an export has written, so that neither memory nor a slow client does. It
 * loses its name before anything is written: whatever happens to the process, nothing is left.
 */
export class Spool {
  readonly #file: FileHandle;
  /** All bytes go through it: those of a large file would stand in memory until they are collected. */
  readonly #piece = Buffer.allocUnsafeSlow(PIECE);
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
    for (let at = 0; at < text.length;) {
      const { read, written } = encoder.encodeInto(text.slice(at), this.#piece);
      await this.#append(this.#piece.subarray(0, written));
      at += read;
    }
  }

  async #append(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) at += (await this.#file.write(bytes, at)).bytesWritten;
    this.size += bytes.length;
    this.crc = crc32(bytes, this.crc);
  }

  /** Takes back all that was written. */
  async clear(): Promise<void> {
    await this.#file.truncate();
    this.size = 0;
    this.crc = 0;
  }

  /** From its beginning; the bytes of a piece are there until the next one is asked for. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.size;) {
      const { bytesRead } = await this.#file.read(this.#piece, 0, PIECE, at);
      if (bytesRead === 0) throw new Error('the spool is shorter than what was written');
      at += bytesRead;
      yield this.#piece.subarray(0, bytesRead);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
