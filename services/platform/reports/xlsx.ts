import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { daysBetween } from '#domain/dates.ts';
import { toDecimal } from '#domain/decimal.ts';
import { escaped, letters, MAIN, textCell, XML } from '#domain/files/workbook.ts';
import { at } from '../workbooks/cells.ts';
import type { Cell, Column, ColumnKind } from './description.ts';
import { linesOf, type Line } from './lines.ts';
import { EMPTY, type Printed } from './printed.ts';

/** Number formats (ECMA-376, 18.8.30), in the order of the styles. */
const FORMATS: Record<ColumnKind, number> = {
  TEXT: 0,
  DATE: 14,
  MONEY: 4,
  PRICE: 165,
  PERCENT: 10,
  QUANTITY: 164,
  COUNT: 3,
};
const KINDS = Object.keys(FORMATS) as ColumnKind[];

const cellFormat = (kind: ColumnKind, font: number, fill: number): string =>
  `<xf xfId="0" numFmtId="${FORMATS[kind]}" fontId="${font}" fillId="${fill}" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;

/** Rows, then what stands out, then headings of groups: each in all formats. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0.####"/><numFmt numFmtId="165" formatCode="#,##0.00##"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EDF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${KINDS.length * 3}">${[
  [0, 0],
  [1, 0],
  [1, 2],
]
  .flatMap(([font = 0, fill = 0]) => KINDS.map((kind) => cellFormat(kind, font, fill)))
  .join('')}</cellXfs></styleSheet>`;

const styleOf = (line: Line['kind'] | 'HEADING', kind: ColumnKind): number =>
  KINDS.indexOf(kind) + KINDS.length * (line === 'ROW' ? 0 : line === 'GROUP' || line === 'HEADING' ? 2 : 1);

const HEADINGS = 4;
const FIRST = HEADINGS + 1;

/** Days since the day that spreadsheets count from. */
const serial = (day: string): number => daysBetween('1899-12-30', day);

const valueOf = (kind: ColumnKind, cell: string): string => {
  if (kind === 'DATE') return String(serial(cell));
  return kind === 'PERCENT' ? toDecimal(cell).div(100).toString() : cell;
};

const row = (number: number, cells: string, level = 0): string =>
  `<row r="${number}"${level === 0 ? '' : ` outlineLevel="${Math.min(level, 7)}"`}>${cells}</row>`;

interface Place {
  number: number;
  /** Rows that a sum stands for: first and last. */
  summed: readonly [number, number] | null;
}

const cellXml = (column: Column, index: number, cell: Cell, line: Line, { number, summed }: Place): string => {
  const address = at(index, number);
  const isLabel = index === 0 && (line.kind === 'GROUP' || line.kind === 'TOTAL');
  const style = styleOf(line.kind, isLabel ? 'TEXT' : column.kind);
  if (cell === null) return line.kind === 'GROUP' ? `<c r="${address}" s="${style}"/>` : '';
  if (isLabel || column.kind === 'TEXT') {
    const indent = index === 0 && !isLabel ? '    '.repeat(line.level) : '';
    return textCell(address, indent + cell, style);
  }
  // SUBTOTAL leaves out the subtotals in its range, so that a sum of all rows does not count groups twice.
  const formula =
    summed && column.sum ? `<f>SUBTOTAL(9,${letters(index)}${summed[0]}:${letters(index)}${summed[1]})</f>` : '';
  return `<c r="${address}" s="${style}">${formula}<v>${valueOf(column.kind, cell)}</v></c>`;
};

const CHUNK = 64 * 1024;

/** XML of the sheet, as its rows come. */
async function* sheetChunks({ title, company, about, issued, content, onRow }: Printed): AsyncGenerator<Buffer> {
  const { columns } = content;
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const pane = `<pane ySplit="${HEADINGS}" topLeftCell="A${FIRST}" activePane="bottomLeft" state="frozen"/>`;
  const text = (number: number, value: string, style = 0): string => row(number, textCell(at(0, number), value, style));
  const headings = columns.map((column, index) =>
    textCell(at(index, HEADINGS), column.title, styleOf('HEADING', 'TEXT')),
  );
  let xml = `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols><sheetData>${text(1, `${title} · ${company.name}`, styleOf('STRONG', 'TEXT'))}${text(2, about.join(' · '))}${text(3, issued)}${row(HEADINGS, headings.join(''))}`;
  let [number, count] = [FIRST, 0];
  for await (const line of linesOf(content)) {
    const summed: Place['summed'] =
      line.kind === 'GROUP' ? [number + 1, number + line.rows] : line.kind === 'TOTAL' ? [FIRST, number - 1] : null;
    const cells = columns.map((column, index) =>
      cellXml(column, index, line.cells[index] ?? null, line, { number, summed }),
    );
    xml += row(number, cells.join(''), line.kind === 'GROUP' || line.kind === 'TOTAL' ? 0 : line.level);
    number += 1;
    if (line.kind === 'ROW' || line.kind === 'STRONG') {
      count += 1;
      onRow?.(count);
    }
    if (xml.length >= CHUNK) {
      yield Buffer.from(xml);
      xml = '';
    }
  }
  if (count === 0) xml += text(number, EMPTY);
  const notes = (content.notes ?? []).map((note, index) => text(number + 1 + index, note));
  yield Buffer.from(`${xml}${notes.join('')}</sheetData></worksheet>`);
}

const SHEET = 'xl/worksheets/sheet1.xml';

/** Parts of a workbook but its sheet; what they say does not depend on its rows. */
const partsOf = (title: string): { path: string; content: string }[] => {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const name = escaped(title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31));
  return [
    {
      path: '[Content_Types].xml',
      content: `${XML}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/${SHEET}" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    },
    {
      path: '_rels/.rels',
      content: `${XML}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      path: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${office}"><sheets><sheet name="${name}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      path: 'xl/_rels/workbook.xml.rels',
      content: `${XML}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    },
    { path: 'xl/styles.xml', content: STYLES },
  ];
};

/** A workbook as it is written: rows are compressed as they come. Ungrouped rows are nowhere kept. */
export const xlsxStream = (printed: Printed): Readable => {
  const zip = new ZipFile();
  // ZIP keeps a day without a zone: the same rows give the same bytes.
  const options = { mtime: new Date(1980, 0, 1, 12), mode: 0o100644, forceDosTimestamp: true };
  for (const { path, content } of partsOf(printed.title)) zip.addBuffer(Buffer.from(content), path, options);
  const sheet = Readable.from(sheetChunks(printed), { objectMode: false });
  zip.addReadStream(sheet, SHEET, options);
  zip.end();
  const out = zip.outputStream as Readable;
  // A row that cannot be read ends the file; without a listener it would end the process.
  zip.on('error', (error: Error) => out.destroy(error));
  sheet.on('error', (error) => out.destroy(error));
  return out;
};
