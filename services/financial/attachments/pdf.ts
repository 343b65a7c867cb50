import { constants, inflateSync } from 'node:zlib';
import { codeOf } from '../../platform/db/postgres/startError.ts';

const MIB = 1024 * 1024;

/**
 * What a PDF may not bring along: programs, other files inside it, forms that are sent away, and what is run by players.
 * Links are taken: bills have them.
 */
const ACTIVE =
  /\/(JavaScript|Launch|RichMedia|EmbeddedFiles?|XFA|SubmitForm|ImportData|GoToE|Rendition|Movie|Sound|U3D)(?![A-Za-z0-9])/;
/** An address may have such words in it. It is a text as long as nothing in it could end it. */
const LINK = /\(https?:\/\/[^()\s<>\\]*\)/g;
const SCRIPT_KEY = '/JS';
/** The key of a script is too short to be looked for in compressed bytes: what stands around it has to be text. */
const TEXT_AROUND = /^[\s\x20-\x7e]{12}\/JS(?![A-Za-z0-9])[\s\x20-\x7e]{2}/;

/** Objects that are packed begin with numbers that tell where each is: "12 0 15 48 <<". */
const OBJECTS = /^[\s\p{Cc}]*(%|\d+\s+\d+\s)/u;
const HOLDS_OBJECTS = /\/(ObjStm|First)(?![A-Za-z0-9])/;
/** Ways to write bytes that hide objects from whoever does not undo them; no program writes objects so. */
const UNUSUAL =
  /\/(ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL|Crypt|Predictor)(?![A-Za-z0-9])/;
const FILTERED = /\/F(ilter)?(?![A-Za-z0-9])/;
/** The dictionary in front of a stream; those of real programs have some hundred characters. */
const DICTIONARY = 64 * 1024;
/** Enough of a stream to tell objects from drawings and pictures, and little even where it was made to be much. */
const SAMPLE = 256;
const MAX_SAMPLE = 64 * 1024;
/** Of a plan of 20 MB; each of them costs a look. */
const MAX_STREAMS = 20_000;
/** What packed objects may come to; those of a plan of 20 MB come to a tenth. */
const MAX_OBJECTS = 64 * MIB;
/** Drawings may begin as objects do: so much of them is looked at in case they are. What breaks off counts as this. */
const MAX_OTHERS = 32 * MIB;
const BROKEN = MIB;

export type PdfVerdict = 'plain' | 'active' | 'unreadable';

const HASH = 0x23;
/** Value of each byte as a hexadecimal digit; -1 for what is none. */
const DIGITS = Int8Array.from({ length: 256 }, (_, byte) => {
  const digit = String.fromCharCode(byte);
  return /[0-9A-Fa-f]/.test(digit) ? parseInt(digit, 16) : -1;
});
const digitAt = (content: Buffer, at: number): number => DIGITS[content[at] ?? 0] ?? -1;

/** As text, with what is written by its number undone: in a name any letter may be, as in /J#61vaScript. */
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

/** Null for what is not packed, 'too much' for what comes to more than `limit`. What breaks off is read as far as it goes. */
const unpack = (content: Buffer, limit: number): Buffer | 'too much' | null => {
  try {
    return inflateSync(content, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit });
  } catch (error) {
    return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : null;
  }
};

/** Mark of zlib (RFC 1950): cheaper than to try. */
const startsPacked = (content: Buffer, at: number): boolean =>
  at + 2 <= content.length && (content.readUInt8(at) & 15) === 8 && content.readUInt16BE(at) % 31 === 0;

const looksLikeObjects = (content: Buffer, at: number): boolean => {
  const sample = unpack(content.subarray(at, at + SAMPLE), MAX_SAMPLE);
  return sample === 'too much' || (sample !== null && OBJECTS.test(sample.toString('latin1', 0, 200)));
};

interface Stream {
  /** Where its bytes begin. */
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

/** Judges what is packed in the streams; `room` is what is left of the limits. */
const judgeStream = (
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
 * Looks at all of a PDF, whatever its table of contents says: a reader that follows the table and one that mends it see
 * different objects, and whoever updates a file writes behind it. Objects that are packed are unpacked. What could hold
 * objects and cannot be read (encrypted, written in a way that nobody needs, or without end) is told apart.
 */
export const judgePdf = (content: Buffer): PdfVerdict => {
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
    const verdict = judgeStream(content, stream, room);
    if (verdict !== 'plain') return verdict;
  }
  return 'plain';
};
