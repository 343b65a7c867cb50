import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const MIB = 1024 * 1024;
/** A legitimate spreadsheet of 20 MB unpacks to about 200 MB; more indicates a decompression bomb. */
const MAX_UNPACKED = 256 * MIB;
const MAX_RATIO = 200;
const MAX_ENTRIES = 5_000;
/** A chart in a text document embeds its spreadsheet as a nested file. */
const MAX_DEPTH = 2;
/** Largest gap between two entries: the data descriptor, which repeats the sizes after the content. */
const MAX_GAP = 24;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;

const NAME_OUTSIDE = /(^|[/\\])\.\.([/\\]|$)|^[/\\]|\\|\p{Cc}/u;
/** Macros, ActiveX controls, programs and archives, by file name. */
const PROGRAM =
  /(^|\/)(vba\w*|activeX|customUI|macrosheets)([./]|$)|\.(exe|com|scr|msi|bat|cmd|ps1|vb\w?|js|jar|hta|lnk|reg|sh|dll|zip|rar|7z|gz|html?)$/i;
/** OLE signature: macros and embedded objects under any file name. */
const OLE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ARCHIVE = Buffer.from('PK\u0003\u0004', 'latin1');
const IS_DOCUMENT = /\.(docx|xlsx|pptx)$/i;
const IS_XML = /\.(xml|rels|vml)$/i;

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  /** Offset of the entry's local header. */
  at: number;
}

/** Finds the central directory: offset and number of entries. Null unless a single one ends the file. */
const findList = (content: Buffer): { at: number; count: number; end: number } | null => {
  const end = content.length - END_SIZE;
  if (end < 0 || content.readUInt32LE(end) !== END || content.readUInt16LE(end + 20) !== 0) return null;
  const [count, size, at] = [
    content.readUInt16LE(end + 10),
    content.readUInt32LE(end + 12),
    content.readUInt32LE(end + 16),
  ];
  return at + size === end && content.readUInt16LE(end + 8) === count ? { at, count, end } : null;
};

const readEntry = (content: Buffer, at: number): { entry: Entry; next: number } | null => {
  if (at + 46 > content.length || content.readUInt32LE(at) !== CENTRAL) return null;
  const isEncrypted = (content.readUInt16LE(at + 8) & 1) === 1;
  const nameEnd = at + 46 + content.readUInt16LE(at + 28);
  const entry = {
    name: content.toString('utf8', at + 46, nameEnd),
    method: content.readUInt16LE(at + 10),
    packed: content.readUInt32LE(at + 20),
    unpacked: content.readUInt32LE(at + 24),
    at: content.readUInt32LE(at + 42),
  };
  const next = nameEnd + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  return isEncrypted || (entry.method !== STORED && entry.method !== DEFLATED) ? null : { entry, next };
};

/** Entries of the central directory in file order (APPNOTE 4.3.12); null when the directory is inconsistent. */
const entriesOf = (content: Buffer): { entries: Entry[]; end: number } | null => {
  const list = findList(content);
  if (!list || list.count === 0 || list.count > MAX_ENTRIES) return null;
  const entries: Entry[] = [];
  let at = list.at;
  for (let index = 0; index < list.count; index += 1) {
    const read = readEntry(content, at);
    if (!read) return null;
    entries.push(read.entry);
    at = read.next;
  }
  const names = new Set(entries.map(({ name }) => name.toLowerCase()));
  if (at !== list.end || names.size !== entries.length) return null;
  return { entries: entries.sort((a, b) => a.at - b.at), end: list.at };
};

/** Compressed bytes of an entry; null when its local header differs from the central directory. */
const packedOf = (content: Buffer, { at, name, method, packed, unpacked }: Entry): Buffer | null => {
  if (at + 30 > content.length || content.readUInt32LE(at) !== LOCAL) return null;
  const toldBehind = (content.readUInt16LE(at + 6) & 8) === 8;
  const nameEnd = at + 30 + content.readUInt16LE(at + 26);
  const same =
    content.readUInt16LE(at + 8) === method &&
    content.toString('utf8', at + 30, nameEnd) === name &&
    (toldBehind || (content.readUInt32LE(at + 18) === packed && content.readUInt32LE(at + 22) === unpacked));
  const begin = nameEnd + content.readUInt16LE(at + 28);
  return same && begin + packed <= content.length ? content.subarray(begin, begin + packed) : null;
};

const inflate = promisify(inflateRaw);

/** Decompresses an entry; null when its size differs from the declared one. */
const unpack = async (packed: Buffer, { method, unpacked }: Entry): Promise<Buffer | null> => {
  if (method === STORED) return packed.length === unpacked ? packed : null;
  // One byte above the declared size is enough to detect a false size.
  const bytes = await inflate(packed, { maxOutputLength: unpacked + 1 }).catch(() => null);
  return bytes?.length === unpacked ? bytes : null;
};

