import { openPicture } from '../../platform/pictures.ts';
import { isHonestOffice } from './office.ts';
import { judgePdf } from './pdf.ts';

/** Markup and programs that a browser could find in a file that calls itself something else (polyglots). */
const PROGRAM = /<script|<html|<iframe|<\?php|<!doctype html/i;
/** What an XML document may not bring along: a type definition (entities that multiply, or read files), a style, a picture or a page. */
const ACTIVE_XML = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(\w+:)?(svg|html|script)[\s>/]/i;
/** The end of an archive, which readers look for from behind, whatever stands before it. */
const ARCHIVE_END = Buffer.from('PK\u0005\u0006', 'latin1');
const ARCHIVE_ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const ARCHIVE_TAIL = 66_000;

/** A phone's picture has 50 million pixels, a scanned plan 100. */
const MAX_PIXELS = 120_000_000;

const textOf = (content: Buffer): string => content.toString('latin1');

const isPicture = async (content: Buffer): Promise<boolean> => {
  const picture = await openPicture(content, { limitInputPixels: MAX_PIXELS });
  const size = await picture.metadata().catch(() => undefined);
  return size !== undefined && size.width * size.height <= MAX_PIXELS;
};

/**
 * `honest`: the bytes are what their type says and nothing besides. `dangerous`: two things at once, a document with a
 * program or another file inside, an archive or a picture that unpacks to more than anybody needs. `unreadable`: it cannot
 * be told.
 */
export type Verdict = 'honest' | 'dangerous' | 'unreadable';

const honestIf = (is: boolean): Verdict => (is ? 'honest' : 'dangerous');

const isPlainXml = (text: string): boolean => !ACTIVE_XML.test(text.replaceAll('\0', ''));

const judgedPdf = (content: Buffer, text: string): Verdict => {
  if (!text.includes('%%EOF')) return 'dangerous';
  const found = judgePdf(content);
  return found === 'unreadable' ? found : honestIf(found === 'plain');
};

/** What a file is besides what its type says (decision 25). */
export const judge = async (mediaType: string, content: Buffer): Promise<Verdict> => {
  if (mediaType.startsWith('application/vnd.openxmlformats')) return honestIf(await isHonestOffice(content));
  if (content.subarray(-ARCHIVE_TAIL).includes(ARCHIVE_END) && content.includes(ARCHIVE_ENTRY)) return 'dangerous';
  const text = textOf(content);
  if (PROGRAM.test(text)) return 'dangerous';
  if (mediaType === 'application/pdf') return judgedPdf(content, text);
  if (mediaType === 'application/xml') return honestIf(isPlainXml(text));
  // Pictures of phones (HEIC) need a decoder that is not there; they are told by their bytes alone.
  return honestIf(/^image\/(png|jpeg|webp)$/.test(mediaType) ? await isPicture(content) : true);
};
