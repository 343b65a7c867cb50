import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Buffer;
  /** Unzipped size that the archive claims; by default the true one. */
  claimed?: number;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;

/** Fields that the two headers of an entry share, from the version needed to the length of the extra field. */
const common = (entry: ZipEntry, packed: Buffer): Buffer => {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800, 2); // names in UTF-8
  fields.writeUInt16LE(8, 4); // deflate
  fields.writeUInt32LE(crc32(entry.content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(entry.claimed ?? entry.content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(entry.name), 22);
  return fields;
};

const word = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value);
  return buffer;
};

/** A zip file as spreadsheets are packed, written without the code under test. */
export const zip = (entries: readonly ZipEntry[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const packed = deflateRawSync(entry.content, { level: 1 });
    const [name, fields] = [Buffer.from(entry.name), common(entry, packed)];
    directory.push(word(CENTRAL), Buffer.from([20, 0]), fields, Buffer.alloc(10), word(offset), name);
    const file = [word(LOCAL), fields, name, packed];
    files.push(...file);
    offset += file.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, word(END), end]);
};
