import { setImmediate } from 'node:timers/promises';
import type { TableDocument, TableLine } from './document.ts';

/** Lines after which what waits has its turn: some milliseconds. */
const TURN = 50;

/**
 * Prints a table of any length as PDF, piece by piece as its lines come. In this thread: a line takes 40 microseconds, and a
 * thread of its own would have a heap of its own, which grows to that of the process.
 */
export async function* printTable(document: TableDocument, lines: AsyncIterable<TableLine>): AsyncGenerator<Buffer> {
  const { TableLayout } = await import('./layout.ts');
  const layout = new TableLayout(document);
  let count = 0;
  for await (const line of lines) {
    layout.add(line);
    count += 1;
    if (count % TURN === 0) yield* written(layout);
  }
  for (const _rest of layout.end()) yield* written(layout);
  yield* layout.paper.document as AsyncIterable<Buffer>;
}

/** What there is of the file since it was taken last, after the turn of what waits. */
async function* written(layout: { take(): Buffer | null }): AsyncGenerator<Buffer> {
  const bytes = layout.take();
  if (bytes) yield bytes;
  await setImmediate();
}
