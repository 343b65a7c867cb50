import { randomBytes } from 'node:crypto';
import { docx, png, pngText, xlsx, zip } from './bytes.ts';
import { hostileOffices } from './offices.ts';
import { hostilePdfs } from './pdfs.ts';

export interface HostileFile {
  what: string;
  name: string;
  content: Buffer;
  /** Expected status. */
  status: number;
}

const MIB = 1024 * 1024;
const SCRIPT = '<script>alert(1)</script>';
const PDF = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n';
const pdf = (inside: string) => PDF.replace('<<>>', `<<${inside}>>`);
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
const XML = '<?xml version="1.0"?>';
const RLO = '\u202e';
const sheet = (content: Buffer, claims?: number) =>
  xlsx([{ name: 'xl/worksheets/sheet1.xml', content, ...(claims ? { claims } : {}) }]);

type Row = [what: string, name: string, content: Buffer | string];

const polyglots: Row[] = [
  ['a PNG with a page behind it', 'foto.png', Buffer.concat([png(8, 8), Buffer.from(`<html>${SCRIPT}`)])],
  ['a PNG with a script in its comment', 'foto.png', png(8, 8, 8, [pngText(SCRIPT)])],
  ['a PNG with PHP in its comment', 'foto.png', png(8, 8, 8, [pngText('<?php system($_GET[0]); ?>')])],
  [
    'a PNG with an archive behind it',
    'foto.png',
    Buffer.concat([png(8, 8), zip([{ name: 'a', content: Buffer.from('a') }])]),
  ],
  [
    'a JPEG that is a page',
    'foto.jpg',
    Buffer.concat([JPEG, Buffer.from(`<html>${SCRIPT}`), Buffer.from('ffd9', 'hex')]),
  ],
  [
    'a JPEG with PHP',
    'foto.jpg',
    Buffer.concat([JPEG, Buffer.from('<?php eval($_POST[1]);'), Buffer.from('ffd9', 'hex')]),
  ],
  ['a PDF that is a page', 'nota.pdf', `%PDF-1.7\n<html>${SCRIPT}</html>\n%%EOF`],
  [
    'a PDF with an archive behind it',
    'nota.pdf',
    Buffer.concat([Buffer.from(PDF), zip([{ name: 'a.class', content: Buffer.from('x') }])]),
  ],
  ['a PDF that runs a program', 'nota.pdf', pdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')],
  ['a PDF that starts a command', 'nota.pdf', pdf('/OpenAction << /S /Launch /F (cmd.exe) >>')],
  ['a PDF with rich media', 'nota.pdf', pdf('/RichMedia 1 0 R')],
  ['a PDF without an end', 'nota.pdf', '%PDF-1.7\n1 0 obj'],
  ['a GIF that is a script', 'foto.png', 'GIF89a/*\u0001*/=1;alert(1)//'],
  ['a page in a text', 'leia.txt', `<!DOCTYPE html><html><body>${SCRIPT}</body></html>`],
  ['a script in a table', 'lista.csv', `a;b\n${SCRIPT};1`],
  ['a frame in a bank file', 'extrato.ofx', 'OFXHEADER:100\n<iframe src="javascript:alert(1)">'],
];

const svgs: Row[] = [
  ['an SVG with a script', 'desenho.svg', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
  ['an SVG that calls itself PNG', 'desenho.png', `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
  ['an SVG that calls itself XML', 'nota.xml', `${XML}<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`],
  [
    'an SVG below another root',
    'nota.xml',
    `${XML}<a xmlns:s="http://www.w3.org/2000/svg"><s:svg onload="alert(1)"/></a>`,
  ],
  ['a page as XML', 'nota.xml', `${XML}<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`],
  ['XML with a stylesheet', 'nota.xml', `${XML}<?xml-stylesheet href="data:text/xsl,x"?><nfeProc/>`],
  ['XML that reads a file', 'nota.xml', `${XML}<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`],
  [
    'XML that laughs a billion times',
    'nota.xml',
    `${XML}<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><a>&b;</a>`,
  ],
  [
    'XML with an outside definition',
    'nota.xml',
    `${XML}<!DOCTYPE nfeProc SYSTEM "http://mal.example/x.dtd"><nfeProc/>`,
  ],
];

const bombs: Row[] = [
  ['a spreadsheet that unpacks to 300 MB', 'base.xlsx', sheet(Buffer.alloc(300 * MIB))],
  ['a spreadsheet that unpacks 1,000 times', 'base.xlsx', sheet(Buffer.alloc(20 * MIB))],
  ['a spreadsheet of 2 MB that says 300', 'base.xlsx', sheet(randomBytes(2 * MIB), 300 * MIB)],
  ['a spreadsheet that says 4 GB', 'base.xlsx', sheet(Buffer.from('x'), 0xffffffff)],
  [
    'a text document that unpacks to 300 MB',
    'carta.docx',
    docx([{ name: 'word/document.xml', content: Buffer.alloc(300 * MIB) }]),
  ],
  [
    'a spreadsheet of 6,000 files',
    'base.xlsx',
    xlsx(Array.from({ length: 6_000 }, (_, i) => ({ name: `f${i}`, content: Buffer.from('x') }))),
  ],
  [
    'an archive in an archive',
    'base.xlsx',
    xlsx([{ name: 'a.zip', content: zip([{ name: 'b', content: Buffer.alloc(MIB) }]) }]),
  ],
  ['a spreadsheet with a way out', 'base.xlsx', xlsx([{ name: '../../etc/cron.d/x', content: Buffer.from('x') }])],
  ['a document with macros', 'carta.docx', docx([{ name: 'word/vbaProject.bin', content: Buffer.from('x') }])],
  ['a spreadsheet with a program', 'base.xlsx', xlsx([{ name: 'xl/setup.exe', content: Buffer.from('MZ') }])],
  ['an archive', 'tudo.zip', zip([{ name: 'a', content: Buffer.from('a') }])],
  ['an archive that calls itself PDF', 'nota.pdf', zip([{ name: 'a', content: Buffer.alloc(MIB) }])],
  ['a gzip bomb', 'nota.gz', Buffer.from('1f8b0800000000000003', 'hex')],
  ['a PNG of 4 thousand million pixels', 'planta.png', png(65_535, 65_535, 1)],
  ['a PNG of 20,000 by 20,000', 'planta.png', png(20_000, 20_000)],
  ['a PNG as wide as a number goes', 'planta.png', png(0x7fffffff, 0x7fffffff, 1)],
  ['a PNG of no size', 'planta.png', png(0, 0, 1)],
];

const wrong: Row[] = [
  ['a program that calls itself PDF', 'boleto.pdf', Buffer.from('MZ\u0090\u0000\u0003', 'latin1')],
  ['a Linux program that calls itself PNG', 'foto.png', Buffer.from('7f454c4602010100', 'hex')],
  ['a class file', 'nota.xml', Buffer.from('cafebabe00000034', 'hex')],
  ['bytes that call themselves text', 'leia.txt', Buffer.from([65, 0, 66, 255, 1])],
  ['UTF-16 that calls itself text', 'leia.txt', Buffer.from('\ufeff<script>', 'utf16le')],
  ['a PNG that breaks off', 'foto.png', png(8, 8).subarray(0, 20)],
  ['a JPEG that breaks off', 'foto.jpg', JPEG.subarray(0, 8)],
  ['a PDF with something before it', 'nota.pdf', `lixo\n${PDF}`],
  ['nothing', 'vazio.pdf', ''],
  ['more than 20 MiB', 'grande.pdf', Buffer.concat([Buffer.from(PDF), Buffer.alloc(20 * MIB)])],
];

const names: Row[] = [
  ['a PDF called .exe', 'boleto.pdf.exe', PDF],
  ['a PDF with a program in the middle of its name', 'boleto.exe.pdf', PDF],
  ['a PNG called .php', 'foto.php.png', png(8, 8)],
  ['a PNG called .html', 'foto.html', png(8, 8)],
  ['a PDF with dots after its ending', 'nota.js. .pdf', PDF],
  ['a name that is turned around', `fatura${RLO}fdp.exe`, PDF],
  ['a name that is turned around and ends well', `fatura${RLO}exe.pdf`, PDF],
  ['a name with a null byte', 'nota.exe\u0000.pdf', PDF],
  ['a name with a null byte at its end', 'nota.pdf\u0000', PDF],
  ['a name with a line break', 'nota\u0007.pdf', PDF],
  ['a way out of the folder', '../../../etc/passwd.pdf', PDF],
  ['a way out of a Windows folder', '..\\..\\windows\\nota.pdf', PDF],
];

/** Larger files are rejected before they are checked. */
const LARGEST = 20 * MIB;

/** Malicious files that must be rejected. */
export const hostileFiles: readonly HostileFile[] = [
  ...[...polyglots, ...svgs, ...bombs, ...wrong, ...names],
  ...hostilePdfs.map(([what, content]): Row => [`a PDF: ${what}`, 'nota.pdf', content]),
  ...hostileOffices.map(([what, name, content]): Row => [`Office: ${what}`, name, content]),
].map(([what, name, sent]) => {
  const content = typeof sent === 'string' ? Buffer.from(sent) : sent;
  return { what, name, content, status: content.length > LARGEST ? 413 : 422 };
});
