import { CEMENT, nfeXml, SAND } from '#tests/purchase/invoices/nfeXml.ts';

const MIB = 1024 * 1024;
const bombs = Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n + 1} "${`&a${n};`.repeat(10)}">`).join('');
const within = (more: string): string => nfeXml().replace('<transp>', `${more}<transp>`);
const attributes = (name: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `${name}${n}="urn:x"`).join(' ');

/** Files of NF-e that would cost much, or be what they are not; 200 are those of which the rest is read. */
export const hostileNotas: readonly (readonly [what: string, status: number, content: string])[] = [
  [
    'a thousand million laughs',
    422,
    nfeXml().replace('<nfeProc', `<!DOCTYPE nfeProc [<!ENTITY a0 "ha">${bombs}]><nfeProc`),
  ],
  [
    'an entity that names a file',
    422,
    nfeXml().replace('<nfeProc', '<!DOCTYPE n [<!ENTITY a SYSTEM "file:///etc/passwd">]><nfeProc'),
  ],
  ['a style that runs', 422, nfeXml().replace('<nfeProc', '<?xml-stylesheet href="http://x/y.xsl"?><nfeProc')],
  ['a script', 422, within('<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>')],
  ['half a million levels', 422, nfeXml().replace('<transp>', '<a>'.repeat(500_000))],
  ['half a million elements', 422, within('<a/>'.repeat(450_000))],
  ['19 MiB', 422, nfeXml() + ' '.repeat(19 * MIB)],
  ['21 MiB', 413, ' '.repeat(21 * MIB)],
  ['a name of 1 MiB', 200, nfeXml({ items: [{ ...CEMENT, name: 'x'.repeat(MIB) }, SAND] })],
  ['50,000 attributes', 200, within(`<a ${attributes('b', 50_000)}/>`)],
  ['20,000 namespaces', 422, within(`<a ${attributes('xmlns:b', 20_000)}/>`)],
  [
    '60 namespaces, and 20,000 elements that declare one more',
    200,
    within(`<a ${attributes('xmlns:b', 55)}>${'<b xmlns="urn:y"/>'.repeat(20_000)}</a>`),
  ],
  ['names of every object', 200, within('<__proto__>1</__proto__><constructor>1</constructor><toString/>')],
  ['990 items of one name', 200, nfeXml({ items: Array.from({ length: 990 }, () => SAND) })],
  ['a value beyond all numbers', 422, nfeXml({ totals: { vProd: '9'.repeat(400), vNF: '1.00' } })],
  ['a quantity beyond all numbers', 422, nfeXml({ items: [{ ...SAND, quantity: `1e${'9'.repeat(9)}` }] })],
];
