import type { FieldError } from '../../platform/errors.ts';
import type { Contents, Row } from './rows.ts';
import type { Register, Taking } from './take.ts';

/** What a save needs to know besides the rows. */
export interface EditContext {
  estimateId: number;
  bdiIds: ReadonlySet<number>;
  register: Register;
  taking: Taking;
  /** Ids for new rows, in the order of the call. */
  ids: readonly number[];
}

/** A stage that goes, and what becomes of its documents; `index` is the row of the call that removes it. */
export interface RemovedStage {
  id: number;
  index: number;
  documentsTo: number | null;
  documentsWithoutStage: boolean;
}

/** A price that a row, or a line of its composition, gives to a resource. */
export interface TypedPrice {
  /** Its field in the body. */
  path: string;
  resourceId: number;
  price: string | null;
}

export interface Edited {
  problems: FieldError[];
  /** Row of each row of the call; undefined where it was not found. */
  rows: (Row | undefined)[];
  created: { key: string | null; id: number }[];
  stages: RemovedStage[];
  prices: TypedPrice[];
  /** Resources whose lines a row of the call has set, or taken from the register. */
  composed: Set<number>;
}

/** An edit under way, as its steps see it. */
export interface Editing extends Edited {
  readonly contents: Contents;
  readonly context: EditContext;
  /** Tells what is wrong with a field of a row of the call. */
  fault(index: number, field: string, message: string): void;
}
