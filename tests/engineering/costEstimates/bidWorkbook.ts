import { crc32, deflateRawSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

export type Files = Record<string, string | Buffer>;

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 255, value >> 8])));
const u32 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => Buffer.from([value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24])),
  );

/** A ZIP archive as LibreOffice writes it: deflated, checksum and sizes behind the data. */
export const zipped = (files: Files, claim: Record<string, number> = {}): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(files)) {
    const [name, bytes] = [Buffer.from(path), Buffer.from(content)];
    const data = deflateRawSync(bytes);
    const sizes = u32(crc32(bytes), data.length, claim[path] ?? bytes.length);
    const head = Buffer.concat([u16(20, 0x0808, 8, 0x6c20, 0x5b6f)]);
    const local = [u32(0x04034b50), head, u32(0, 0, 0), u16(name.length, 0), name, data, u32(0x08074b50), sizes];
    directory.push(u32(0x02014b50), u16(20), head, sizes, u16(name.length, 0, 0, 0, 0), u32(0, offset), name);
    parts.push(...local);
    offset += local.reduce((sum, part) => sum + part.length, 0);
  }
  const count = Object.keys(files).length;
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([...parts, ...directory, u32(0x06054b50), u16(0, 0, count, count), u32(size, offset), u16(0)]);
};

/** Entries of an archive by name, unzipped by the library. */
export const unzipped = async (file: Buffer): Promise<Map<string, Buffer>> => {
  const zip = await fromBufferPromise(file);
  const entries = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = [];
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
    entries.set(entry.fileName, Buffer.concat(chunks));
  }
  return entries;
};

/** Cells of a sheet as they are written, by address, and the sheet without them. */
export const cellsIn = (xml: string): { cells: Map<string, string>; rest: string } => {
  const cells = new Map<string, string>();
  const rest = xml.replace(
    /<(?:x:)?c r="([A-Z]+\d+)"[^>]*?(?:\/>|>.*?<\/(?:x:)?c>)/gs,
    (cell: string, address: string) => {
      cells.set(address, cell);
      return '';
    },
  );
  return { cells, rest };
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Styles: 1 money, 2 percent, 3 "0.00", 4 a day, 5 money in yellow. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0.00%;[Red]-0.00%"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="10"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="4"/><xf numFmtId="164"/><xf numFmtId="2"/><xf numFmtId="14"/><xf numFmtId="4" fillId="0"/></cellXfs></styleSheet>`;

const rels = (targets: readonly [string, string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

/** The parts of a workbook around its sheets, of which the first one is that of the bid. */
export const bookOf = (
  sheets: readonly (readonly [name: string, xml: string])[],
  {
    shared = '',
    workbook = '<calcPr calcId="191029"/>',
    more = {},
  }: { shared?: string; workbook?: string; more?: Files } = {},
): Files => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/></Types>`,
  '_rels/.rels': rels([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${sheets.map(([name], index) => `<sheet name="${name}" sheetId="${index + 1}"${name === 'Oculta' ? ' state="hidden"' : ''} r:id="rId${index + 1}"/>`).join('')}</sheets><definedNames><definedName name="TOTAL_GERAL">Orçamento!$I$12</definedName></definedNames>${workbook}</workbook>`,
  'xl/_rels/workbook.xml.rels': rels([
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as [string, string]),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ]),
  'xl/styles.xml': STYLES,
  'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${shared}</sst>`,
  ...Object.fromEntries(sheets.map(([, xml], index) => [`xl/worksheets/sheet${index + 1}.xml`, `${XML}${xml}`])),
  ...more,
});

export const sheetOf = (rows: string, { before = '', after = '' } = {}): string =>
  `<worksheet xmlns="${MAIN}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`;

/** Nothing in a cell. */
const O = undefined;
type Value = string | number | { f: string; v?: string; shared?: string } | undefined;
/** Cells of a row by column; a number as it is stored, a formula with its kept result. */
export type Row = readonly Value[];

const ROWS: Record<number, Row> = {
  1: ['PREFEITURA MUNICIPAL DE ITU'],
  2: ['Obra: Escola &amp; creche', O, O, O, O, O, O, O, 45_962],
  4: ['ITEM', 'CÓDIGO', 'DISCRIMINAÇÃO DOS SERVIÇOS', 'UND', 'QUANT.', 'PREÇO UNITÁRIO (R$)', O, 'BDI', 'TOTAL (R$)'],
  5: [O, O, O, O, O, 'SEM BDI', 'COM BDI'],
  6: ['1', O, 'SERVIÇOS PRELIMINARES', O, O, O, O, O, { f: 'SUM(I7:I8)', v: '0' }],
  7: ['1.1', 74_209, 'Placa de obra', 'm²', 6, O, O, O, { f: 'ROUND(E7*G7,2)', v: '0', shared: 'I7:I8' }],
  8: ['1.2', '73847', 'Canteiro', 'vb', 1, O, O, O, { f: '', v: '0', shared: '' }],
  9: ['2', O, 'ALVENARIA'],
  10: ['2.1', 87_878, 'Chapisco', 'M2', 250.5, O, O, O, '-'],
  11: [2.1, 87_529, 'Emboço', 'M2', '30,00'],
  12: [O, O, 'TOTAL GERAL', O, O, O, O, O, { f: 'I6+I9', v: '0' }],
  13: [O, O, 'Preços com base no SINAPI de outubro'],
};

