/** A tag of a file in SGML or XML, with the text up to the next tag. */
export interface Tag {
  name: string;
  kind: 'OPEN' | 'CLOSE';
  /** Decoded, in one line; '' for a tag that holds others. */
  value: string;
  /** Where it begins in the file. */
  at: number;
}

const TAG = /<(\/?)([A-Za-z][A-Za-z0-9._]{0,31})\s*(\/?)>/g;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

const character = (code: number): string =>
  code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' ';

/** Only the five entities of XML, "&nbsp;" and numbers: nothing that a file declares. A lone "&" stands for itself. */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp));/g, (_, decimal, hex, name) => {
    if (name !== undefined) return NAMED[String(name)] ?? '';
    return character(decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal));
  });

/** No value that is read is longer: the rest of one is not decoded. */
const LONGEST_VALUE = 10_000;

/** Text of a value: one line, without the control characters that some banks pad with. */
const valueOf = (text: string): string =>
  decoded(text.replace(/^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/, '$1'))
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();

/**
 * The tags of a file. Closing tags may be missing, as in SGML, where an element ends with the next one; names are told in
 * upper case.
 */
export function* tagsOf(text: string): Generator<Tag> {
  const tag = new RegExp(TAG);
  let found = tag.exec(text);
  while (found) {
    const [whole, slash, name = '', empty] = found;
    const [at, from] = [found.index, found.index + whole.length];
    const next = tag.exec(text);
    const upper = name.toUpperCase();
    const closes = slash === '/';
    const end = Math.min(next?.index ?? text.length, from + LONGEST_VALUE);
    const value = closes || empty === '/' ? '' : valueOf(text.slice(from, end));
    yield { name: upper, kind: closes ? 'CLOSE' : 'OPEN', value, at };
    found = next;
  }
}
