/** Maximum length of a name in a mail, in characters. */
const LONGEST = 60;

/**
 * Makes a name safe for a mail: its author may be a stranger to the recipient, and mail programs turn everything like
 * an address into a link. Removes "@", "://", slashes, dots between letters or digits (except initials: "S.A."),
 * invisible characters and line breaks, and truncates it.
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

/** Replaces a look-alike of the characters below with that character; keeps other ones ("nº 3"). */
const plainForm = (character: string): string => {
  const plain = character.normalize('NFKC');
  return /[@/\\<>|:.。]/u.test(plain) ? plain : character;
};

/** True for a dot between single letters: "S.A". */
const isOfInitials = (text: string, at: number): boolean =>
  /(?:^|[^\p{L}\p{N}\p{M}-])\p{L}$/u.test(text.slice(0, at)) &&
  /^\p{L}(?![\p{L}\p{N}\p{M}-])/u.test(text.slice(at + 1));
