import { wordKey } from './cells.ts';

/** Edits between two texts; more than `limit` once there are more. */
const edits = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      current.push(Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + same));
    }
    if (Math.min(...current) > limit) return limit + 1;
    above = current;
  }
  return above[b.length] ?? 0;
};

/** What companies are called behind their names, which lists leave out. */
const FORMS = / (ltda|me|epp|eireli|mei|s a|sa|cia|ltda me|ltda epp)$/;

/** A name without the form of its company: "São Jorge Ltda – ME" is "sao jorge". */
const stemOf = (key: string): string => {
  const stem = key.replace(FORMS, '');
  return stem === key ? key : stemOf(stem);
};

/** Most texts that are compared with all labels: a column of another kind would take seconds. */
const MAX_COMPARED = 200;

/** Shortest name that stands for the longer one which begins with it. */
const SHORTEST_BEGINNING = 5;

interface Label {
  label: string;
  key: string;
}

/** The only label that begins with a text as a whole word: "Eletro Luz" is "Eletro Luz Materiais Elétricos". */
const longerOf = (known: readonly Label[], wanted: string): string | undefined => {
  if (wanted.length < SHORTEST_BEGINNING) return undefined;
  const [found, other] = known.filter(({ key }) => key.startsWith(`${wanted} `));
  return other === undefined ? found?.label : undefined;
};

/**
 * Returns what finds the label that a mistyped text probably means: at most a quarter of its letters differ, and three; or the
 * only one that goes on after it. The form of a company does not count.
 */
export const nearestOf = (labels: readonly string[]): ((text: string) => string | undefined) => {
  const known = labels.map((label): Label => ({ label, key: stemOf(wordKey(label)) }));
  const answers = new Map<string, string | undefined>();
  const find = (text: string): string | undefined => {
    const wanted = stemOf(wordKey(text));
    let [best, limit] = [undefined as string | undefined, Math.min(3, Math.floor(wanted.length / 4))];
    for (const { label, key } of known) {
      const count = limit < 0 ? limit + 1 : edits(wanted, key, limit);
      if (count <= limit) [best, limit] = [label, count - 1];
    }
    return best ?? longerOf(known, wanted);
  };
  return (text) => {
    if (!answers.has(text) && answers.size < MAX_COMPARED) answers.set(text, find(text));
    return answers.get(text);
  };
};
