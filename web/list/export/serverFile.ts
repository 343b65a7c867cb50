import { counted, formatCount } from '#domain/numberFormat.ts';
import { EXPORT_PATH, type ExportBody, type ExportLine } from '#schema/lists/export.ts';
import { RestFailure } from '#web/client/errors.ts';
import { readStream } from '#web/client/files.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { today } from '#web/ui/index.ts';
import { download } from './download.ts';

/** A list as the server knows it, for its file. */
export type ServerList = Pick<ExportBody, 'list' | 'variables'>;

const BROKEN = 'A conexão caiu antes do fim do arquivo. Tente exportar de novo.';
const LINE_END = 10;
/** Bytes that stand in the memory of the page; the browser keeps those of a Blob elsewhere. */
const MOST_HELD = 4 * 1024 * 1024;
const TYPES = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

type Chunk = Uint8Array<ArrayBuffer>;

/** Collects the bytes of a file. */
class Collected {
  #held: Chunk[] = [];
  #heldSize = 0;
  #blob = new Blob();
  size = 0;

  add(chunk: Chunk): void {
    this.#held.push(chunk);
    this.#heldSize += chunk.length;
    this.size += chunk.length;
    if (this.#heldSize > MOST_HELD) this.#hand();
  }

  #hand(): void {
    this.#blob = new Blob([this.#blob, ...this.#held]);
    [this.#held, this.#heldSize] = [[], 0];
  }

  end(type: string): Blob {
    this.#hand();
    return new Blob([this.#blob], { type });
  }
}

/** Splits an answer into the lines of its head and the bytes that follow the last one. */
class Answer {
  readonly file = new Collected();
  #text = '';
  #told: { size: number; rows: number } | undefined;
  readonly #decoder = new TextDecoder();

  constructor(private readonly onRows: (progress: string) => void) {}

  /** The rows of a file that has come whole. @throws RestFailure */
  get rows(): number {
    if (!this.#told || this.file.size !== this.#told.size) throw new RestFailure(BROKEN);
    return this.#told.rows;
  }

  add(chunk: Chunk): void {
    let rest = chunk;
    while (!this.#told && rest.length > 0) {
      const end = rest.indexOf(LINE_END);
      this.#text += this.#decoder.decode(end < 0 ? rest : rest.subarray(0, end), { stream: true });
      if (end < 0) return;
      rest = rest.subarray(end + 1);
      this.#read();
    }
    if (rest.length > 0) this.file.add(rest);
  }

  #read(): void {
    const line = JSON.parse(this.#text) as ExportLine;
    this.#text = '';
    if ('failure' in line) throw new RestFailure(line.failure.message, [], line.failure.error, line.failure.status);
    if ('file' in line) this.#told = line.file;
    else this.onRows(`${formatCount(line.rows)} de ${formatCount(line.of)}`);
  }
}

/** Reads a file that the server makes, and the number of its rows. @throws RestFailure */
export const readServerFile = async (
  body: ExportBody,
  onRows: (progress: string) => void,
  signal: AbortSignal,
): Promise<{ file: Blob; rows: number }> => {
  const reader = (await readStream(EXPORT_PATH, body, signal)).getReader();
  const answer = new Answer(onRows);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      answer.add(value);
    }
  } finally {
    // Of an answer that is not read to its end: the server stops making it.
    void reader.cancel().catch(() => undefined);
  }
  return { rows: answer.rows, file: answer.file.end(TYPES[body.format]) };
};

/** As `saveRows`, of a list that the server walks. */
export const saveServerFile = async (
  format: ExportBody['format'],
  title: string,
  list: ServerList,
  onRows: (progress: string) => void,
  signal: AbortSignal,
): Promise<void> => {
  const { file, rows } = await readServerFile({ ...list, format }, onRows, signal);
  download(file, `${title} ${today()}.${format}`);
  notifySuccess(counted(rows, 'linha exportada', 'linhas exportadas'));
};
