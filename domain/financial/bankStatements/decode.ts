/** Text of a bank's file, and how it was written. */
export interface DecodedFile {
  text: string;
  /** "UTF-8", "windows-1252" or "UTF-16". */
  encoding: string;
}

/** Some banks pad with zero bytes, which no text may hold. */
const decodeAs = (bytes: Uint8Array, label: string, fatal = true): string =>
  new TextDecoder(label, { fatal }).decode(bytes).replaceAll('\u0000', ' ');

/**
 * Text of a bank's file. What its header says is often wrong: UTF-16 where a mark says so, UTF-8 where every byte is valid, else
 * windows-1252, which holds latin-1.
 */
export const decodeBankFile = (bytes: Uint8Array): DecodedFile => {
  try {
    if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: decodeAs(bytes, 'utf-16le'), encoding: 'UTF-16' };
    if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: decodeAs(bytes, 'utf-16be'), encoding: 'UTF-16' };
    return { text: decodeAs(bytes, 'utf-8'), encoding: 'UTF-8' };
  } catch {
    return { text: decodeAs(bytes, 'windows-1252', false), encoding: 'windows-1252' };
  }
};
