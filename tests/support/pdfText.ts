import { inflateSync } from 'node:zlib';

/**
 * Reads the texts of a PDF from its bytes alone: objects, deflated streams, fonts with ToUnicode tables. It knows what
 * pdfkit writes and no more, and shares nothing with what lays the document out.
 */
interface PdfObject {
  text: string;
  stream: string | null;
}

const objectsOf = (pdf: Buffer): Map<number, PdfObject> => {
  const source = pdf.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const { 1: id, index } of source.matchAll(/^(\d+) 0 obj$/gm)) {
    const start = source.indexOf('obj', index) + 4;
    const length = /^<<[^]*?\/Length (\d+)[^]*?>>\nstream\n/.exec(source.slice(start, start + 2_000));
    const end = source.indexOf('\nendobj', start + Number(length?.[1] ?? 0));
    const text = length?.[0] ?? source.slice(start, end);
    const from = start + text.length;
    const bytes = length ? pdf.subarray(from, from + Number(length[1])) : null;
    const deflated = bytes !== null && text.includes('/FlateDecode') && !text.includes('/Image');
    objects.set(Number(id), { text, stream: bytes && (deflated ? inflateSync(bytes) : bytes).toString('latin1') });
  }
  return objects;
};

const numberAfter = (text: string, key: string): number => Number(new RegExp(`${key} (\\d+)`).exec(text)?.[1] ?? 0);

const fromHex = (hex: string): string => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');

/** Letters of a font by their glyphs. */
const lettersOf = (objects: Map<number, PdfObject>, font: number): Map<string, string> => {
  const table = objects.get(numberAfter(objects.get(font)?.text ?? '', '/ToUnicode'))?.stream ?? '';
  const letters = new Map<string, string>();
  for (const { 1: from = '', 2: list = '' } of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [offset, [, letter = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      letters.set((parseInt(from, 16) + offset).toString(16).padStart(4, '0'), fromHex(letter));
    }
  }
  return letters;
};

/** Streams of a page: one, or several that follow each other. */
const contentsOf = (page: string): number[] =>
  [...(/\/Contents (\[[^\]]*\]|\d+ 0 R)/.exec(page)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));

const textOf = (objects: Map<number, PdfObject>, page: string): string => {
  const resources = objects.get(numberAfter(page, '/Resources'))?.text ?? '';
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [name, lettersOf(objects, Number(id))]),
  );
  const content = contentsOf(page)
    .map((id) => objects.get(id)?.stream ?? '')
    .join('\n');
  const texts: string[] = [];
  let letters = new Map<string, string>();
  for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    const glyphs = [...(shown ?? '').matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
    if (shown !== undefined) texts.push(glyphs.map((glyph) => letters.get(glyph) ?? '?').join(''));
  }
  return texts.join(' ').replaceAll(/\s+/g, ' ');
};

/** Text and size of each page, in the order of the pages. */
export const readPdf = (pdf: Buffer): { text: string; width: number; height: number }[] => {
  const objects = objectsOf(pdf);
  const [tree] = [...objects.values()].filter(({ text }) => text.includes('/Type /Pages'));
  const kids = /\/Kids \[([^\]]*)\]/.exec(tree?.text ?? '')?.[1] ?? '';
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = objects.get(Number(id))?.text ?? '';
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(page) ?? [];
    return { text: textOf(objects, page), width: Number(width), height: Number(height) };
  });
};

/** How many pictures a PDF shows; pictures with transparency have a second one. */
export const picturesIn = (pdf: Buffer): number =>
  [...objectsOf(pdf).values()].filter(({ text }) => text.includes('/Subtype /Image')).length;