const textOf = (content: Buffer): string => {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString('utf16le', 2);
  if (content[0] === 0xfe && content[1] === 0xff) return Buffer.from(content.subarray(2)).swap16().toString('utf16le');
  return content.toString('utf8');
};

/** Decodes XML character references, which can hide text: &#68;DE is DDE. */
const decoded = (text: string): string =>
  text.replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (written, code: string) => {
    const point = code.startsWith('x') || code.startsWith('X') ? parseInt(code.slice(1), 16) : Number(code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : written;
  });

const attribute = (element: string, name: string): string =>
  decoded(new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(element)?.slice(1).find(Boolean) ?? '');

/**
 * Whether opening the file fetches the target. Hyperlinks need a click and local tables stay on the disk: both are
 * accepted.
 */
const fetches = (relationship: string): boolean => {
  if (attribute(relationship, 'TargetMode').toLowerCase() !== 'external') return false;
  const type = attribute(relationship, 'Type');
  const target = attribute(relationship, 'Target');
  if (/\/hyperlink$/i.test(type))
    return !/^(https?|mailto|tel|file):|^[^:]*$/i.test(target) || /^(\\\\|\/\/)/.test(target);
  return !/\/externalLink(Path)?$/i.test(type) || /^(https?|ftps?):|^(\\\\|\/\/)|^file:\/\/(?!\/)/i.test(target);
};

/** Field instructions of the document, joined because one instruction may be split over several elements. */
const instructionsOf = (text: string): string => {
  const pieces = [...text.matchAll(/<(?:\w+:)?instrText\b[^>]*>([^<]*)</g)].map(([, piece = '']) => piece);
  const simple = [...text.matchAll(/\s(?:\w+:)?instr\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, a, b]) => a ?? b ?? '');
  return decoded([pieces.join(''), ...simple].join('\n'));
};

const isActiveXml = (name: string, content: Buffer): boolean => {
  const isUtf16 = [0xfffe, 0xfeff].includes(content.length > 1 ? content.readUInt16BE(0) : 0);
  if (!isUtf16 && (content.includes('<!DOCTYPE') || content.includes('<!ENTITY'))) return true;
  const isTable = /^xl\/(worksheets|sharedStrings)/.test(name) && !name.endsWith('.rels');
  if (isTable && !isUtf16) return false;
  const text = textOf(content);
  if (/<!DOCTYPE|<!ENTITY/.test(text)) return true;
  if (name.endsWith('.rels'))
    return [...text.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].some(([one]) => fetches(one));
  if (name === '[Content_Types].xml') return /macroEnabled|vbaProject|activeX|oleObject/i.test(decoded(text));
  if (/externalLinks\//i.test(name)) return /<(?:\w+:)?(ddeLink|oleLink)\b/.test(text);
  return /\bDDE(AUTO)?\b/i.test(instructionsOf(text));
};

const isHarmless = async (name: string, content: Buffer, depth: number, room: Room): Promise<boolean> => {
  if (content.subarray(0, OLE.length).equals(OLE)) return false;
  if (content.subarray(0, ARCHIVE.length).equals(ARCHIVE)) {
    return IS_DOCUMENT.test(name) && depth < MAX_DEPTH && inspectArchive(content, depth + 1, room);
  }
  return !IS_XML.test(name) || !isActiveXml(name, content);
};

interface Room {
  bytes: number;
}

const inspectArchive = async (content: Buffer, depth: number, room: Room): Promise<boolean> => {
  const list = entriesOf(content);
  if (!list) return false;
  const { entries, end } = list;
  room.bytes -= entries.reduce((sum, { unpacked }) => sum + unpacked, 0);
  if (room.bytes < 0) return false;
  let reached = 0;
  for (const entry of entries) {
    if (NAME_OUTSIDE.test(entry.name) || PROGRAM.test(entry.name)) return false;
    const packed = packedOf(content, entry);
    const hides = entry.at < reached || entry.at - reached > (reached === 0 ? 0 : MAX_GAP);
    if (!packed || hides) return false;
    reached = packed.byteOffset - content.byteOffset + packed.length;
    const bytes = await unpack(packed, entry);
    if (!bytes || !(await isHarmless(entry.name, bytes, depth, room))) return false;
  }
  return end >= reached && end - reached <= MAX_GAP;
};

/**
 * Whether an Office document contains nothing that runs, fetches or hides. Decompresses every entry within limits; each
 * must match the central directory, without hidden bytes between entries.
 */
export const isSafeOfficeFile = (content: Buffer): Promise<boolean> =>
  inspectArchive(content, 0, { bytes: Math.min(MAX_UNPACKED, MAX_RATIO * content.length) });
