import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';

const NO_ROOM =
  'O servidor não conseguiu gravar o arquivo temporário: o disco está cheio ou protegido. Tente mais tarde; avise quem cuida do servidor.';

/** 500: the temporary folder cannot be written to, or its disk is full. The log has the cause. */
export class SpoolError extends ServiceError {
  constructor(override readonly cause: unknown) {
    super(500, 'INTERNAL', NO_ROOM);
  }
}

/** @throws SpoolError whatever the operating system refuses */
const onDisk = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new SpoolError(error);
  }
};

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

  static async open(folder = tmpdir()): Promise<Spool> {
    return onDisk(async () => {
      const path = join(folder, `csv-${randomUUID()}`);
      const file = await open(path, 'ax+', 0o600);
      await rm(path);
      return new Spool(file);
    });
  }

  async write(chunk: Buffer): Promise<void> {
    // Unlike `write`, goes on after a part: the last bytes of a full disk are taken, and the next ones refused.
    await onDisk(() => this.#file.appendFile(chunk));
    this.size += chunk.length;
  }

  /** Takes back all that was written. */
  async clear(): Promise<void> {
    await onDisk(() => this.#file.truncate());
    this.size = 0;
  }

  /** From its beginning; the file ends with the stream, read to its end or destroyed. */
  read(): Readable {
    return this.#file.createReadStream({ start: 0 });
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
