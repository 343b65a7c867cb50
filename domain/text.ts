/** Lower case without accents: "Ipê" becomes "ipe". Anything but text gives an empty text (§5). */
export function stripAccents(text: unknown): string {
  if (typeof text !== 'string') return '';
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
}

/** The digits 0-9 of a text, in order. */
export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

/** Trimmed, with every run of white space as one space. */
export function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** True when every word of `needle` occurs somewhere in `haystack`, blind to accents and case. */
export function matchesSearch(haystack: string, needle: string): boolean {
  const text = stripAccents(haystack);
  const words = normalizeSpaces(stripAccents(needle)).split(' ');
  return words.every((word) => text.includes(word));
}
