import { Transform, type Readable } from 'node:stream';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { JobRefused } from '../../platform/jobs/kinds.ts';

/** Limits of an archive; a published workbook has some 30 entries and 170 MB unzipped. */
const MAX_ENTRIES = 500;
const MAX_UNZIPPED = 600 * 1024 * 1024;

export const NOT_A_WORKBOOK =
  'O arquivo não é uma planilha XLSX. Envie o arquivo "SINAPI_Referência" publicado pela Caixa, sem abrir e salvar antes.';
const TOO_LARGE = 'A planilha descompactada passa de 600 MB: isso não é um arquivo do SINAPI. Nada foi lido.';

/** Entries of a zip file, read as streams; what they say of their size is checked, and counted while they are read. */
export interface Archive {
  names: readonly string[];
  /** @throws JobRefused when the archive has no such entry */
  read(name: string): Promise<Readable>;
  close(): void;
}

const openZip = (file: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) =>
      error ? reject(new JobRefused(NOT_A_WORKBOOK)) : resolve(zip),
    );
  });

const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let unzipped = 0;
    zip.on('error', () => reject(new JobRefused(NOT_A_WORKBOOK)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      unzipped += entry.uncompressedSize;
      if (unzipped > MAX_UNZIPPED || entries.size >= MAX_ENTRIES) return reject(new JobRefused(TOO_LARGE));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

/** Opens a zip file. @throws JobRefused for another kind of file, a damaged one, or one that is too large unzipped */
export const openArchive = async (file: Buffer): Promise<Archive> => {
  const zip = await openZip(file);
  const entries = await entriesOf(zip).catch((error: unknown) => {
    zip.close();
    throw error;
  });
  let counted = 0;
  const limit = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        counted += chunk.length;
        done(counted > MAX_UNZIPPED ? new JobRefused(TOO_LARGE) : null, chunk);
      },
    });
  return {
    names: [...entries.keys()],
    read: (name) =>
      new Promise((resolve, reject) => {
        const entry = entries.get(name);
        if (!entry) return reject(new JobRefused(NOT_A_WORKBOOK));
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(new JobRefused(NOT_A_WORKBOOK));
          const limited = limit();
          stream.on('error', () => limited.destroy(new JobRefused(NOT_A_WORKBOOK)));
          limited.on('close', () => stream.destroy());
          resolve(stream.pipe(limited));
        });
      }),
    close: () => zip.close(),
  };
};
