import { sql, type RawBuilder } from 'kysely';
import type { PageOf } from '#schema/platform/shapes.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { searchMatches, type ListQuery, type ListRules } from './lists.ts';

/** Rules of a list that also say where `search=` looks. */
export interface RegisterListRules extends ListRules {
  /** Text that is looked through. */
  searched: RawBuilder<unknown>;
}

/**
 * Condition of what every list filters by: `ids=`, `search=`, and columns that equal the value of a filter (`texts` as
 * `sameText` does); a filter that was not sent (undefined) does not count.
 */
export const matches = (
  list: Pick<ListQuery, 'ids' | 'search'>,
  rules: RegisterListRules,
  equal: Record<string, string | number | boolean | undefined> = {},
  texts: Record<string, string | undefined> = {},
): RawBuilder<boolean> => {
  const conditions = [
    ...(list.ids ? [sql`${sql.ref(rules.key)} = any(${list.ids}::bigint[])`] : []),
    ...(list.search ? [searchMatches(rules.searched, list.search)] : []),
    ...Object.entries(equal)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    ...Object.entries(texts).flatMap(([column, text]) => (text === undefined ? [] : [sameText(sql.ref(column), text)])),
  ];
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/** Condition that a column equals a text, ignoring case, accents and repeated spaces. */
export const sameText = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`search_key(${column}) = search_key(${normalizeSpaces(text)})`;

/** A page of rows as the page of what they are answered as. */
export const mapPage = <Row, Answer>(page: PageOf<Row>, answer: (row: Row) => Answer): PageOf<Answer> => ({
  ...page,
  content: page.content.map(answer),
});
