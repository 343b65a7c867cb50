import { Piscina } from 'piscina';
import type { Content, ContentTable } from 'pdfmake/interfaces';

/** A document to print. Its content is plain data: it crosses to another thread. */
export interface PdfDocument {
  title: string;
  /** Instant that the file says it was made at; the same document at the same instant is the same file. */
  createdAt: string;
  landscape: boolean;
  /** A4 where it is left out. */
  paper?: 'A4' | 'A3';
  /** Points: left, top, right, bottom. */
  pageMargins: [number, number, number, number];
  /** Repeated on each page. */
  header: Content;
  /** Left of the page number. */
  footer: string;
  content: Content[];
  /** Written across each page. */
  watermark?: string;
}

/** A table whose named rows (0 is its head) are never the last ones of a page, but stay with the row after them. */
export const keptTable = (table: ContentTable, keepWithNext: readonly number[]): Content =>
  Object.assign(table, { keepWithNext });

/** A picture for a document: PNG and JPEG are what it can show; another one is left out. */
export const pictureIn = (content: Buffer | null): string | null => {
  if (content === null) return null;
  if (content.subarray(0, 4).equals(PNG)) return `data:image/png;base64,${content.toString('base64')}`;
  return content.subarray(0, 3).equals(JPEG) ? `data:image/jpeg;base64,${content.toString('base64')}` : null;
};

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Longest that a document may take, in milliseconds. */
const MAX_TIME = 60_000;

let threads: Piscina | null = null;

/** Started with the first document: loading the fonts takes half a second, and most processes print nothing. */
const pool = (): Piscina =>
  (threads ??= new Piscina({
    filename: new URL('./render.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    maxQueue: 50,
    resourceLimits: { maxOldGenerationSizeMb: 768 },
  }));

/** Prints a document as PDF, in a thread of its own. Throws when it takes longer than a minute. */
export const renderPdf = async (document: PdfDocument): Promise<Buffer> => {
  const bytes: Uint8Array = await pool().run(document, { signal: AbortSignal.timeout(MAX_TIME) });
  return Buffer.from(bytes);
};

/** Ends the thread, if there is one. */
export const stopPdf = async (): Promise<void> => {
  const running = threads;
  threads = null;
  await running?.destroy();
};
