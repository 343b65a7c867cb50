import { Decimal } from '#domain/decimal.ts';
import { SaxesParser } from 'saxes';
import { DateStyles, dayText } from './dateStyles.ts';
import { FileProblem, NOT_A_SHEET, unzip, type Unzipped } from './unzip.ts';

export interface ReadSheet {
  name: string;
  rows: string[][];
}

type Attributes = Readonly<Record<string, string>>;

interface Handlers {
  opened: (name: string, attributes: Attributes) => void;
  closed?: (name: string) => void;
  text?: (text: string) => void;
}

const UNREADABLE = 'A planilha contém XML que não é de uma planilha. Salve de novo como XLSX e envie outra vez.';

/** Prefixes of names carry no meaning in workbooks: some writers use "x:row" for "row". */
const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** @throws FileProblem for XML that declares a document type, which could define entities, or is not well-formed */
const parse = async (archive: Unzipped, name: string, { opened, closed, text }: Handlers): Promise<void> => {
  const content = await archive.read(name);
  const parser = new SaxesParser();
  const refuse = () => {
    throw new FileProblem(UNREADABLE);
  };
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('opentag', (tag) => opened(bare(tag.name), tag.attributes));
  parser.on('closetag', (tag) => closed?.(bare(tag.name)));
  if (text) parser.on('text', text);
  parser.write(content).close();
};

/** Spreadsheets show at most 15 digits: 0.1 + 0.2 is stored with 17. */
const DIGITS = 15;

/** A stored number as it is written in Portuguese. */
const numberText = (stored: string): string => {
  try {
    const number = new Decimal(stored);
    return number.isFinite() ? number.toSignificantDigits(DIGITS).toFixed().replace('.', ',') : stored;
  } catch {
    return stored;
  }
};

/** What the cells of a workbook refer to. */
interface Workbook {
  shared: readonly string[];
  dates: DateStyles;
  calendar: 1900 | 1904;
}

interface Cell {
  type: string | undefined;
  style: string | undefined;
  value: string;
}

const cellText = ({ type, style, value }: Cell, { shared, dates, calendar }: Workbook): string => {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'Sim' : 'Não';
  // A day that is stored as one.
  if (type === 'd') return value.slice(0, 10).split('-').reverse().join('/');
  if (value === '' || type === 'inlineStr' || type === 'str' || type === 'e') return value;
  return (dates.shows(style) ? dayText(value, calendar) : null) ?? numberText(value);
};

/** Column of a cell's address from 0: A1 → 0, AA7 → 26. */
const columnOf = (address: string): number =>
  [...(/^[A-Z]+/.exec(address)?.[0] ?? '')].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** Last column of a workbook (XFD), and its last row. */
const MAX_COLUMN = 16_383;
const MAX_ROW = 1_048_576;

/** Rows at their own numbers: a row that a file leaves out is an empty one. */
const readRows = async (archive: Unzipped, path: string, workbook: Workbook): Promise<string[][]> => {
  const rows: string[][] = [];
  let cells: string[] = [];
  let cell: Cell = { type: undefined, style: undefined, value: '' };
  let column = 0;
  let inside = false;
  await parse(archive, path, {
    opened: (name, attributes) => {
      if (name === 'row') {
        const number = Number(attributes['r'] ?? rows.length + 1);
        if (!(number > 0 && number <= MAX_ROW)) throw new FileProblem(UNREADABLE);
        cells = [];
        rows[number - 1] = cells;
      } else if (name === 'c') {
        column = attributes['r'] === undefined ? cells.length : columnOf(attributes['r']);
        if (column < 0 || column > MAX_COLUMN) throw new FileProblem(UNREADABLE);
        cell = { type: attributes['t'], style: attributes['s'], value: '' };
      } else if (name === 'v' || name === 't') inside = true;
    },
    text: (text) => {
      if (inside) cell.value += text;
    },
    closed: (name) => {
      if (name === 'v' || name === 't') inside = false;
      else if (name === 'c') cells[column] = cellText(cell, workbook);
    },
  });
  return Array.from(rows, (row) => Array.from(row ?? [], (text) => text ?? ''));
};

/** Texts that cells refer to by number; runs of one text with different fonts are one text, phonetic hints none. */
const readShared = async (archive: Unzipped): Promise<string[]> => {
  const path = archive.names.find((name) => /^xl\/sharedStrings\.xml$/i.test(name));
  const strings: string[] = [];
  if (path === undefined) return strings;
  let current = '';
  let inside = false;
  let hint = false;
  await parse(archive, path, {
    opened: (name) => {
      if (name === 'si') current = '';
      else if (name === 'rPh') hint = true;
      inside = name === 't' && !hint;
    },
    text: (text) => {
      if (inside) current += text;
    },
    closed: (name) => {
      if (name === 'si') strings.push(current);
      else if (name === 'rPh') hint = false;
      inside = false;
    },
  });
  return strings;
};

const readDateStyles = async (archive: Unzipped): Promise<DateStyles> => {
  const dates = new DateStyles();
  const path = archive.names.find((name) => /^xl\/styles\.xml$/i.test(name));
  if (path !== undefined) {
    await parse(archive, path, {
      opened: (name, attributes) => dates.opened(name, attributes),
      closed: (name) => dates.closed(name),
    });
  }
  return dates;
};

const elementsOf = async (archive: Unzipped, path: string, element: string): Promise<Attributes[]> => {
  const found: Attributes[] = [];
  await parse(archive, path, { opened: (name, attributes) => void (name === element && found.push(attributes)) });
  return found;
};

/** The sheets of a workbook, hidden ones left out. @throws FileProblem */
export const readXlsx = async (bytes: Uint8Array): Promise<ReadSheet[]> => {
  const archive = unzip(bytes);
  if (!archive.names.includes('xl/workbook.xml')) throw new FileProblem(NOT_A_SHEET);
  const relations = await elementsOf(archive, 'xl/_rels/workbook.xml.rels', 'Relationship');
  const targets = new Map(relations.map((one) => [one['Id'], one['Target'] ?? '']));
  const [properties] = await elementsOf(archive, 'xl/workbook.xml', 'workbookPr');
  const calendar = /^(1|true)$/.test(properties?.['date1904'] ?? '') ? 1904 : 1900;
  const workbook: Workbook = { shared: await readShared(archive), dates: await readDateStyles(archive), calendar };
  const sheets: ReadSheet[] = [];
  for (const { name = '', state = 'visible', 'r:id': id } of await elementsOf(archive, 'xl/workbook.xml', 'sheet')) {
    const target = targets.get(id) ?? '';
    const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
    if (state !== 'visible' || !archive.names.includes(path)) continue;
    sheets.push({ name, rows: await readRows(archive, path, workbook) });
  }
  return sheets;
};
