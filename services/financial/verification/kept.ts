import type { RawBuilder } from 'kysely';

/** Stored sums, and what they are computed from. */
export interface Kept {
  name: string;
  /** Stored sums and the same sums computed from the rows: keys joined to one text, figures to another. */
  kept: RawBuilder<unknown>;
  rows: RawBuilder<unknown>;
}
