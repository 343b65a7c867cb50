import { openPicture } from '../platform/pictures.ts';

/** Markup and programs that a browser could find in a file that calls itself something else (polyglots). */
const PROGRAM = /<script|<html|<iframe|<\?php|<!doctype html/i;
/** What an XML document may not bring along: a type definition (entities that multiply, or read files), a style, a picture or a page. */
const ACTIVE_XML = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(\w+:)?(svg|html|script)[\s>/]/i;
/** Programs that a PDF runs when it is opened. */
const ACTIVE_PDF = /\/(JavaScript|Launch|RichMedia)\b/;
/** The end of an archive, which readers look for from behind, whatever stands before it. */
const ARCHIVE_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ARCHIVE_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const ARCHIVE_TAIL = 66_000;

/** A phone's picture has 50 million pixels, a scanned plan 100. */
const MAX_PIXELS = 120_000_000;
/** A spreadsheet of 20 MB unpacks to some 200; what unpacks to more was made to. */
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_RATIO = 200;
const MAX_ENTRIES = 5_000;

const textOf = (content: Buffer): string => content.toString('latin1');

const isPicture = async (content: Buffer): Promise<boolean> => {
  const picture = await openPicture(content, { limitInputPixels: MAX_PIXELS });
  const size = await picture.metadata().catch(() => undefined);
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
};

/** The archive's own list of what is in it (APPNOTE 4.3.12): names and sizes, nothing is unpacked. Null: it has none. */
const entriesOf = (content: Buffer): { name: string; packed: number; unpacked: number }[] | null => {
  const end = content.lastIndexOf(ARCHIVE_END);
  if (end < 0 || end + 22 > content.length) return null;
  const count = content.readUInt16LE(end + 10);
  const entries = [];
  let at = content.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return null;
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => content.readUInt16LE(at + offset));
    const [packed, unpacked] = [content.readUInt32LE(at + 20), content.readUInt32LE(at + 24)];
    const name = content.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    entries.push({ name, packed, unpacked });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
};

const isHonestArchive = (content: Buffer): boolean => {
  const entries = entriesOf(content);
  if (!entries || entries.length === 0 || entries.length > MAX_ENTRIES) return false;
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (unpacked > MAX_UNPACKED || unpacked > MAX_RATIO * content.length) return false;
  return entries.every(({ name }) => !/(^|[/\\])\.\.([/\\]|$)|^[/\\]|vbaProject\.bin$|\.(exe|js|vbs|zip)$/i.test(name));
};

/**
 * Whether the bytes are what their type says and nothing besides: files that are two things at once, programs inside
 * documents, archives and pictures that unpack to more than anybody needs are not. Nothing is unpacked to find out.
 */
export const isHonest = async (mediaType: string, content: Buffer): Promise<boolean> => {
  if (mediaType.startsWith('application/vnd.openxmlformats')) return isHonestArchive(content);
  if (content.subarray(-ARCHIVE_TAIL).includes(ARCHIVE_END) && content.includes(ARCHIVE_ENTRY)) return false;
  const text = textOf(content);
  if (PROGRAM.test(text)) return false;
  if (mediaType === 'application/pdf') return !ACTIVE_PDF.test(text) && text.includes('%%EOF');
  if (mediaType === 'application/xml') return !ACTIVE_XML.test(text.replaceAll('\0', ''));
  // Pictures of phones (HEIC) need a decoder that is not there; they are told by their bytes alone.
  return /^image\/(png|jpeg|webp)$/.test(mediaType) ? isPicture(content) : true;
};
