/** Elements of an EMV code: an identifier and a length of two digits each, then the value. */
export type Elements = ReadonlyMap<string, string>;

interface Parsed {
  elements: Elements;
  /** Characters that were read. */
  length: number;
}

const HEAD = 4;

/** Reads elements up to the end of the text, or up to and with element `last`; null for a broken one. */
export const readElements = (text: string, last?: string): Parsed | null => {
  const elements = new Map<string, string>();
  let at = 0;
  while (at < text.length) {
    const head = text.slice(at, at + HEAD);
    if (!/^\d{4}$/.test(head)) return null;
    const [id, length] = [head.slice(0, 2), Number(head.slice(2))];
    const value = text.slice(at + HEAD, at + HEAD + length);
    if (value.length < length || elements.has(id)) return null;
    elements.set(id, value);
    at += HEAD + length;
    if (id === last) return { elements, length: at };
  }
  return last === undefined ? { elements, length: at } : null;
};

/** CRC-16 of element 63: polynomial 0x1021, begins with 0xFFFF, over the bytes of the text in UTF-8. */
export const crc16 = (text: string): string => {
  const crc = new TextEncoder().encode(text).reduce((before, byte) => {
    let value = before ^ (byte << 8);
    for (let bit = 0; bit < 8; bit += 1) value = value & 0x8000 ? (value << 1) ^ 0x1021 : value << 1;
    return value & 0xffff;
  }, 0xffff);
  return crc.toString(16).toUpperCase().padStart(4, '0');
};
