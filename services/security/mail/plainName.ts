/** Longest name that a mail repeats, in characters. */
const LONGEST = 60;

/**
 * A name as a mail may say it: whoever chose it is often a stranger to whoever reads it, and mail programs make a link
 * of everything that looks like an address. Nothing stays that one is made of: no "@", no "://", no slash, no dot
 * between letters or digits (but that of initials: "S.A."), nothing invisible, and no more than a line.
 */
export const plainName = (name: string): string => {
  const text = name
    .normalize('NFC')
    .replace(/\P{ASCII}/gu, plainForm)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/[@/\\<>|]+|:(?=\S)/gu, ' ')
    .replace(/[.。](?=[\p{L}\p{N}\p{M}])/gu, (dot, at: number, whole: string) => (isOfInitials(whole, at) ? dot : ' '))
    .replace(/ +/g, ' ')
    .trim();
  const characters = [...text];
  return characters.length > LONGEST
    ? `${characters
        .slice(0, LONGEST - 1)
        .join('')
        .trim()}…`
    : text;
};

/** What only looks like one of the characters below, as that one; whatever else stays: "nº 3". */
const plainForm = (character: string): string => {
  const plain = character.normalize('NFKC');
  return /[@/\\<>|:.。]/u.test(plain) ? plain : character;
};

/** "S.A": one letter on either side. */
const isOfInitials = (text: string, at: number): boolean =>
  /(?:^|[^\p{L}\p{N}\p{M}-])\p{L}$/u.test(text.slice(0, at)) &&
  /^\p{L}(?![\p{L}\p{N}\p{M}-])/u.test(text.slice(at + 1));
