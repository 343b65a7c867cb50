import { isKept, type KeptBytes, zipOf } from './zip.ts';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML 1.0 cannot represent. */
// eslint-disable-next-line no-control-regex -- control characters are exactly what is meant
const unwritable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export const escaped = (text: string): string =>
  text
    .replace(unwritable, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** Returns the letters of a column: A, B, … Z, AA. */
export const letters = (index: number): string =>
  (index >= 26 ? letters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

const MAX_TEXT = 32_767;

/** A cell of text. Spreadsheets never read inline strings as formulas, so the text needs no apostrophe in front. */
export const textCell = (at: string, text: string, style = 0): string =>
  `<c r="${at}" t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text.slice(0, MAX_TEXT))}</t></is></c>`;

/** A sheet of a workbook: its name, and its XML. */
export interface Sheet<Xml = string> {
  title: string;
  sheet: Xml;
}

/** An XLSX workbook as the parts of a file; a sheet that is kept elsewhere is a part, too. */
const partsOf = (sheets: readonly Sheet<string | KeptBytes>[], styles: string): (Uint8Array | KeptBytes)[] => {
  const numbered = sheets.map(({ title, sheet }, index) => ({
    name: escaped(title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)),
    ...{ sheet, number: index + 1 },
  }));
  const each = (text: (one: { name: string; number: number }) => string): string => numbered.map(text).join('');
  const stylesId = `rId${numbered.length + 1}`;
  const files: Record<string, string | KeptBytes> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>${each(({ number }) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${TYPES}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${each(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="${stylesId}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': styles,
    ...Object.fromEntries(numbered.map(({ sheet, number }) => [`xl/worksheets/sheet${number}.xml`, sheet])),
  };
  return zipOf(
    Object.entries(files).map(([name, text]) => ({
      name,
      content: typeof text === 'string' ? new TextEncoder().encode(text) : text,
    })),
  );
};

/** An XLSX workbook of some sheets, as the parts of a file. Their names differ in their first 31 characters. */
export const workbookOfSheets = (sheets: readonly Sheet[], styles: string): Uint8Array[] =>
  partsOf(sheets, styles).flatMap((part) => (isKept(part) ? [] : [part]));

/** A workbook of one sheet. */
export const workbookOf = ({ title, sheet, styles }: Sheet & { styles: string }): Uint8Array[] =>
  workbookOfSheets([{ title, sheet }], styles);

/** What stands in a workbook before and after the XML of its only sheet, which is kept elsewhere. */
export const workbookAround = ({
  title,
  sheet,
  styles,
}: Sheet<KeptBytes> & { styles: string }): { before: Uint8Array[]; after: Uint8Array[] } => {
  const parts = partsOf([{ title, sheet }], styles);
  const at = parts.findIndex(isKept);
  const bytes = parts.map((part) => (isKept(part) ? new Uint8Array() : part));
  return { before: bytes.slice(0, at), after: bytes.slice(at + 1) };
};
