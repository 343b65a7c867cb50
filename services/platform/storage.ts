import { statfs } from 'node:fs/promises';
import { storageFull } from './errors.ts';

/** The disk that the database writes to, where this process can see it. */
export interface StorageOptions {
  /** A folder on that disk. */
  folder: string;
  /** Bytes that are left alone. */
  reserve: number;
  /** Free bytes there; the system's own figure unless a test says otherwise. */
  free?: (folder: string) => Promise<number>;
}

export interface Storage {
  /**
   * 507 unless so many bytes fit besides the reserve. PostgreSQL can refuse a row that finds no room, but it ends, and
   * cannot start again, when its log finds none; then nobody could even read. So nothing new is taken before that.
   */
  requireRoom(bytes?: number): Promise<void>;
}

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** What is written comes to the disk twice, in the log and in the table, and with what belongs to it. */
const WRITTEN = 3;

export const storageOf = (options: StorageOptions | undefined): Storage => ({
  requireRoom: async (bytes = 0) => {
    if (!options) return;
    const { folder, reserve, free = freeBytes } = options;
    if ((await free(folder)) < reserve + WRITTEN * bytes) throw storageFull();
  },
});
