import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRaw } from 'node:zlib';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { DAMAGED, NOT_A_WORKBOOK, TOO_LARGE, WITH_PASSWORD, WorkbookProblem } from './problem.ts';

const inflate = promisify(inflateRaw);
const deflate = promisify(deflateRaw);

const MAX_ENTRIES = 2_000;
/** Bytes of all entries unzipped, as the archive tells them. */
const MAX_UNZIPPED = 400 * 1024 * 1024;
/** Bytes of one entry that is read. */
const MAX_READ = 64 * 1024 * 1024;

const LOCAL_HEADER = 30;
const CENTRAL_HEADER = 46;
const END_HEADER = 22;
const DEFLATED = 8;
/** Sizes and checksum stand behind the data. */
const SIZES_BEHIND = 0x0008;
const ENCRYPTED = 0x0001;

/** An XLSX file as a ZIP archive: entries that are not replaced are copied as the bytes that they are. */
export interface Archive {
  names: readonly string[];
  /** Text of an entry. @throws WorkbookProblem for a missing, damaged or too large one, and for another encoding */
  read(name: string): Promise<string>;
  /** The same archive with other texts in some entries. */
  replaced(texts: ReadonlyMap<string, string>): Promise<Buffer>;
}

const openZip = (file: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
      error ? reject(new WorkbookProblem(NOT_A_WORKBOOK)) : resolve(zip),
    );
  });

/** Entries in the order of the directory. yauzl refuses names that lead out of a folder. */
const entriesOf = (zip: ZipFile): Promise<Map<string, Entry>> =>
  new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let unzipped = 0;
    zip.on('error', () => reject(new WorkbookProblem(NOT_A_WORKBOOK)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      unzipped += entry.uncompressedSize;
      if (entry.generalPurposeBitFlag & ENCRYPTED) return reject(new WorkbookProblem(WITH_PASSWORD));
      if (unzipped > MAX_UNZIPPED || entries.size >= MAX_ENTRIES) return reject(new WorkbookProblem(TOO_LARGE));
      // Of two entries of one name, spreadsheets would show the one and this code the other.
      if (entries.has(entry.fileName)) return reject(new WorkbookProblem(DAMAGED));
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.readEntry();
  });

/** Local header, name and further fields of an entry, and its data as they stand in the file. */
const rawOf = (file: Buffer, entry: Entry): { header: Buffer; data: Buffer } => {
  const start = entry.relativeOffsetOfLocalHeader;
  if (start + LOCAL_HEADER > file.length || file.readUInt32LE(start) !== 0x04034b50) throw new WorkbookProblem(DAMAGED);
  const data = start + LOCAL_HEADER + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
  if (data + entry.compressedSize > file.length) throw new WorkbookProblem(DAMAGED);
  return { header: file.subarray(start, data), data: file.subarray(data, data + entry.compressedSize) };
};

const textOf = async (file: Buffer, entry: Entry): Promise<string> => {
  if (entry.uncompressedSize > MAX_READ) throw new WorkbookProblem(TOO_LARGE);
  const { data } = rawOf(file, entry);
  // An entry that is longer than it says fails here, and not after it has filled the memory.
  const maxOutputLength = Math.max(1, entry.uncompressedSize);
  try {
    const bytes = entry.compressionMethod === 0 ? data : await inflate(data, { maxOutputLength });
    if (bytes.length !== entry.uncompressedSize || crc32(bytes) !== entry.crc32) throw new WorkbookProblem(DAMAGED);
    // The mark of the encoding is kept: places in the text are places in the entry.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new WorkbookProblem(DAMAGED);
  }
};

interface Content {
  data: Buffer;
  size: number;
  checksum: number;
  method: number;
}

const contentOf = async (file: Buffer, entry: Entry, text: string | undefined): Promise<Content> => {
  if (text === undefined) {
    const { uncompressedSize: size, crc32: checksum, compressionMethod: method } = entry;
    return { data: rawOf(file, entry).data, size, checksum, method };
  }
  const bytes = Buffer.from(text);
  return { data: await deflate(bytes), size: bytes.length, checksum: crc32(bytes), method: DEFLATED };
};

/** Writes what of an entry follows from its content; both headers have these fields in this order. */
const describe = (header: Buffer, at: number, { flags, content }: { flags: number; content: Content }): void => {
  header.writeUInt16LE(flags, at);
  header.writeUInt16LE(content.method, at + 2);
  header.writeUInt32LE(content.checksum, at + 8);
  header.writeUInt32LE(content.data.length, at + 12);
  header.writeUInt32LE(content.size, at + 16);
};

const centralHeader = (entry: Entry, flags: number, content: Content, offset: number): Buffer => {
  const header = Buffer.alloc(CENTRAL_HEADER);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(entry.versionMadeBy, 4);
  header.writeUInt16LE(entry.versionNeededToExtract, 6);
  describe(header, 8, { flags, content });
  header.writeUInt16LE(entry.lastModFileTime, 12);
  header.writeUInt16LE(entry.lastModFileDate, 14);
  header.writeUInt16LE(entry.fileNameRaw.length, 28);
  header.writeUInt16LE(entry.extraFieldRaw.length, 30);
  header.writeUInt16LE(entry.fileCommentRaw.length, 32);
  header.writeUInt16LE(entry.internalFileAttributes, 36);
  header.writeUInt32LE(entry.externalFileAttributes, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, entry.fileNameRaw, entry.extraFieldRaw, entry.fileCommentRaw]);
};

const endOf = (count: number, size: number, offset: number): Buffer => {
  const end = Buffer.alloc(END_HEADER);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
};

const rewritten = async (
  file: Buffer,
  entries: ReadonlyMap<string, Entry>,
  texts: ReadonlyMap<string, string>,
): Promise<Buffer> => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, entry] of entries) {
    const content = await contentOf(file, entry, texts.get(name));
    const header = Buffer.from(rawOf(file, entry).header);
    const flags = entry.generalPurposeBitFlag & ~SIZES_BEHIND;
    describe(header, 6, { flags, content });
    parts.push(header, content.data);
    directory.push(centralHeader(entry, flags, content, offset));
    offset += header.length + content.data.length;
  }
  const size = directory.reduce((sum, header) => sum + header.length, 0);
  return Buffer.concat([...parts, ...directory, endOf(entries.size, size, offset)]);
};

/** OLE compound files: XLS, and XLSX with a password. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** @throws WorkbookProblem for anything but a ZIP archive within the limits */
export const openArchive = async (file: Buffer): Promise<Archive> => {
  if (file.subarray(0, OLE.length).equals(OLE)) throw new WorkbookProblem(WITH_PASSWORD);
  const zip = await openZip(file);
  try {
    const entries = await entriesOf(zip);
    return {
      names: [...entries.keys()],
      read: (name) => {
        const entry = entries.get(name);
        return entry ? textOf(file, entry) : Promise.reject(new WorkbookProblem(DAMAGED));
      },
      replaced: (texts) => rewritten(file, entries, texts),
    };
  } finally {
    zip.close();
  }
};
