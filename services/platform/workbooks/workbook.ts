import { Decimal } from '#domain/decimal.ts';
import { openArchive, type Archive } from './archive.ts';
import { DAMAGED, NOT_A_WORKBOOK, TOO_LARGE, WITH_MACROS, WorkbookProblem } from './problem.ts';
import { readSheet, type Cell, type Sheet } from './sheet.ts';
import { elementsOf, scanXml } from './xml.ts';

/** Sheets of a workbook. */
const MAX_SHEETS = 200;
/** Digits that a spreadsheet shows of its binary numbers: 57.859999999999999 is 57.86. */
const DIGITS = 15;

export interface SheetName {
  name: string;
  hidden: boolean;
  /** Its entry in the archive. */
  path: string;
}

/** A workbook that is read, and edited in place. */
export interface Workbook {
  archive: Archive;
  /** Entry of the workbook itself. */
  path: string;
  sheets: readonly SheetName[];
  /** Reads a sheet, or only its rows up to a number. */
  readSheet(path: string, lastRow?: number): Promise<Sheet>;
  /** What a cell shows: text as it is, a number as decimal text; "" for none. */
  textOf(cell: Cell | undefined): string;
  isNumber(cell: Cell | undefined): boolean;
  /** Number format of a style: "0.00%". */
  formatOf(style: number | null): string;
}

const RELATIONS = (path: string): string => path.replace(/([^/]*)$/, '_rels/$1.rels');

/** The entry that a target names, from the entry whose relation it is. */
const targetOf = (from: string, target: string): string => {
  if (target.startsWith('/')) return target.slice(1);
  const folders = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') folders.pop();
    else if (part !== '.') folders.push(part);
  }
  return folders.join('/');
};

interface Relation {
  type: string;
  path: string;
}

const relationsOf = async (archive: Archive, path: string): Promise<Map<string, Relation>> => {
  const found = await elementsOf(await archive.read(RELATIONS(path)), 'Relationship');
  return new Map(
    found.map(({ Id = '', Type = '', Target = '' }) => [
      Id,
      { type: Type.slice(Type.lastIndexOf('/') + 1), path: targetOf(path, Target) },
    ]),
  );
};

/** @throws WorkbookProblem for macros, which nobody here has looked at */
const requireNoMacros = async (archive: Archive): Promise<void> => {
  const types = await archive.read('[Content_Types].xml');
  if (/macroEnabled|vbaProject/i.test(types) || archive.names.some((name) => /vbaProject|macrosheets\//i.test(name))) {
    throw new WorkbookProblem(WITH_MACROS);
  }
};

/** Texts that cells refer to by number; runs of one text with different fonts are one text, phonetic hints none. */
const readShared = async (xml: string): Promise<string[]> => {
  const strings: string[] = [];
  let [current, inside, hint] = ['', false, false];
  await scanXml(xml, {
    opened: ({ name }) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') hint = true;
      inside = name === 't' && !hint;
    },
    text: (text) => {
      if (inside) current += text;
    },
    closed: ({ name }) => {
      if (name === 'si') strings.push(current);
      else if (name === 'rPh') hint = false;
      inside = false;
    },
  });
  return strings;
};

/** Formats that have a number and no text of their own (ECMA-376, 18.8.30), as far as they matter here. */
const BUILT_IN: Readonly<Record<string, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
};

/** Number format of each style of cells. */
const readFormats = async (xml: string): Promise<string[]> => {
  const custom = new Map<string, string>();
  const formats: string[] = [];
  let inCells = false;
  await scanXml(xml, {
    opened: ({ name, attributes }) => {
      if (name === 'numFmt') custom.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = attributes['numFmtId'] ?? '0';
        formats.push(custom.get(id) ?? BUILT_IN[id] ?? '');
      }
    },
    closed: ({ name }) => {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
};

const NUMBER = /^-?\d{1,40}(\.\d{1,40})?(E[+-]?\d{1,2})?$/i;

/** A stored number as decimal text. */
const numberText = (stored: string): string =>
  NUMBER.test(stored) ? new Decimal(stored).toSignificantDigits(DIGITS).toFixed() : stored;

const isNumber = (cell: Cell | undefined): boolean =>
  cell !== undefined && (cell.type === null || cell.type === 'n') && NUMBER.test(cell.value);

const textOf = (cell: Cell | undefined, shared: readonly string[]): string => {
  if (!cell || cell.type === 'e') return '';
  if (cell.type === 's') return (shared[Number(cell.value)] ?? '').trim();
  return isNumber(cell) ? numberText(cell.value) : cell.value.trim();
};

const sheetsOf = async (archive: Archive, path: string, relations: Map<string, Relation>): Promise<SheetName[]> => {
  const elements = await elementsOf(await archive.read(path), 'sheet');
  if (elements.length > MAX_SHEETS) throw new WorkbookProblem(TOO_LARGE);
  return elements.flatMap(({ name = '', state = 'visible', ...attributes }) => {
    const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? '';
    const relation = relations.get(id);
    if (relation?.type !== 'worksheet' || !archive.names.includes(relation.path)) return [];
    return [{ name, hidden: state !== 'visible', path: relation.path }];
  });
};

/** Opens an XLSX file. @throws WorkbookProblem, in words for its user, for anything else */
export const openWorkbook = async (file: Buffer): Promise<Workbook> => {
  const archive = await openArchive(file);
  if (!archive.names.includes('[Content_Types].xml') || !archive.names.includes('_rels/.rels')) {
    throw new WorkbookProblem(NOT_A_WORKBOOK);
  }
  await requireNoMacros(archive);
  const path = [...(await relationsOf(archive, '')).values()].find(({ type }) => type === 'officeDocument')?.path;
  if (path === undefined || !archive.names.includes(path)) throw new WorkbookProblem(NOT_A_WORKBOOK);
  const relations = await relationsOf(archive, path);
  const partOf = async (type: string): Promise<string> => {
    const part = [...relations.values()].find((one) => one.type === type)?.path;
    return part === undefined ? '' : archive.read(part);
  };
  const sheets = await sheetsOf(archive, path, relations);
  if (sheets.length === 0) throw new WorkbookProblem(DAMAGED);
  const [strings, styles] = [await partOf('sharedStrings'), await partOf('styles')];
  const shared = strings === '' ? [] : await readShared(strings);
  const formats = styles === '' ? [] : await readFormats(styles);
  return {
    ...{ archive, path, sheets, isNumber },
    readSheet: async (sheet, lastRow) => readSheet(await archive.read(sheet), lastRow),
    textOf: (cell) => textOf(cell, shared),
    formatOf: (style) => formats[style ?? 0] ?? '',
  };
};
