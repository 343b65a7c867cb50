import { constants, inflateSync } from 'node:zlib';
import { codeOf } from '../../platform/db/postgres/startError.ts';

const MIB = 1024 * 1024;

/**
 * Forbidden content of a PDF: scripts, embedded files, forms that submit, and media players. Links are accepted,
 * because bills contain them.
 */
const ACTIVE =
  /\/(JavaScript|Launch|RichMedia|EmbeddedFiles?|XFA|SubmitForm|ImportData|GoToE|Rendition|Movie|Sound|U3D)(?![A-Za-z0-9])/;
/**
 * Removed before the search, because a URL may contain these words. Contains no character that could end the PDF
 * string.
 */
const LINK = /\(https?:\/\/[^()\s<>\\]*\)/g;
const SCRIPT_KEY = '/JS';
/** "/JS" is short enough to occur in compressed bytes by chance, so text must surround it. */
const TEXT_AROUND = /^[\s\x20-\x7e]{12}\/JS(?![A-Za-z0-9])[\s\x20-\x7e]{2}/;

/** An object stream begins with pairs of object number and offset: "12 0 15 48 <<". */
const OBJECTS = /^[\s\p{Cc}]*(%|\d+\s+\d+\s)/u;
const HOLDS_OBJECTS = /\/(ObjStm|First)(?![A-Za-z0-9])/;
/** Filters that hide objects from a plain search; legitimate programs do not use them for objects. */
const UNUSUAL =
  /\/(ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt|Predictor)(?![A-Za-z0-9])/;
const FILTERED = /\/F(ilter)?(?![A-Za-z0-9])/;
/** Longest dictionary searched before a stream; real ones have some hundred characters. */
const DICTIONARY = 64 * 1024;
/** Compressed bytes that suffice to tell objects from drawings and pictures, and the most they may inflate to. */
const SAMPLE = 256;
const MAX_SAMPLE = 64 * 1024;
/** Enough for a plan of 20 MB; bounds the time spent. */
const MAX_STREAMS = 20_000;
/** Limit on decompressed objects; a plan of 20 MB has a tenth of this. */
const MAX_OBJECTS = 64 * MIB;
/** Limit on other decompressed streams that begin like objects, as drawings may. A broken stream counts as BROKEN. */
const MAX_OTHERS = 32 * MIB;
const BROKEN = MIB;

export type PdfVerdict = 'plain' | 'active' | 'unreadable';

const HASH = 0x23;
/** Value of each byte as a hexadecimal digit; -1 for other bytes. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = String.fromCharCode(byte);
  return /[0-9A-Fa-f]/.test(digit) ? parseInt(digit, 16) : -1;
});
const digitAt = (content: Buffer, at: number): number => DIGITS[content[at] ?? 0] ?? -1;

/** Decodes the content to text with #-escapes resolved, because names may be escaped: /J#61vaScript. */
const plain = (content: Buffer): string => {
  const read = Buffer.allocUnsafe(content.length);
  let [from, length] = [0, 0];
  for (let at = content.indexOf(HASH); at >= 0; at = content.indexOf(HASH, at + 1)) {
    const [high, low] = [digitAt(content, at + 1), digitAt(content, at + 2)];
    if (high < 0 || low < 0) continue;
    length += content.copy(read, length, from, at);
    length = read.writeUInt8(high * 16 + low, length);
    from = at + 3;
  }
  length += content.copy(read, length, from);
  return read.toString('latin1', 0, length);
};

const hasScript = (text: string): boolean => {
  for (let at = text.indexOf(SCRIPT_KEY); at >= 0; at = text.indexOf(SCRIPT_KEY, at + 1)) {
    if (TEXT_AROUND.test(text.slice(Math.max(0, at - 12), at + 6).padStart(18))) return true;
  }
  return false;
};

const isActive = (text: string): boolean => {
  const found = (read: string): boolean => ACTIVE.test(read) || hasScript(read);
  return found(text) && found(text.replace(LINK, ' '));
};

/**
 * Inflates a stream, as far as possible if it is truncated. Null when it is not compressed, 'too much' above `limit`.
 */
const unpack = (content: Buffer, limit: number): Buffer | 'too much' | null => {
  try {
    return inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : null;
  }
};

/** zlib header (RFC 1950); cheaper than trying to inflate. */
const startsPacked = (content: Buffer, at: number): boolean =>
  at + 2 <= content.length && (content.readUInt8(at) & 15) === 8 && content.readUInt16BE(at) % 31 === 0;

const looksLikeObjects = (content: Buffer, at: number): boolean => {
  const sample = unpack(content.subarray(at, at + SAMPLE), MAX_SAMPLE);
  return sample === 'too much' || (sample !== null && OBJECTS.test(sample.toString('latin1', 0, 200)));
};

interface Stream {
  /** Offset of the stream's first byte. */
  at: number;
  dictionary: string;
}

function* streamsOf(text: string): Generator<Stream> {
  let from = 0;
  for (const { index, 0: found } of text.matchAll(/(?<!end)stream[ \t]*(\r\n|\n|\r)?/g)) {
    const before = text.slice(Math.max(from, index - DICTIONARY), index);
    from = index;
    yield {
      at: index + found.length,
      dictionary: plain(Buffer.from(before.slice(before.lastIndexOf('obj') + 1), 'latin1')),
    };
  }
}

/** Checks a compressed stream and subtracts its size from `room`, the remaining limits. */
const inspectStream = (
  content: Buffer,
  { at, dictionary }: Stream,
  room: { objects: number; others: number },
): PdfVerdict => {
  const holdsObjects = HOLDS_OBJECTS.test(dictionary);
  if (holdsObjects && UNUSUAL.test(dictionary)) return 'unreadable';
  if (!startsPacked(content, at)) return holdsObjects && FILTERED.test(dictionary) ? 'unreadable' : 'plain';
  if (!holdsObjects && (room.others <= 0 || !looksLikeObjects(content, at))) return 'plain';
  const kind = holdsObjects ? 'objects' : 'others';
  const bytes = room[kind] > 0 ? unpack(content.subarray(at), room[kind]) : 'too much';
  if (!Buffer.isBuffer(bytes) && holdsObjects) return 'unreadable';
  if (!Buffer.isBuffer(bytes)) {
    room.others -= bytes === 'too much' ? room.others : BROKEN;
    return 'plain';
  }
  room[kind] -= bytes.length;
  return isActive(plain(bytes)) ? 'active' : 'plain';
};

/**
 * Searches the whole PDF and ignores its cross-reference table: readers that follow the table and readers that rebuild
 * it see different objects, and updates append objects. Inflates object streams. Returns 'unreadable' for objects that
 * cannot be read: encrypted, unusually encoded or too large.
 */
export const inspectPdf = (content: Buffer): PdfVerdict => {
  const text = content.toString('latin1');
  const read = plain(content);
  if (isActive(read)) return 'active';
  const isEncrypted = /\/Encrypt(?![A-Za-z0-9])/.test(read);
  const room = { objects: MAX_OBJECTS, others: MAX_OTHERS };
  let count = 0;
  for (const stream of streamsOf(text)) {
    count += 1;
    if (count > MAX_STREAMS) return 'unreadable';
    if (isEncrypted && HOLDS_OBJECTS.test(stream.dictionary)) return 'unreadable';
    const verdict = inspectStream(content, stream, room);
    if (verdict !== 'plain') return verdict;
  }
  return 'plain';
};
