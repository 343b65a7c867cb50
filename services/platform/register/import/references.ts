import { sql, type RawBuilder } from 'kysely';
import type { ImportField } from '#domain/imports/description.ts';
import { nearestOf } from '#domain/imports/nearest.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import type { Importing } from './importing.ts';
import { refuse, type Line } from './lines.ts';
import type { Reversal } from './reversal.ts';

/** A row that cells may name. */
export interface Named {
  id: number;
  /** What the screen offers for it. */
  label: string;
  /** Texts that mean it, as `key` makes them. */
  keys: readonly string[];
  /** What a cell of the field `beside` says of it; null where it is not known. */
  beside?: string | null;
  /** Why only rows that already refer to it may name it. */
  onlyKept?: string | undefined;
}

/** How rows that cells name and nobody has made yet are made, and taken back with the import that they were made for. */
export interface Making {
  /** Makes rows from texts, and from what stands in the field `beside` them, and answers their ids in order. */
  make: (trx: Trx, work: Work, texts: readonly string[], beside: readonly (string | null)[]) => Promise<number[]>;
  reversal: Reversal;
}

/** What the references of a field are looked up in. */
export interface ReferenceSource {
  /** All rows that cells may name; one statement. */
  load: (trx: Trx, accountId: number, importing: Importing) => Promise<Named[]>;
  /** By what a text is compared with `keys`; `search_key` without it. */
  key?: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  missing: string;
  /** Sentence for a text that means several rows; without it the first one is taken. */
  ambiguous?: string;
  /** Another field that tells a row before its name does: the CNPJ of a supplier. */
  beside?: { field: string; unknown: string; ofOther: (label: string) => string };
  /** Longest text that `making` takes. */
  longest?: number;
  making?: Making;
}

export type Sources = Readonly<Record<string, ReferenceSource>>;

/** Most texts that are offered for a field. */
const MAX_OPTIONS = 500;

/** Keys of texts, as the database makes them. */
export const keysOf = async (
  trx: Trx,
  texts: readonly string[],
  key: (text: RawBuilder<unknown>) => RawBuilder<unknown> = (text) => sql`search_key(${text})`,
): Promise<Map<string, string>> => {
  const distinct = [...new Set(texts)];
  const { rows } = await sql<{ text: string; key: string }>`
    select t.text, ${key(sql.ref('t.text'))} as key from unnest(${distinct}::text[]) as t (text)`.execute(trx);
  return new Map(rows.map((row) => [row.text, row.key]));
};

const namesOf = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : [String(value)]);

export interface Resolved {
  missing: ImportResult['missing'];
  options: ImportResult['options'];
}

const tooLong = (longest = 0): string => `Informe no máximo ${longest} caracteres.`;

interface Lookup {
  field: ImportField;
  source: ReferenceSource;
  keys: ReadonlyMap<string, string>;
  byKey: ReadonlyMap<string, readonly Named[]>;
  byBeside: ReadonlyMap<string, Named>;
  labels: readonly string[];
  nearest: (text: string) => string | undefined;
}

/** What the cell beside says, where it can be read. */
const besideOf = ({ beside }: ReferenceSource, { values }: Line): string | null => {
  const value = beside && values[beside.field];
  return typeof value === 'string' ? value : null;
};

/** The rows that a name means. One that is known by something else than what stands beside the name is another one. */
const namedBy = ({ byKey, keys }: Lookup, name: string, beside: string | null): readonly Named[] => {
  const found = byKey.get(keys.get(name) ?? '') ?? [];
  return beside === null ? found : found.filter((row) => row.beside === undefined || row.beside === null);
};

/** The row that stands beside; a name which means another one contradicts it. */
const takeBeside = (lookup: Lookup, line: Line, found: Named): void => {
  const { source, byKey, keys } = lookup;
  const { field } = lookup.field;
  const value = line.values[field];
  const named = value === undefined ? [] : (byKey.get(keys.get(String(value)) ?? '') ?? []);
  if (source.beside && named.length > 0 && !named.includes(found))
    refuse(line, source.beside.field, source.beside.ofOther(found.label));
  if (found.onlyKept) line.onlyKept.set(field, found.onlyKept);
  line.values[field] = { id: found.id };
};

/** Names that do not exist, by their keys, and how many rows name them. */
type Missing = Map<string, { text: string; rows: number }>;

const settle = (lookup: Lookup, line: Line, makes: boolean, missing: Missing): void => {
  const { source } = lookup;
  const { field } = lookup.field;
  const value = line.values[field];
  const beside = besideOf(source, line);
  const told = beside === null ? undefined : lookup.byBeside.get(beside);
  if (told) return takeBeside(lookup, line, told);
  if (value === undefined) {
    if (beside !== null && source.beside) refuse(line, source.beside.field, source.beside.unknown);
    return;
  }
  const many = Array.isArray(value);
  const ids: number[] = [];
  const unmade: string[] = [];
  for (const name of namesOf(value)) {
    const [one, other] = namedBy(lookup, name, beside);
    if (one && other && source.ambiguous) refuse(line, field, source.ambiguous);
    else if (one) {
      ids.push(one.id);
      if (one.onlyKept) line.onlyKept.set(field, one.onlyKept);
    } else {
      const key = lookup.keys.get(name) ?? name;
      missing.set(key, { text: name, ...missing.get(key), rows: (missing.get(key)?.rows ?? 0) + 1 });
      unmade.push(name);
      if (!makes) refuse(line, field, source.missing, many ? undefined : lookup.nearest(name));
      else if (name.length > (source.longest ?? Infinity)) refuse(line, field, tooLong(source.longest));
    }
  }
  if (unmade.length > 0) line.unmade.set(field, unmade);
  const [id] = ids;
  line.values[field] = many ? ids.map((one) => ({ id: one })) : id === undefined ? undefined : { id };
};

