/** What an archive has to know of bytes that are kept elsewhere. */
export interface KeptBytes {
  size: number;
  crc: number;
}

export interface ZipEntry {
  name: string;
  content: Uint8Array | KeptBytes;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

const crc32 = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
};

/** Encodes little-endian fields: [value, bytes]. */
const fields = (...parts: readonly [number, 2 | 4][]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((size, [, length]) => size + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, length] of parts) {
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return bytes;
};

/** 1 January 1980, the first day of the ZIP format. A fixed day makes the same list give the same file. */
const DAY = 0x21;
/** Flag: names are UTF-8. */
const FLAGS = 0x0800;

export const isKept = (content: Uint8Array | KeptBytes): content is KeptBytes => 'crc' in content;

const measured = (content: Uint8Array | KeptBytes): KeptBytes =>
  isKept(content) ? content : { size: content.length, crc: crc32(content) };

/**
 * Returns the parts of a ZIP archive of stored (uncompressed) entries, which suffices for a workbook. Content that is kept
 * elsewhere is a part, too: who writes the archive puts its bytes in its place.
 */
export const zipOf = (entries: readonly ZipEntry[]): (Uint8Array | KeptBytes)[] => {
  const parts: (Uint8Array | KeptBytes)[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const path = new TextEncoder().encode(name);
    const { size, crc } = measured(content);
    const common: [number, 2 | 4][] = [
      [20, 2],
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [DAY, 2],
      [crc, 4],
      [size, 4],
      [size, 4],
      [path.length, 2],
      [0, 2],
    ];
    const header = fields([0x04034b50, 4], ...common);
    parts.push(header, path, content);
    directory.push(fields([0x02014b50, 4], [20, 2], ...common, [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path);
    offset += header.length + path.length + size;
  }
  const directorySize = directory.reduce((size, part) => size + part.length, 0);
  const count = entries.length;
  const end = fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directorySize, 4], [offset, 4], [0, 2]);
  return [...parts, ...directory, end];
};
