import { formatCount } from '#domain/numberFormat.ts';
import type { Total } from '#web/ui/index.ts';

export interface ExportPage<Row> {
  content: readonly Row[];
  last: boolean;
  totalElements?: number;
  /** Sums over the filter, of the moment of this page. */
  sums?: readonly Total[] | undefined;
}

/** Fetches the pages of a list one after the other; `onRows` is told how far it is, "500 de 2.000". */
export const fetchAll = async <Page extends ExportPage<unknown>>(
  fetchPage: (page: number) => Promise<Page | null | undefined>,
  onRows: (progress: string) => void,
): Promise<Page[]> => {
  const pages: Page[] = [];
  let rows = 0;
  for (let number = 0; ; number += 1) {
    const page = await fetchPage(number);
    if (!page) throw new TypeError('the list did not answer');
    pages.push(page);
    rows += page.content.length;
    onRows(formatCount(rows) + (page.totalElements === undefined ? '' : ` de ${formatCount(page.totalElements)}`));
    if (page.last || page.content.length === 0) return pages;
  }
};
