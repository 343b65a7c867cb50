/** Lower case without accents: "Ipê" becomes "ipe"; '' for anything but text (§5). */
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

/** True when `haystack` contains every word of `needle`, ignoring accents and case. */
export function matchesSearch(haystack: string, needle: string): boolean {
  const text = stripAccents(haystack);
  const words = normalizeSpaces(stripAccents(needle)).split(' ');
  return words.every((word) => text.includes(word));
}
