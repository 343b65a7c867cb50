import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../db/unitOfWork.ts';

/** Rows of one step: all of them are in memory until the last one is written. */
const STEP = 500;

/** Names of cursors differ within a SQL transaction. */
let number = 0;

/** Rows of a statement as they are asked for, by a cursor of the SQL transaction: none is kept, however many there are. */
export async function* cursorRows<T>(trx: Trx, statement: RawBuilder<T>): AsyncGenerator<T> {
  number += 1;
  const cursor = sql.raw(`report_rows_${number}`);
  await sql`declare ${cursor} no scroll cursor for ${statement}`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<T>`fetch ${sql.raw(String(STEP))} from ${cursor}`.execute(trx);
      yield* rows;
      if (rows.length < STEP) return;
    }
  } finally {
    // A statement that failed has ended the SQL transaction, and with it the cursor.
    await sql`close ${cursor}`.execute(trx).catch(() => undefined);
  }
}

/** Rows of a list that answers by pages, one page at a time. */
export async function* pagedRows<T>(
  read: (page: { page: number; size: number }) => Promise<{ content: T[]; last: boolean }>,
  size = 500,
): AsyncGenerator<T> {
  for (let page = 0; ; page += 1) {
    const { content, last } = await read({ page, size });
    yield* content;
    if (last || content.length === 0) return;
  }
}
