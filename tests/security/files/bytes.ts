import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

const u16 = (value: number) => Buffer.from([value & 255, (value >> 8) & 255]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};

export interface Entry {
  name: string;
  content: Buffer;
  /** Size declared in the archive, if false. */
  claims?: number;
}

/** Builds a ZIP archive of deflated entries. */
export const zip = (entries: readonly Entry[]): Buffer => {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claims = content.length } of entries) {
    const packed = deflateRawSync(content, { level: 9 });
    const label = Buffer.from(name);
    const sizes = Buffer.concat([u32(crc32(content)), u32(packed.length), u32(claims), u16(label.length), u16(0)]);
    const common = Buffer.concat([u16(20), u16(0), u16(8), u32(0), sizes]);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, label, packed]);
    const tail = Buffer.concat([u16(0), u16(0), u16(0), u32(0), u32(offset), label]);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), u16(20), common, tail]));
    locals.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(central);
  const counts = Buffer.concat([u16(0), u16(0), u16(entries.length), u16(entries.length)]);
  const end = Buffer.concat([Buffer.from('PK\u0005\u0006', 'latin1'), counts, u32(list.length), u32(offset), u16(0)]);
  return Buffer.concat([...locals, list, end]);
};

const CONTENT_TYPES = (kind: string) =>
  Buffer.from(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/a.xml" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`,
  );

/** A spreadsheet's minimum, with further entries. */
export const xlsx = (more: readonly Entry[]): Buffer =>
  zip([{ name: '[Content_Types].xml', content: CONTENT_TYPES('spreadsheetml.sheet') }, ...more]);
export const docx = (more: readonly Entry[]): Buffer =>
  zip([{ name: '[Content_Types].xml', content: CONTENT_TYPES('wordprocessingml.document') }, ...more]);

const chunk = (type: string, data: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** A PNG with declared dimensions; its pixel data is `rows` rows of zeros. */
export const png = (width: number, height: number, rows = height, more: Buffer[] = []): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows), { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

export const pngText = (text: string): Buffer => chunk('tEXt', Buffer.from(`Comment\0${text}`));
