import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { MOST_EXPORTED_ROWS } from '#schema/lists/export.ts';
import type { PageOf } from '#schema/platform/shapes.ts';
import type { Trx } from '../db/unitOfWork.ts';
import { invalid } from '../errors.ts';

/**
 * Maximum page size, also where a call has no size (§7) or asks for pages of 2,000,000 (§9): no page is longer than this.
 * `last` and `totalElements` tell whether more rows exist.
 */
export const MAX_PAGE_SIZE = 10_000;
/** Keys that one `ids=` may name. */
const MAX_IDS = 1_000;

/** The query keys that every list understands, as `listKeys` of the contract declares them. */
export interface ListKeys {
  page?: number | undefined;
  size?: number | undefined;
  sort?: string | undefined;
  ids?: string | undefined;
  search?: string | undefined;
  allIds?: boolean | undefined;
}

interface Order {
  column: RawBuilder<unknown>;
  desc: boolean;
}

/** A list request, read and bounded. */
export interface ListQuery {
  page: number;
  size: number;
  offset: number;
  order: Order[];
  /** The column of the key, and whether the keys of all rows are asked for, too. */
  key: RawBuilder<unknown>;
  allIds: boolean;
  /** Keys of `ids=`, without repeats; null when it was not sent. An unknown key is simply not answered. */
  ids: number[] | null;
  /** Text of `search=`, trimmed; null when there is none. Compare with `searchMatches`. */
  search: string | null;
}

export interface ListRules {
  /** Field of the contract → column ("w.identifier") or expression that it sorts by. Nothing else can be sorted by. */
  sortable: Record<string, string | RawBuilder<unknown>>;
  /** Default sort: "name" or "date:desc". */
  defaultSort: string;
  /** Column of the key: the last word in every order, so that pages never overlap. */
  key: string;
  maxSize?: number;
}

const columnOf = (column: string | RawBuilder<unknown>): RawBuilder<unknown> =>
  typeof column === 'string' ? sql.ref(column) : column;

/** One entry of `sort`: "field" or "field:desc"; anything else after the colon is ascending (§2). */
const readOrder = (entry: string, { sortable }: ListRules): Order => {
  const [field = '', direction] = entry.trim().split(':');
  const column = Object.hasOwn(sortable, field) ? sortable[field] : undefined;
  if (column === undefined) {
    const message = `Não é possível ordenar por "${field}".`;
    throw invalid([{ path: 'sort', message }], message);
  }
  return { column: columnOf(column), desc: direction === 'desc' };
};

/** Keys of `ids=`, without repeats; null when it was not sent. */
export const readIds = (text: string | undefined): number[] | null => {
  if (text === undefined) return null;
  const ids = [...new Set(text.split(',').map(Number))];
  if (ids.length > MAX_IDS) {
    const message = `Informe no máximo ${MAX_IDS} registros em ids.`;
    throw invalid([{ path: 'ids', message }], message);
  }
  if (!ids.every(Number.isSafeInteger)) {
    throw invalid([{ path: 'ids', message: 'Há um número grande demais.' }]);
  }
  return ids;
};

/** Reads what every list understands; 400 for a sort that the list does not offer. */
export const readListQuery = (query: ListKeys, rules: ListRules): ListQuery => {
  const ids = readIds(query.ids);
  const wanted = query.size ?? (ids ? Math.max(ids.length, 1) : MAX_PAGE_SIZE);
  const size = Math.min(wanted, rules.maxSize ?? MAX_PAGE_SIZE);
  const page = query.page ?? 0;
  const order = (query.sort ?? rules.defaultSort)
    .split(',')
    .slice(0, 5)
    .map((entry) => readOrder(entry, rules));
  return {
    page,
    size,
    offset: page * size,
    // The key goes the way of the last word, so that one index, read forwards or backwards, serves the whole order.
    order: [...order, { column: sql.ref(rules.key), desc: order.at(-1)?.desc ?? false }],
    key: sql.ref(rules.key),
    allIds: query.allIds ?? false,
    ids,
    search: query.search?.trim() || null,
  };
};

/** Condition "the column contains the text", blind to case and accents; %, _ and \ are what they are. */
export const searchMatches = (column: RawBuilder<unknown>, search: string): RawBuilder<boolean> =>
  sql<boolean>`search_key(${column}) like search_pattern(${search})`;

