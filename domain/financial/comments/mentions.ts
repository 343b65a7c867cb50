/** Characters of a comment. */
export const MAX_COMMENT = 2_000;
/** People whom one comment may mention. */
export const MAX_MENTIONS = 20;

export interface Person {
  id: string | number;
  name: string;
}

/** A mention within the stored text, "@[12]": the id, so that the name is always the one of today. */
const MENTION = /@\[(\d{1,15})\]/g;

/** Ids of those whom a stored text mentions, each once, in the order of the text. */
export const mentionedIn = (text: string): number[] => [
  ...new Set([...text.matchAll(MENTION)].map(([, id]) => Number(id))),
];

export interface TextPart {
  text: string;
  /** Whether it is a name. */
  mention: boolean;
}

const GONE = 'Usuário excluído';

/** A stored text in pieces, with the names of those whom it mentions. */
export const commentParts = (text: string, people: readonly Person[]): TextPart[] => {
  const names = new Map(people.map(({ id, name }) => [String(id), name]));
  return text
    .split(/(@\[\d{1,15}\])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const id = /^@\[(\d{1,15})\]$/.exec(piece)?.[1];
      return id === undefined ? { text: piece, mention: false } : { text: `@${names.get(id) ?? GONE}`, mention: true };
    });
};

/** A stored text as it is read and typed: "@Ana Souza, confira". */
export const commentText = (text: string, people: readonly Person[]): string =>
  commentParts(text, people)
    .map((piece) => piece.text)
    .join('');

/** Somebody whom a text that is being typed mentions, as the text has them. */
export interface Picked {
  id: string;
  /** "Ana Souza", or "Ana Souza (2)" beside another one of this name. */
  label: string;
}

/** The picked ones with one more; who has the name of another one gets a number, so that the text tells them apart. */
export const withPicked = (picked: readonly Picked[], { id, name }: Person): { picked: Picked[]; label: string } => {
  const known = picked.find((one) => one.id === String(id));
  if (known) return { picked: [...picked], label: known.label };
  const taken = new Set(picked.map(({ label }) => label));
  let label = name;
  for (let number = 2; taken.has(label); number += 1) label = `${name} (${number})`;
  return { picked: [...picked, { id: String(id), label }], label };
};

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** What is sent of a typed text: every "@name" of a picked one as its id. Longer names first: "@Ana Souza" is not "@Ana". */
export const storedText = (typed: string, picked: readonly Picked[]): string => {
  const byLabel = new Map(picked.map(({ id, label }) => [label, id]));
  const labels = [...byLabel.keys()].sort((a, b) => b.length - a.length).map(escaped);
  if (labels.length === 0) return typed;
  return typed.replace(new RegExp(`@(${labels.join('|')})(?![\\p{L}\\p{N}])`, 'gu'), (whole, label: string) => {
    const id = byLabel.get(label);
    return id === undefined ? whole : `@[${id}]`;
  });
};

/** The picked ones of a stored text, and the text to be typed on. */
export const typedText = (stored: string, people: readonly Person[]): { text: string; picked: Picked[] } => {
  let picked: Picked[] = [];
  const byId = new Map<string, string>();
  for (const id of mentionedIn(stored)) {
    const person = people.find((one) => String(one.id) === String(id)) ?? { id, name: GONE };
    const next = withPicked(picked, person);
    picked = next.picked;
    byId.set(String(id), next.label);
  }
  const text = stored.replace(MENTION, (whole, id: string) => {
    const label = byId.get(String(Number(id)));
    return label === undefined ? whole : `@${label}`;
  });
  return { text, picked };
};

/** What is searched while a name is typed: the text from the last "@" to the caret; null where nobody is being mentioned. */
export const searchedAt = (
  text: string,
  caret: number,
  picked: readonly Picked[],
): { from: number; search: string } | null => {
  const found = /(?:^|[\s(])@([\p{L}\p{N}'.-]*(?: [\p{L}\p{N}'.-]*){0,3})$/u.exec(text.slice(0, caret));
  const search = found?.[1];
  if (search === undefined) return null;
  const isPicked = picked.some(({ label }) => search === label || search.startsWith(`${label} `));
  return isPicked ? null : { from: caret - search.length - 1, search };
};
