import { refuse } from './refusals.ts';

/** Elements and declarations that a browser or a parser would act on; no nota has them. */
const ACTIVE = /<!DOCTYPE|<!ENTITY|<\?xml-stylesheet|<(\w+:)?(svg|html|script|iframe)[\s>/]/i;

const LEGACY = /^(iso-?8859-?1|latin-?1|windows-?1252|cp1252)$/i;

/** Encodings that notas come in: UTF-8 with or without a mark, UTF-16 with one, latin-1 where it is declared. */
const encodingOf = (content: Buffer): string => {
  if (content[0] === 0xff && content[1] === 0xfe) return 'utf-16le';
  if (content[0] === 0xfe && content[1] === 0xff) return 'utf-16be';
  const head = content.subarray(0, 200).toString('latin1');
  const declared =
    /^\s*(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\bencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8';
  if (LEGACY.test(declared)) return 'windows-1252';
  if (/^(utf-?8|us-ascii|ascii)$/i.test(declared)) return 'utf-8';
  throw refuse('encoding');
};

/** The text of a file as UTF-8. @throws ServiceError 422 for text that is not in its encoding, or acts */
export const decodeXml = (content: Buffer): Buffer => {
  let text: string;
  const encoding = encodingOf(content);
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(content);
  } catch {
    throw refuse('encoding');
  }
  if (ACTIVE.test(text)) throw refuse('entities');
  // The parser takes no space before the declaration, which some programs write.
  return Buffer.from(text.trimStart(), 'utf8');
};