const sorted = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  { order }: ListQuery,
): SelectQueryBuilder<DB, TB, O> =>
  order.reduce((query, { column, desc }) => query.orderBy(column, (by) => (desc ? by.desc() : by.asc())), rows);

/** Sorts a query and limits it to the requested page. */
export const paged = <DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  list: ListQuery,
): SelectQueryBuilder<DB, TB, O> => sorted(rows, list).limit(list.size).offset(list.offset);

const ordered = ({ order }: ListQuery, last: readonly RawBuilder<unknown>[] = []): RawBuilder<unknown> =>
  sql`order by ${sql.join([...order.map(({ column, desc }) => (desc ? sql`${column} desc` : column)), ...last])}`;

/** The same for a statement written as text; `last` is the rest of a key of several columns. */
export const orderAndCut = (list: ListQuery, ...last: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql`${ordered(list, last)} limit ${list.size} offset ${list.offset}`;

/**
 * The first page, for a statement that is planned once: it says how many rows that are. PostgreSQL takes a number that it does not
 * know for a tenth of all rows, and sorts a large account instead of walking an index to fifteen of them.
 */
export const orderAndTakeFirst = (list: ListQuery): RawBuilder<unknown> =>
  sql`${ordered(list)} limit ${sql.lit(list.size)}`;

/**
 * What `allIds` adds to an answer: the keys of the rows of all pages, found by one statement. `rows` is the list's "from …
 * where …". Who reads the rows of these keys by `ids=` walks the list without skipping those before them.
 */
export const allIds = async (trx: Trx, list: ListQuery, rows: RawBuilder<unknown>): Promise<{ ids?: number[] }> => {
  if (!list.allIds) return {};
  const found = await sql<{ ids: number[] }>`
    select array(select ${list.key} ${rows} ${ordered(list)} limit ${MOST_EXPORTED_ROWS}) as ids`.execute(trx);
  return { ids: found.rows[0]?.ids ?? [] };
};

/** A page of rows that are all at hand. */
export const pageOfAll = <T>(rows: readonly T[], { page: number = 0, size: wanted }: ListKeys): PageOf<T> => {
  const size = Math.min(wanted ?? MAX_PAGE_SIZE, MAX_PAGE_SIZE);
  const end = (number + 1) * size;
  const content = rows.slice(number * size, end);
  return { content, number, size, last: end >= rows.length, totalElements: rows.length };
};

/** Builds the answer of a list. */
export const page = <T>(list: ListQuery, content: T[], totalElements: number): PageOf<T> => ({
  content,
  number: list.page,
  size: list.size,
  last: list.offset + content.length >= totalElements,
  totalElements,
});

/** Returns the answer of a list; counts the total only where the page does not give it. */
export const withTotal = async <T>(list: ListQuery, content: T[], count: () => Promise<number>): Promise<PageOf<T>> => {
  const isLastPage =
    (content.length < list.size && (content.length > 0 || list.page === 0)) ||
    (list.page === 0 && content.length === list.ids?.length);
  return page(list, content, isLastPage ? list.offset + content.length : await count());
};

/** How many rows a query finds, one by one. */
const countRows = async <DB, TB extends keyof DB>(filtered: SelectQueryBuilder<DB, TB, object>): Promise<number> => {
  const counted = await filtered.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  return (counted as { total: number } | undefined)?.total ?? 0;
};

/**
 * Runs a list: the page of rows, and their total. `filtered` holds tables, joins and conditions; `select` adds the
 * columns. `kept` answers the total where it is kept beside the rows; else they are counted.
 */
export const fetchPage = async <DB, TB extends keyof DB, Row>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  list: ListQuery,
  select: (rows: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  kept?: () => Promise<number>,
): Promise<PageOf<Row>> => {
  const content = (await paged(select(filtered), list).execute()) as Row[];
  const answered = await withTotal(list, content, kept ?? (() => countRows(filtered)));
  if (!list.allIds) return answered;
  const keys = filtered.select(list.key.$castTo<number>().as('id'));
  const all = (await sorted(keys, list).limit(MOST_EXPORTED_ROWS).execute()) as { id: number }[];
  return { ...answered, ids: all.map(({ id }) => id) };
};
