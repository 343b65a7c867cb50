import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { maskTaxId } from '#domain/masks.ts';
import type { Letterhead } from '../letterhead.ts';
import { pictureIn } from '../pdf.ts';

/** What stands around a table, and its columns. */
export interface TableDocument {
  title: string;
  /** Facts below the title. */
  about: string;
  company: Letterhead;
  /** Instant that the file says it was made at. */
  createdAt: string;
  landscape: boolean;
  /** Left of the page number. */
  footer: string;
  columns: readonly { title: string; width: number; right: boolean }[];
  /** In place of a table without lines. */
  empty: string;
  /** Below the table. */
  notes: readonly string[];
}

/** Plain data for the thread. */
export interface TableHead extends Omit<TableDocument, 'company'> {
  company: { name: string; facts: string[]; logo: string | null };
}

export interface TableLine {
  kind: 'GROUP' | 'ROW' | 'STRONG' | 'TOTAL';
  /** Depth in a tree: the first cell is indented. */
  level: number;
  texts: readonly string[];
}

/** Lines that are handed to the thread at once; the next ones are read when these are laid out. */
const BATCH = 500;
/** Longest that a batch may take, in milliseconds, behind those of other tables. */
const MAX_TIME = 60_000;

let threads: Piscina | null = null;

/** One thread for all tables, which take turns by their batches: a short one does not wait for the end of a long one. */
const pool = (): Piscina =>
  (threads ??= new Piscina({
    filename: new URL('./render.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    concurrentTasksPerWorker: 8,
    idleTimeout: 30_000,
    maxQueue: 50,
    // A young generation of the size that the process has would fill with letters of pages that are written.
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  }));

const headOf = ({ company: { name, taxId, address, logo }, ...rest }: TableDocument): TableHead => ({
  ...rest,
  company: {
    name,
    facts: [...(taxId ? [`CNPJ ${maskTaxId(taxId)}`] : []), ...(address ? [address] : [])],
    logo: pictureIn(logo),
  },
});

async function* batchesOf(lines: AsyncIterable<TableLine>): AsyncGenerator<TableLine[]> {
  let batch: TableLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Prints a table of any length as PDF, piece by piece as its lines come, in a thread of its own. */
export async function* printTable(document: TableDocument, lines: AsyncIterable<TableLine>): AsyncGenerator<Buffer> {
  const { port1: port, port2 } = new MessageChannel();
  const file: Promise<Uint8Array> = pool().run({ head: headOf(document), port: port2 }, { transferList: [port2] });
  const ended = new AbortController();
  file.catch((error: unknown) => ended.abort(error));
  try {
    for await (const batch of batchesOf(lines)) {
      const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(MAX_TIME)]);
      const answered = once(port, 'message', { signal }).catch(() => Promise.reject(signal.reason as Error));
      port.postMessage(batch);
      const [bytes] = (await answered) as [Uint8Array | null];
      if (bytes) yield Buffer.from(bytes);
    }
    port.postMessage(null);
    yield Buffer.from(await file);
  } finally {
    port.close();
  }
}

/** Ends the thread, if there is one. */
export const stopTables = async (): Promise<void> => {
  const running = threads;
  threads = null;
  await running?.destroy();
};
