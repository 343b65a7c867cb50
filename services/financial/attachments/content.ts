import { openPicture } from '../../platform/pictures.ts';
import { isSafeOfficeFile } from '../../platform/office.ts';
import { inspectPdf } from './pdf.ts';

/** Markup and scripts that a browser would run if it ignored the declared type (polyglot files). */
const PROGRAM = /<script|<html|<iframe|<\?php|<!doctype html/i;
/** Forbidden parts of an XML document: DTDs (entity expansion, local file access), stylesheets, SVG and HTML. */
const ACTIVE_XML = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(\w+:)?(svg|html|script)[\s>/]/i;
/** End-of-archive record of ZIP, which readers search from the end, whatever precedes the archive. */
const ARCHIVE_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ARCHIVE_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const ARCHIVE_TAIL = 66_000;

/** A phone's photo has up to 50 million pixels, a scanned plan 100 million. */
const MAX_PIXELS = 120_000_000;

const textOf = (content: Buffer): string => content.toString('latin1');

const isPicture = async (content: Buffer): Promise<boolean> => {
  const picture = await openPicture(content, { limitInputPixels: MAX_PIXELS });
  const size = await picture.metadata().catch(() => undefined);
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
};

/**
 * `safe`: the content is exactly its type. `dangerous`: a polyglot, an embedded program or file, or a decompression
 * bomb. `unreadable`: the content cannot be checked.
 */
export type Verdict = 'safe' | 'dangerous' | 'unreadable';

const safeIf = (is: boolean): Verdict => (is ? 'safe' : 'dangerous');

const isPlainXml = (text: string): boolean => !ACTIVE_XML.test(text.replaceAll('\0', ''));

const inspectedPdf = (content: Buffer, text: string): Verdict => {
  if (!text.includes('%%EOF')) return 'dangerous';
  const found = inspectPdf(content);
  return found === 'unreadable' ? found : safeIf(found === 'plain');
};

/** Checks a file for content beyond its media type (decision 25). */
export const inspectContent = async (mediaType: string, content: Buffer): Promise<Verdict> => {
  if (mediaType.startsWith('application/vnd.openxmlformats')) return safeIf(await isSafeOfficeFile(content));
  if (content.subarray(-ARCHIVE_TAIL).includes(ARCHIVE_END) && content.includes(ARCHIVE_ENTRY)) return 'dangerous';
  const text = textOf(content);
  if (PROGRAM.test(text)) return 'dangerous';
  if (mediaType === 'application/pdf') return inspectedPdf(content, text);
  if (mediaType === 'application/xml') return safeIf(isPlainXml(text));
  // No decoder for HEIC (phone photos) is installed; fileType.ts checks their signature only.
  return safeIf(/^image\/(png|jpeg|webp)$/.test(mediaType) ? await isPicture(content) : true);
};
