import { MAX_PAGE_SIZE } from '../platform/lists.ts';
import { gatewayError } from '../rest/errors.ts';
import type { PageCells } from './lists/list.ts';
import type { Progress, Source } from './source.ts';
import type { TableFile } from './tableFile.ts';

/** How often a list is read before it is given up because others change it meanwhile. */
const ATTEMPTS = 3;

/** Somebody changed the list while it was read: a row would be missing or there twice. */
class Changed extends Error {}

/** What a list must be from its first page to its last one: the same number of rows, each of them once. */
class OneList {
  readonly #ids = new Set<string>();
  #total: number | undefined;
  count = 0;

  /** @throws Changed */
  add({ ids, total, last }: PageCells): void {
    this.#total ??= total;
    this.count += ids.length;
    for (const id of ids) this.#ids.add(id);
    const isOne = total === this.#total && this.#ids.size === this.count;
    if (!isOne || (last && this.count !== total)) throw new Changed();
  }
}

async function* attempt({ file, ask }: Source, into: TableFile): AsyncGenerator<Progress> {
  const list = new OneList();
  for (let number = 0; ; number += 1) {
    const page = file.cellsOf(await ask(number, MAX_PAGE_SIZE));
    list.add(page);
    await into.write(page.rows);
    yield { rows: list.count, of: page.total };
    if (page.last) return;
  }
}

/**
 * Writes the pages of a list by their numbers, anew where others changed it meanwhile.
 * @throws GraphQLError 409 for a list that changes all the time
 */
export async function* numberedPages(source: Source, into: TableFile): AsyncGenerator<Progress> {
  for (let number = 1; number <= ATTEMPTS; number += 1) {
    try {
      return yield* attempt(source, into);
    } catch (error) {
      if (!(error instanceof Changed)) throw error;
      await into.clear();
    }
  }
  throw gatewayError('CONFLICT', 'Esta lista mudou enquanto era lida. Tente exportar de novo.', { status: 409 });
}
