import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { IsoDate } from '#domain/dates.ts';

/** A file of an archive; a function reads its content when its turn comes. */
export interface ArchiveEntry {
  path: string;
  content: Buffer | (() => Promise<Buffer>);
}

/** yazl 3 has more than its types tell. */
interface Zip extends ZipFile {
  addReadStreamLazy(
    path: string,
    options: { mtime: Date; mode: number; compress: boolean; forceDosTimestamp: boolean },
    open: (done: (error: unknown, stream?: Readable) => void) => void,
  ): void;
}

/**
 * A ZIP as it is written: one file of it in memory at a time. The same entries give the same bytes: in their order, each with the
 * given day, whatever the zone of the machine. Files that are compressed already are stored.
 */
export const zipStream = (entries: readonly ArchiveEntry[], date: IsoDate): Readable => {
  const zip = new ZipFile() as Zip;
  const [year = 0, number = 1, day = 1] = date.split('-').map(Number);
  // ZIP has no time zone: it keeps these figures, as they are.
  const options = { mtime: new Date(year, number - 1, day, 12), mode: 0o100644, forceDosTimestamp: true };
  for (const { path, content } of entries) {
    const read = typeof content === 'function' ? content : () => Promise.resolve(content);
    zip.addReadStreamLazy(path, { ...options, compress: !isPacked(path) }, (done) => {
      read().then(
        (bytes) => done(null, Readable.from([bytes])),
        (error: unknown) => done(error),
      );
    });
  }
  zip.end();
  const out = new PassThrough();
  zip.on('error', (error: Error) => out.destroy(error));
  return zip.outputStream.pipe(out);
};

const isPacked = (path: string): boolean => /\.(pdf|png|jpe?g|webp|hei[cf]|docx|xlsx|zip)$/i.test(path);
