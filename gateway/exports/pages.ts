import { formatCount } from '#domain/numberFormat.ts';
import { MOST_EXPORTED_ROWS } from '#schema/lists/export.ts';
import { MAX_PAGE_SIZE } from '../platform/lists.ts';
import { gatewayError } from '../rest/errors.ts';
import { ListWalk } from '../rest/listWalk.ts';
import type { PageCells } from './lists/list.ts';
import { numberedPages } from './numberedPages.ts';
import type { Progress, Source } from './source.ts';
import type { TableFile } from './tableFile.ts';

const refuseLong = (rows: number): void => {
  if (rows <= MOST_EXPORTED_ROWS) return;
  throw gatewayError(
    'INVALID',
    `Esta lista tem ${formatCount(rows)} linhas, e um arquivo tem no máximo ${formatCount(MOST_EXPORTED_ROWS)}. Filtre mais.`,
    { status: 422 },
  );
};

/** The rows of a page in the order of the ids; those that have left the list meanwhile are not there. */
const rowsOf = ({ ids, rows }: PageCells, chosen: readonly number[]): PageCells['rows'] => {
  const byId = new Map(ids.map((id, index) => [id, rows[index]]));
  return chosen.flatMap((id) => {
    const row = byId.get(String(id));
    return row ? [row] : [];
  });
};

/** Reads the rows of the ids, so many at a time: a late page costs what an early one does. */
async function* walkedPages({ file, ask }: Source, all: readonly number[], into: TableFile): AsyncGenerator<Progress> {
  let rows = 0;
  for (let at = 0; at < all.length; at += MAX_PAGE_SIZE) {
    const chosen = all.slice(at, at + MAX_PAGE_SIZE);
    const found = rowsOf(file.cellsOf(await ask(0, MAX_PAGE_SIZE, new ListWalk(chosen))), chosen);
    await into.write(found);
    rows += found.length;
    yield { rows, of: all.length };
  }
}

/**
 * Writes all rows of a list, and tells after each page how far it is. Which rows they are, and in which order, the list says
 * once, at the beginning; a list that cannot is read by the numbers of its pages.
 */
export async function* writePages(source: Source, into: TableFile): AsyncGenerator<Progress> {
  const whole = new ListWalk('all');
  const { total } = source.file.cellsOf(await source.ask(0, 1, whole));
  refuseLong(total);
  yield* whole.ids ? walkedPages(source, whole.ids, into) : numberedPages(source, into);
}
