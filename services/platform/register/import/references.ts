import { sql, type RawBuilder } from 'kysely';
import type { ImportField } from '#domain/imports/description.ts';
import { nearestOf } from '#domain/imports/nearest.ts';
import type { ImportResult } from '#schema/platform/imports.ts';
import type { Trx, Work } from '../../db/unitOfWork.ts';
import { refuse, type Line } from './lines.ts';
import type { Reversal } from './reversal.ts';

/** A row that cells may name. */
export interface Named {
  id: number;
  /** What the screen offers for it. */
  label: string;
  /** Texts that mean it, as `key` makes them. */
  keys: readonly string[];
  /** Why only rows that already refer to it may name it. */
  onlyKept?: string | undefined;
}

/** How rows that cells name and nobody has made yet are made, and taken back with the import that they were made for. */
export interface Making {
  /** Makes rows from texts, and answers their ids in order. */
  make: (trx: Trx, work: Work, texts: readonly string[]) => Promise<number[]>;
  reversal: Reversal;
}

/** What the references of a field are looked up in. */
export interface ReferenceSource {
  /** All rows that cells may name; one statement. */
  load: (trx: Trx, accountId: number) => Promise<Named[]>;
  /** By what a text is compared with `keys`; `search_key` without it. */
  key?: (text: RawBuilder<unknown>) => RawBuilder<unknown>;
  missing: string;
  /** Sentence for a text that means several rows; without it the first one is taken. */
  ambiguous?: string;
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
  labels: readonly string[];
  nearest: (text: string) => string | undefined;
}

const settle = (lookup: Lookup, line: Line, makes: boolean, counts: Map<string, number>): void => {
  const { source } = lookup;
  const { field } = lookup.field;
  const value = line.values[field];
  if (value === undefined) return;
  const many = Array.isArray(value);
  const ids: number[] = [];
  const unmade: string[] = [];
  for (const name of namesOf(value)) {
    const [one, other] = lookup.byKey.get(lookup.keys.get(name) ?? '') ?? [];
    if (one && other && source.ambiguous) refuse(line, field, source.ambiguous);
    else if (one) {
      ids.push(one.id);
      if (one.onlyKept) line.onlyKept.set(field, one.onlyKept);
    } else {
      counts.set(name, (counts.get(name) ?? 0) + 1);
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
  trx: Trx,
  accountId: number,
  { field, source, lines }: { field: ImportField; source: ReferenceSource; lines: readonly Line[] },
): Promise<Lookup> => {
  const rows = await source.load(trx, accountId);
  const names = lines.flatMap(({ values }) => (values[field.field] === undefined ? [] : namesOf(values[field.field])));
  const byKey = new Map<string, Named[]>();
  for (const row of rows) {
    for (const key of new Set(row.keys)) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  const labels = rows.map(({ label }) => label);
  return { field, source, keys: await keysOf(trx, names, source.key), byKey, labels, nearest: nearestOf(labels) };
};

/** Puts rows for the names in the cells of references; names that do not exist are told, or wait to be made. */
export const resolveReferences = async (
  trx: Trx,
  accountId: number,
  request: { fields: readonly ImportField[]; columns: readonly string[]; createMissing: readonly string[] },
  sources: Sources,
  lines: readonly Line[],
): Promise<Resolved> => {
  const resolved: Resolved = { missing: [], options: [] };
  for (const field of request.fields) {
    const source = sources[field.field];
    if (!source || !request.columns.includes(field.field)) continue;
    const lookup = await lookupOf(trx, accountId, { field, source, lines });
    const counts = new Map<string, number>();
    lines.forEach((line) => settle(lookup, line, request.createMissing.includes(field.field), counts));
    resolved.missing.push(...[...counts].map(([text, rows]) => ({ field: field.field, text, rows })));
    resolved.options.push({ field: field.field, texts: lookup.labels.slice(0, MAX_OPTIONS) });
  }
  return resolved;
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
  const made = new Map<ReferenceSource, Map<string, number>>();
  for (const [field, source] of Object.entries(sources)) {
    const wanted = lines.flatMap(({ unmade }) => unmade.get(field) ?? []);
    const { making } = source;
    if (wanted.length === 0 || !making) continue;
    const keys = await keysOf(trx, wanted, source.key);
    const known = made.get(source) ?? new Map<string, number>();
    made.set(source, known);
    const fresh = [...new Map(wanted.map((name) => [keys.get(name) ?? name, name]))].filter(([key]) => !known.has(key));
    const names = fresh.map(([, name]) => name);
    const ids = names.length === 0 ? [] : await making.make(trx, work, names);
    fresh.forEach(([key], index) => known.set(key, ids[index] ?? 0));
    reversals.set(making.reversal, [...(reversals.get(making.reversal) ?? []), ...ids]);
    for (const { unmade, values } of lines) {
      const references = unmade.get(field)?.map((name) => ({ id: known.get(keys.get(name) ?? name) }));
      if (!references) continue;
      const before = values[field];
      values[field] = Array.isArray(before) ? [...(before as object[]), ...references] : references[0];
    }
  }
  return reversals;
};
