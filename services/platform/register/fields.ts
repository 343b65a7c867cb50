import { sql, type RawBuilder } from 'kysely';
import type { FieldProblem } from '#domain/errors.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { invalid } from '../errors.ts';
import { blankAsNull } from '../text.ts';

type Key = (text: RawBuilder<unknown>) => RawBuilder<unknown>;
const searchKey: Key = (value) => sql`search_key(${value})`;

/** How one field of a register is kept in its column, found and sorted by. `Value` is what the body may say of it. */
export interface Field<Value> {
  /** What the column keeps of a value. */
  keep: (value: Value) => unknown;
  /** Sentence for a value that is not accepted; of a list, problems at their places in it ("0.key"). */
  refuse?: (value: Value) => string | readonly FieldProblem[] | undefined;
  /** Texts are found and sorted blind to case, accents and stray spaces; everything else by what is kept. */
  blind?: boolean;
  /** By what two texts are the same, where that is more than `search_key`: m³ is M3. */
  key?: Key;
  sortable?: boolean;
  /** Whether `search=` looks at it. */
  searched?: boolean;
}

/** A name: required, found and sorted by, searched. */
export const name: Field<string> = { keep: normalizeSpaces, blind: true, sortable: true, searched: true };

/** Any other text; blank is null (§3). */
export const text: Field<string | null> = { keep: (value) => blankAsNull(value), blind: true };

/** A value that is kept as it comes, such as a day. */
export const plain: Field<unknown> = { keep: (value) => value };

/** One of a few words, found and sorted by. */
export const choice: Field<string> = { keep: (value) => value, sortable: true };

/** A text that has a form of its own, such as a CPF, which is kept without its mask. */
export const formed = (form: {
  accepts: (text: string) => boolean;
  keep: (text: string) => string;
  message: string;
}): Field<string | null> => ({
  keep: (value) => {
    const kept = blankAsNull(value);
    return kept ? form.keep(kept) : kept;
  },
  refuse: (value) => {
    const kept = blankAsNull(value);
    return kept && !form.accepts(kept) ? form.message : undefined;
  },
});

/** A list that is kept as JSON: what is read of it, or problems at their places in it. */
export const listed = <Item>(
  read: (items: readonly Item[]) => { kept: readonly unknown[]; problems: readonly FieldProblem[] },
): Field<readonly Item[]> => ({
  keep: (items) => JSON.stringify(read(items).kept),
  refuse: (items) => read(items).problems,
});

/** Fields of every register, which their descriptions do not repeat. */
type Standard = 'id' | 'version' | 'active';

/** `balanceDate` as `balance_date`. */
type ColumnOf<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : Field;

/** One entry for each field of a body: a field that is forgotten here, or has no column, does not compile. */
export type FieldsOf<Body, Columns> = {
  [K in Exclude<keyof Body, Standard> & string]-?: ColumnOf<K> extends Columns
    ? Field<Exclude<Body[K], undefined>>
    : `The table has no column ${ColumnOf<K>}`;
};

/** Fields once their types are of no more use. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

/** `balanceDate` stands in the column `balance_date`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Column of the register's own table, which every statement about a register calls `r`. */
export const refOf = (field: string): RawBuilder<unknown> => sql.ref(`r.${columnOf(field)}`);

const problemsAt = (path: string, refusal: ReturnType<NonNullable<Field<unknown>['refuse']>>): FieldProblem[] => {
  if (refusal === undefined) return [];
  if (typeof refusal === 'string') return [{ path, message: refusal }];
  return refusal.map((problem) => ({ ...problem, path: `${path}.${problem.path}` }));
};

/**
 * A body as columns; what it does not speak of has none.
 * @throws ServiceError 400 that names every field whose value is not accepted
 */
export const columnsOf = (fields: Fields, body: object): Record<string, unknown> => {
  const sentFields = Object.entries(fields).flatMap(([key, field]) => {
    const value: unknown = Reflect.get(body, key);
    return value === undefined ? [] : [{ key, field, value }];
  });
  const wrong = sentFields.flatMap(({ key, field, value }) => problemsAt(key, field.refuse?.(value)));
  if (wrong.length > 0) throw invalid(wrong);
  const active: unknown = Reflect.get(body, 'active');
  return {
    ...Object.fromEntries(sentFields.map(({ key, field, value }) => [columnOf(key), field.keep(value)])),
    ...(active === undefined ? {} : { active }),
  };
};

const sameKey = ({ key = searchKey }: Field<unknown>, field: string, value: string): RawBuilder<boolean> =>
  sql<boolean>`${key(refOf(field))} = ${key(sql`${normalizeSpaces(value)}`)}`;

/** Conditions of the equality filters that a query names; other keys of the query are none. */
export const equalities = (fields: Fields, query: object): RawBuilder<boolean>[] =>
  Object.entries({ ...fields, active: plain }).flatMap(([key, field]) => {
    const value: unknown = Reflect.get(query, key);
    if (value === undefined) return [];
    return [field.blind ? sameKey(field, key, String(value)) : sql<boolean>`${refOf(key)} = ${field.keep(value)}`];
  });

/** What a list of these fields sorts by. */
export const sortableOf = (fields: Fields): Record<string, RawBuilder<unknown>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { sortable }]) => sortable)
      .map(([field, { blind, key = searchKey }]) => [field, blind ? key(refOf(field)) : refOf(field)]),
  );

/** The text that `search=` looks through: the first one as it is, what may be null after it. */
export const searchedOf = (fields: Fields): RawBuilder<unknown> => {
  const [first, ...others] = Object.entries(fields).flatMap(([field, { searched, key }]) => {
    if (!searched) return [];
    return key ? [refOf(field), key(refOf(field))] : [refOf(field)];
  });
  if (!first) throw new Error('A register needs a field that is searched');
  return sql.join([first, ...others.map((column) => sql`coalesce(${column}, '')`)], sql` || ' ' || `);
};
