import type { ExportBody, ExportFailure, ExportLine } from '#schema/lists/export.ts';
import { writePages } from './pages.ts';
import type { Source } from './source.ts';
import { Spool } from './spool.ts';
import { TableFile } from './tableFile.ts';

const lineOf = (line: ExportLine): Buffer => Buffer.from(`${JSON.stringify(line)}\n`);

/**
 * Writes a list to a file on disk, telling how far it is, then hands on the file. What fails before the first page is
 * thrown; later, the answer has begun, and a line tells it in place of the file.
 */
export async function* writeList(
  source: Source,
  format: ExportBody['format'],
  failureOf: (error: unknown) => ExportFailure,
): AsyncGenerator<Uint8Array> {
  const spool = await Spool.open();
  let rows = 0;
  let hasBegun = false;
  try {
    const table = new TableFile(source.file, format, spool);
    try {
      for await (const progress of writePages(source, table)) {
        ({ rows } = progress);
        yield lineOf(progress);
        hasBegun = true;
      }
    } catch (error) {
      if (!hasBegun) throw error;
      return yield lineOf({ failure: failureOf(error) });
    }
    const { size, bytes } = await table.end();
    yield lineOf({ file: { size, rows } });
    yield* bytes();
  } finally {
    await spool.close();
  }
}
