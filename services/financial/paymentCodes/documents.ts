import { Piscina } from 'piscina';
import { findCodes } from '#domain/financial/paymentCodes/read.ts';
import type { FiscalKey, PaymentCode } from '#domain/financial/paymentCodes/types.ts';
import { ruleBroken, unavailable, type ServiceError } from '../../platform/errors.ts';
import type { UploadedFile, UploadLimits } from '../attachments/upload.ts';

/** What a user sends to be read: what may become an attachment, and has pages. */
export const LIMITS: UploadLimits = {
  types: new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif']),
  maxBytes: 20 * 1024 * 1024,
  refusal: 'Só um PDF ou uma foto (PNG, JPG, WEBP, HEIC) é lido aqui.',
};

/** Longest that a file may take, in milliseconds: real ones take a tenth of it. */
const MAX_TIME = 2000;
/** Longest that a thread may take to load the reader, which happens once. */
const MAX_START = 20_000;
/** Files that wait for their turn. */
const MAX_WAITING = 20;
const MAX_PAGES = 30;
/** Longest text that is looked through; a page has some 5,000 characters. */
const MAX_TEXT = 300_000;

const UNREADABLE = 'Este PDF não pôde ser lido. Abra-o, imprima-o em PDF e tente com a cópia, ou cole a linha.';
const LOCKED = 'Este PDF pede senha para abrir. Imprima-o em PDF sem senha, ou cole a linha do boleto.';

export interface ReadDocument {
  name: string;
  mediaType: string;
  pages: number;
  hasText: boolean;
  codes: (PaymentCode | FiscalKey)[];
}

interface PdfText {
  pages: number;
  text: string;
  /** The file asks for a password. */
  locked: boolean;
}

let threads: Piscina | null = null;

/** Started with the first file, and ended after a while without any. A hostile file may fill its thread, not the process. */
const pool = (): Piscina =>
  (threads ??= new Piscina({
    filename: new URL('./pdfText.mjs', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  }));

const refusal = (message: string): ServiceError => ruleBroken(message, [{ path: 'file', message }]);

const readNow = async (content: Buffer): Promise<PdfText> => {
  const running = pool();
  await running.run(null, { signal: AbortSignal.timeout(MAX_START) });
  const task = { content: new Uint8Array(content), maxPages: MAX_PAGES, maxText: MAX_TEXT };
  return (await running.run(task, { signal: AbortSignal.timeout(MAX_TIME) })) as PdfText;
};

let waiting = 0;
let turn: Promise<unknown> = Promise.resolve();

/** One file after the other: the time of a file counts from its own turn. */
const textOf = async (content: Buffer): Promise<PdfText> => {
  if (waiting >= MAX_WAITING) throw unavailable();
  waiting += 1;
  const reading = turn.then(() => readNow(content));
  turn = reading.catch(() => undefined);
  return reading
    .catch(() => {
      throw refusal(UNREADABLE);
    })
    .finally(() => (waiting -= 1));
};

/** Reads the codes in a file. Pictures are not read: nothing here tells their digits with certainty. */
export const readDocument = async (
  { name, mediaType, content }: UploadedFile,
  today: string,
): Promise<ReadDocument> => {
  if (mediaType !== 'application/pdf') return { name, mediaType, pages: 0, hasText: false, codes: [] };
  const found = await textOf(content);
  if (found.locked) throw refusal(LOCKED);
  return {
    name,
    mediaType,
    pages: found.pages,
    hasText: found.text.trim() !== '',
    codes: findCodes(found.text, today),
  };
};

/** Ends the thread, if there is one. */
export const stopReading = async (): Promise<void> => {
  const running = threads;
  threads = null;
  await running?.destroy();
};
