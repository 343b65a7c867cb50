import { lastDay } from '#domain/dateFilter.ts';
import { invalid } from '../rest/errors.ts';

/** Maximum rows of a page (design.md); REST allows more, but no screen needs it. */
export const MAX_PAGE_SIZE = 500;
/** Rows of a page without `size`. */
export const DEFAULT_PAGE_SIZE = 50;
export const PAGE_SIZE_MESSAGE = `O tamanho da página deve ficar entre 1 e ${MAX_PAGE_SIZE}.`;

interface SortEntry {
  id: string;
  desc?: boolean | null | undefined;
}

interface PageArgs {
  page?: number | null | undefined;
  size?: number | null | undefined;
  sort?: readonly SortEntry[] | null | undefined;
}

const FIELD = /^\w+$/;

/** Returns the REST sort key: "field" or "field:desc", comma-separated (§2). The service checks the field names. */
export const toSort = (sort: PageArgs['sort']): string | undefined => {
  if (!sort || sort.length === 0) return undefined;
  if (sort.some(({ id }) => !FIELD.test(id))) throw invalid('Ordenação inválida.');
  return sort.map(({ id, desc }) => (desc ? `${id}:desc` : id)).join(',');
};

/** Returns the query keys of every list (domain.md §7). Throws INVALID for a page or size out of range. */
export const toPageQuery = ({ page, size, sort }: PageArgs): { page: number; size: number; sort?: string } => {
  const number = page ?? 0;
  const rows = size ?? DEFAULT_PAGE_SIZE;
  if (number < 0) throw invalid('A página deve ser 0 ou maior.');
  if (rows < 1 || rows > MAX_PAGE_SIZE) throw invalid(PAGE_SIZE_MESSAGE);
  const sorted = toSort(sort);
  return { page: number, size: rows, ...(sorted !== undefined && { sort: sorted }) };
};

/** Returns the filter keys that have the same name in REST, without null ones. */
export const pick = <F extends object, K extends keyof F>(
  filter: F | null | undefined,
  keys: readonly K[],
): { [Key in K]?: NonNullable<F[Key]> } =>
  Object.fromEntries(keys.flatMap((key) => (filter?.[key] == null ? [] : [[key, filter[key]]]))) as {
    [Key in K]?: NonNullable<F[Key]>;
  };

/** Maximum page size of the services. */
const SERVICE_PAGE_SIZE = 10_000;

/** Loads every row of a list, page by page. */
export const allRows = async <Row>(
  fetchPage: (query: { page: number; size: number }) => Promise<{ content: Row[]; last: boolean }>,
): Promise<Row[]> => {
  const pages: Row[][] = [];
  for (let last = false; !last;) {
    const answer = await fetchPage({ page: pages.length, size: SERVICE_PAGE_SIZE });
    pages.push(answer.content);
    last = answer.last || answer.content.length === 0;
  }
  return pages.flat();
};

/** Converts a half-open range of days to REST's inclusive `from` and `to`. */
export const toPeriod = (range: { start: string; end: string } | null | undefined): { from?: string; to?: string } => {
  if (!range) return {};
  if (range.end <= range.start) throw invalid('O fim do período deve ser depois do início.');
  return { from: range.start, to: lastDay(range) };
};
