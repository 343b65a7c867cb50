import type { ListWalk } from '../rest/listWalk.ts';
import type { ListFile } from './lists/list.ts';

/** A list that a file is made of. */
export interface Source {
  file: ListFile;
  /** Asks the list's operation for a page, as its screen does; `walk` asks for more than the operation can. */
  ask(page: number, size: number, walk?: ListWalk): Promise<unknown>;
}

/** How many rows are written, and of how many. */
export interface Progress {
  rows: number;
  of: number;
}
