import { lastDay } from '#domain/dateFilter.ts';
import { invalid } from '../rest/errors.ts';

/** Rows that one page may have (design.md); REST allows more, a screen does not need it. */
export const MAX_PAGE_SIZE = 500;
/** Rows of a page that nobody gave a size. */
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

/** §2: "field" or "field:desc", comma-separated. Which fields a list sorts by is the service's to say. */
export const toSort = (sort: PageArgs['sort']): string | undefined => {
  if (!sort || sort.length === 0) return undefined;
  if (sort.some(({ id }) => !FIELD.test(id))) throw invalid('Ordenação inválida.');
  return sort.map(({ id, desc }) => (desc ? `${id}:desc` : id)).join(',');
};

/** Query keys of every list (domain.md §7). Throws INVALID for a page or size out of bounds. */
export const toPageQuery = ({ page, size, sort }: PageArgs): { page: number; size: number; sort?: string } => {
  const number = page ?? 0;
  const rows = size ?? DEFAULT_PAGE_SIZE;
  if (number < 0) throw invalid('A página deve ser 0 ou maior.');
  if (rows < 1 || rows > MAX_PAGE_SIZE) throw invalid(PAGE_SIZE_MESSAGE);
  const sorted = toSort(sort);
  return { page: number, size: rows, ...(sorted !== undefined && { sort: sorted }) };
};

/** The keys of a filter that REST knows by the same names; one that is null is not asked for. */
export const pick = <F extends object, K extends keyof F>(
  filter: F | null | undefined,
  keys: readonly K[],
): { [Key in K]?: NonNullable<F[Key]> } =>
  Object.fromEntries(keys.flatMap((key) => (filter?.[key] == null ? [] : [[key, filter[key]]]))) as {
    [Key in K]?: NonNullable<F[Key]>;
  };

/** What the services answer at most at once. */
const SERVICE_PAGE_SIZE = 10_000;

/** Every row of a list of the services, however many pages they make of it. */
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

/** Half-open range of days to REST's two days, both included. */
export const toPeriod = (range: { start: string; end: string } | null | undefined): { from?: string; to?: string } => {
  if (!range) return {};
  if (range.end <= range.start) throw invalid('O fim do período deve ser depois do início.');
  return { from: range.start, to: lastDay(range) };
};
