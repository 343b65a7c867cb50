import type { OwnFormat } from '#domain/imports/ownFormat.ts';
import { stripAccents } from '#domain/text.ts';
import { ruleBroken, type FieldError } from '../../platform/errors.ts';
import { JobRefused } from '../../platform/jobs/kinds.ts';
import { openWorkbook, portugueseNumber } from '../sinapi/workbook.ts';

/** A row of a file: its number from 1, and its cells by column title. */
export interface FileRow {
  number: number;
  cells: Readonly<Record<string, string>>;
}

/** Problems that one answer tells; a file with more of them has the wrong columns. */
const MOST = 50;
const NOT_READABLE = 'O arquivo não é CSV nem planilha XLSX. Baixe o modelo e preencha-o.';

/** Collects what is wrong in a file, each with its row and column. */
export class FileProblems {
  readonly #part: string;
  readonly #problems: FieldError[] = [];

  constructor(part: string) {
    this.#part = part;
  }

  add(row: number, column: string, text: string): void {
    if (this.#problems.length >= MOST) return;
    this.#problems.push({ path: `${this.#part}.${row}.${column}`, message: `Linha ${row}, ${column}: ${text}` });
  }

  /** @throws ServiceError 422 with all of them */
  refuse(): void {
    const [first] = this.#problems;
    if (!first) return;
    throw ruleBroken(
      this.#problems.length === 1 ? first.message : 'Há linhas com erro. Nada foi gravado.',
      this.#problems,
    );
  }
}

/** Strictly UTF-8, else windows-1252, as spreadsheets save CSV. */
const decoded = (content: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return new TextDecoder('windows-1252').decode(content);
  }
};

const isText = (content: Buffer): boolean => !content.includes(0);

/** Lines of a CSV text; cells in quotes may hold separators, line breaks and doubled quotes. */
const parseCsv = (text: string): string[][] => {
  const head = /^[^\r\n]*/.exec(text)?.[0] ?? '';
  const separator = head.includes(';') ? ';' : ',';
  const lines: string[][] = [];
  let [line, cell, quoted] = [[] as string[], '', false];
  const endCell = () => {
    line.push(cell.trim());
    cell = '';
  };
  const endLine = () => {
    endCell();
    lines.push(line);
    line = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (char === '"' && cell.trim() === '') {
      cell = '';
      quoted = true;
    } else if (char === separator) endCell();
    else if (char === '\n') endLine();
    else cell += char;
  }
  if (cell !== '' || line.length > 0) endLine();
  return lines;
};

const readXlsx = async (content: Buffer): Promise<string[][]> => {
  const workbook = await openWorkbook(content, portugueseNumber);
  try {
    const [first] = workbook.sheets;
    const lines: string[][] = [];
    if (first === undefined) return lines;
    for await (const batch of workbook.rows(first)) {
      for (const { number, cells } of batch) lines[number - 1] = Array.from(cells, (cell) => cell ?? '');
    }
    return Array.from(lines, (line) => line ?? []);
  } finally {
    workbook.close();
  }
};

const linesOf = async (content: Buffer): Promise<string[][]> => {
  if (content.subarray(0, 2).toString('latin1') === 'PK') return readXlsx(content);
  if (!isText(content)) throw new JobRefused(NOT_READABLE);
  return parseCsv(decoded(content).replace(/^\uFEFF/, ''));
};

/**
 * Reads a file by its column titles, in whatever order. @throws ServiceError 422 at the part for another kind of file, a
 * missing column, none or too many rows
 */
export const readFileRows = async (content: Buffer, { part, columns, most }: OwnFormat): Promise<FileRow[]> => {
  const refuse = (message: string) => ruleBroken(message, [{ path: part, message }]);
  const lines = await linesOf(content).catch((error: unknown) => {
    throw error instanceof JobRefused ? refuse(NOT_READABLE) : error;
  });
  const titles = (lines[0] ?? []).map(stripAccents);
  const missing = columns.find((column) => !titles.includes(stripAccents(column)));
  if (missing !== undefined) throw refuse(`Falta a coluna "${missing}". Baixe o modelo e preencha-o.`);
  const places = columns.map((column) => [column, titles.indexOf(stripAccents(column))] as const);
  const rows = lines.flatMap((line, index): FileRow[] => {
    if (index === 0 || line.every((cell) => cell.trim() === '')) return [];
    return [
      { number: index + 1, cells: Object.fromEntries(places.map(([name, at]) => [name, line[at]?.trim() ?? ''])) },
    ];
  });
  if (rows.length === 0) throw refuse('O arquivo não tem linhas.');
  if (rows.length > most) throw refuse(`O arquivo tem mais de ${most.toLocaleString('pt-BR')} linhas. Divida-o.`);
  return rows;
};