const lookupOf = async (
  importing: Importing,
  { field, source, lines }: { field: ImportField; source: ReferenceSource; lines: readonly Line[] },
): Promise<Lookup> => {
  const { trx, session } = importing;
  const rows = await source.load(trx, session.accountId, importing);
  const names = lines.flatMap(({ values }) => (values[field.field] === undefined ? [] : namesOf(values[field.field])));
  const byKey = new Map<string, Named[]>();
  for (const row of rows) {
    for (const key of new Set(row.keys)) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  const byBeside = new Map(rows.flatMap((row) => (row.beside == null ? [] : [[row.beside, row] as const])));
  const labels = rows.map(({ label }) => label);
  const keys = await keysOf(trx, names, source.key);
  return { field, source, keys, byKey, byBeside, labels, nearest: nearestOf(labels) };
};

/** Puts rows for the names in the cells of references; names that do not exist are told, or wait to be made. */
export const resolveReferences = async (
  importing: Importing,
  request: { fields: readonly ImportField[]; columns: readonly string[]; createMissing: readonly string[] },
  sources: Sources,
  lines: readonly Line[],
): Promise<Resolved> => {
  const resolved: Resolved = { missing: [], options: [] };
  for (const field of request.fields) {
    const source = sources[field.field];
    const asked = [field.field, source?.beside?.field ?? field.field];
    if (!source || !asked.some((one) => request.columns.includes(one))) continue;
    const lookup = await lookupOf(importing, { field, source, lines });
    const missing: Missing = new Map();
    lines.forEach((line) => settle(lookup, line, request.createMissing.includes(field.field), missing));
    const { nearest } = lookup;
    resolved.missing.push(
      ...[...missing.values()].map((one) => {
        const similar = nearest(one.text);
        return { field: field.field, ...one, ...(similar === undefined ? {} : { similar }) };
      }),
    );
    resolved.options.push({ field: field.field, texts: lookup.labels.slice(0, MAX_OPTIONS) });
  }
  return resolved;
};

/** A reference that is to be made for some lines. */
interface Unmade {
  name: string;
  key: string;
  beside: string | null;
}

/** By what lines mean the same new row: what stands beside the name, else the name alone. */
class Made {
  readonly #byName = new Map<string, number>();
  readonly #byBeside = new Map<string, number>();

  find({ key, beside }: Unmade): number | undefined {
    return beside === null ? this.#byName.get(key) : this.#byBeside.get(beside);
  }

  keep({ key, beside }: Unmade, id: number): void {
    if (beside !== null) this.#byBeside.set(beside, id);
    if (beside === null || !this.#byName.has(key)) this.#byName.set(key, id);
  }
}

/** Those that nobody has made yet, each once; a name alone means the row of another line which says more of it. */
const freshOf = (wanted: readonly Unmade[], made: Made): Unmade[] => {
  const planned = new Made();
  const told = wanted.toSorted((a, b) => Number(a.beside === null) - Number(b.beside === null));
  return told.filter((one, index) => {
    if (made.find(one) !== undefined || planned.find(one) !== undefined) return false;
    planned.keep(one, index);
    return true;
  });
};

/** Makes the references that lines wait for, each once, puts them in their places, and answers their ids by what takes them back. */
export const makeMissing = async (
  trx: Trx,
  work: Work,
  sources: Sources,
  lines: readonly Line[],
): Promise<Map<Reversal, number[]>> => {
  const reversals = new Map<Reversal, number[]>();
  // A source may serve two fields: what one of them makes, the other one finds.
  const made = new Map<ReferenceSource, Made>();
  for (const [field, source] of Object.entries(sources)) {
    const { making } = source;
    const waiting = lines.filter(({ unmade }) => unmade.has(field));
    if (waiting.length === 0 || !making) continue;
    const names = waiting.flatMap(({ unmade }) => unmade.get(field) ?? []);
    const keys = await keysOf(trx, names, source.key);
    const wantedBy = (line: Line): Unmade[] =>
      (line.unmade.get(field) ?? []).map((name) => ({
        ...{ name, key: keys.get(name) ?? name, beside: besideOf(source, line) },
      }));
    const known = made.get(source) ?? new Made();
    made.set(source, known);
    const fresh = freshOf(waiting.flatMap(wantedBy), known);
    const [texts, beside] = [fresh.map(({ name }) => name), fresh.map((one) => one.beside)];
    const ids = fresh.length === 0 ? [] : await making.make(trx, work, texts, beside);
    fresh.forEach((one, index) => known.keep(one, ids[index] ?? 0));
    reversals.set(making.reversal, [...(reversals.get(making.reversal) ?? []), ...ids]);
    for (const line of waiting) {
      const references = wantedBy(line).map((one) => ({ id: known.find(one) }));
      const before = line.values[field];
      line.values[field] = Array.isArray(before) ? [...(before as object[]), ...references] : references[0];
    }
  }
  return reversals;
};