const STYLE: Record<string, number> = { I2: 4, A11: 3, F7: 1, F10: 5, I10: 1, H10: 2, H7: 2, H11: 2 };
const letter = (column: number) => 'ABCDEFGHIJ'.charAt(column);

/** How a program writes cells: Excel leaves empty ones out and shares texts and formulas, LibreOffice writes them all. */
export type Dialect = 'Excel' | 'LibreOffice' | 'prefixed';

const cellOf = (dialect: Dialect, strings: string[]) => (address: string, value: Value) => {
  const x = dialect === 'prefixed' ? 'x:' : '';
  const style = STYLE[address] === undefined ? '' : ` s="${STYLE[address]}"`;
  const c = (attributes: string, inner: string) => `<${x}c r="${address}"${style}${attributes}>${inner}</${x}c>`;
  if (value === undefined) return dialect === 'LibreOffice' || style ? `<${x}c r="${address}"${style}/>` : '';
  if (typeof value === 'number') return c('', `<${x}v>${value}</${x}v>`);
  if (typeof value === 'object') {
    const shared = dialect === 'Excel' && value.shared !== undefined;
    const ref = value.shared ? ` ref="${value.shared}"` : '';
    const text = value.f || 'ROUND(E8*G8,2)';
    const formula = shared ? `<f t="shared"${ref} si="0">${value.f}</f>` : `<${x}f>${text}</${x}f>`;
    return c(dialect === 'LibreOffice' ? ' t="n"' : '', `${formula}<${x}v>${value.v}</${x}v>`);
  }
  if (dialect === 'prefixed') return c(' t="inlineStr"', `<x:is><x:r><x:t>${value}</x:t></x:r></x:is>`);
  strings.push(`<si><t xml:space="preserve">${value} </t></si>`);
  return c(' t="s"', `<v>${strings.length - 1}</v>`);
};

/** The workbook of a bid: titles in two rows, items, a sheet of its BDI, a sheet that sums up, a picture. */
export const bidWorkbook = (dialect: Dialect): Files => {
  const strings: string[] = [];
  const cell = cellOf(dialect, strings);
  const x = dialect === 'prefixed' ? 'x:' : '';
  const spans = dialect === 'Excel' ? ' spans="1:5"' : '';
  const rows = Object.entries(ROWS).map(([number, values]) => {
    const cells = Array.from({ length: 9 }, (_, column) => cell(`${letter(column)}${number}`, values[column]));
    return `<${x}row r="${number}"${spans}>${cells.join('')}</${x}row>`;
  });
  const before = `<${x}sheetPr codeName="P&quot;1 > 0&quot;"/><${x}dimension ref="A1:E13"/><${x}cols><${x}col min="2" max="2" hidden="1"/><${x}col min="6" max="7" width="14" style="1"/></${x}cols>`;
  const merged = ['A1:I1', 'F4:G4', ...'ABCDEHI'.split('').map((column) => `${column}4:${column}5`)];
  const after = `<${x}mergeCells>${merged.map((ref) => `<${x}mergeCell ref="${ref}"/>`).join('')}</${x}mergeCells><${x}conditionalFormatting sqref="I7:I11"><${x}cfRule type="expression" priority="1"><${x}formula>I7&lt;0</${x}formula></${x}cfRule></${x}conditionalFormatting>`;
  const plain = sheetOf(rows.join(dialect === 'LibreOffice' ? '\r\n' : ''), { before, after });
  const bid =
    dialect === 'prefixed'
      ? plain.replace('<worksheet xmlns=', '<x:worksheet xmlns:x=').replace(/(<\/?)(worksheet>|sheetData)/g, '$1x:$2')
      : plain;
  return bookOf(
    [
      ['Orçamento', bid],
      ['BDI', sheetOf('<row r="1"><c r="A1"><v>0.25</v></c><c r="B1"><f>SUM(A1:A1)*2</f><v>0.5</v></c></row>')],
      [
        'Resumo',
        sheetOf(
          '<row r="1"><c r="A1" t="str"><f>IF(TOTAL_GERAL&gt;0,"ok","vazio")</f><v>vazio</v></c><c r="B1"><f>Orçamento!I12</f><v>0</v></c></row>',
        ),
      ],
      ['Oculta', sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>')],
    ],
    {
      shared: strings.join(''),
      workbook: dialect === 'prefixed' ? '' : '<calcPr calcId="191029" fullCalcOnLoad="0"/><extLst/>',
      more: { 'xl/media/brasao.png': Buffer.from(Array.from({ length: 999 }, (_, index) => (index * 89) % 256)) },
    },
  );
};
