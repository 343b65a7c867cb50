import { statfs } from 'node:fs/promises';
import { storageFull } from './errors.ts';

/** Disk of the database, when this process can see it. */
export interface StorageOptions {
  /** A folder on that disk. */
  folder: string;
  /** Bytes to keep free. */
  reserve: number;
  /** Returns the free bytes; by default those of the file system. */
  free?: (folder: string) => Promise<number>;
}

export interface Storage {
  /**
   * Throws 507 unless `bytes` fit in addition to the reserve. PostgreSQL can reject a row without space, but it stops,
   * and cannot restart, when its write-ahead log has none; then reads would fail too.
   */
  requireRoom(bytes?: number): Promise<void>;
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Factor for written data: it goes to the write-ahead log and to the table, plus indexes. */
const WRITTEN = 3;

export const storageOf = (options: StorageOptions | undefined): Storage => ({
  requireRoom: async (bytes = 0) => {
    if (!options) return;
    const { folder, reserve, free = freeBytes } = options;
    if ((await free(folder)) < reserve + WRITTEN * bytes) throw storageFull();
  },
});
