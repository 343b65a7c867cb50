import { refuse, type Line } from './lines.ts';

/** One way to tell a stored row: by its tax id, by its name. */
export interface Identity<Row> {
  /** Fields that it takes, for messages; the first one is where a repeated row is told. */
  field: string;
  /** Of a line; null where the line does not say enough. */
  ofLine: (line: Line<Row>) => string | null;
  /** Of a stored row: all that it goes by; none where it does not hold enough. */
  ofRow: (row: Row) => readonly string[];
}

export interface Matching<Row> {
  identities: readonly Identity<Row>[];
  changesOf: (line: Line<Row>, row: Row) => string[];
  /** Sentence for a line that may mean several rows. */
  ambiguous: string;
}

type Index<Row> = Map<string, Row[]>;

const indexOf = <Row>(rows: readonly Row[], { ofRow }: Identity<Row>): Index<Row> => {
  const index: Index<Row> = new Map();
  for (const row of rows) {
    for (const key of ofRow(row)) {
      const known = index.get(key);
      if (known) known.push(row);
      else index.set(key, [row]);
    }
  }
  return index;
};

/**
 * Finds the stored row of each line by the first identity that finds one; a row that differs in an earlier identity is
 * another one. Each stored row is found once: a line that repeats an earlier one is refused.
 */
export const matchLines = <Row>(
  lines: readonly Line<Row>[],
  rows: readonly Row[],
  { identities, changesOf, ambiguous }: Matching<Row>,
): void => {
  const indexes = identities.map((identity) => indexOf(rows, identity));
  const taken = new Map<Row, number>();
  const seen = new Map<string, number>();

  const differsEarlier = (line: Line<Row>, row: Row, at: number): boolean =>
    identities.slice(0, at).some(({ ofLine, ofRow }) => {
      const [wanted, stored] = [ofLine(line), ofRow(row)];
      return wanted !== null && stored.length > 0 && !stored.includes(wanted);
    });

  /** The row that a line means, or why it means none. */
  const find = (line: Line<Row>): Row | string | undefined => {
    for (const [at, { ofLine }] of identities.entries()) {
      const key = ofLine(line);
      if (key === null) continue;
      const found = (indexes[at]?.get(key) ?? []).filter((row) => !differsEarlier(line, row, at));
      const free = found.filter((row) => !taken.has(row));
      const [one] = free;
      if (free.length === 1 || (one && changesOf(line, one).length === 0)) return one;
      if (free.length > 1) return free.find((row) => changesOf(line, row).length === 0) ?? ambiguous;
      const repeated = found[0] && taken.get(found[0]);
      if (repeated !== undefined) return `Repete a linha ${repeated}.`;
    }
    return undefined;
  };

  for (const line of lines) {
    const own = identities.find(({ ofLine }) => ofLine(line) !== null);
    const key = own && `${own.field}/${own.ofLine(line)}`;
    const found = find(line);
    if (typeof found === 'string') refuse(line, own?.field ?? '', found);
    else if (found !== undefined) {
      line.existing = found;
      taken.set(found, line.line);
    } else if (key !== undefined && own) {
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, line.line);
      else refuse(line, own.field, `Repete a linha ${earlier}.`);
    }
  }
};
