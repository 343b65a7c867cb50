import { describe, expect, test } from '@jest/globals';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import type { TableDocument, TableLine } from '#services/platform/pdf/table/document.ts';
import { printTable } from '#services/platform/pdf/table/table.ts';
import { slowness } from '#tests/support/pace.ts';
import { picturesIn, readPdf } from '#tests/support/pdfText.ts';

const DOCUMENT: TableDocument = {
  title: 'Contas a pagar',
  about: '01/11/2026 a 30/11/2026',
  company: { name: 'Construtora Ipê', taxId: '12345678000195', logo: null },
  createdAt: '2026-11-20T12:00:00.000Z',
  landscape: true,
  footer: 'Emitido por Ana',
  columns: [
    { title: 'Item', width: 10, right: false },
    { title: 'Serviço', width: 20, right: false },
    { title: 'Valor', width: 10, right: true },
  ],
  empty: 'Nada no período',
  notes: [],
};

const row = (code: string, name = 'Contrapiso', value = '1,00'): TableLine => ({
  ...{ kind: 'ROW', level: 0, texts: [code, name, value] },
});
const group = (name: string): TableLine => ({ kind: 'GROUP', level: 0, texts: [name, '', '10,00'] });

async function* given(lines: readonly TableLine[]): AsyncGenerator<TableLine> {
  await Promise.resolve();
  yield* lines;
}

const print = async (lines: readonly TableLine[], more: Partial<TableDocument> = {}): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of printTable({ ...DOCUMENT, ...more }, given(lines))) chunks.push(chunk);
  return Buffer.concat(chunks);
};

const LONG = 'Serviço com um nome que ocupa mais de uma linha, como os do SINAPI. '.repeat(3).trim();

describe('A printed table', () => {
  test('has each of 3,000 rows once and in order, below its head, on pages that tell their number of all', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => row(`L${index}`, index % 9 === 4 ? LONG : 'Contrapiso'));
    const pages = readPdf(await print(lines));
    expect(pages.flatMap(({ text }) => text.match(/L\d+(?= )/g) ?? [])).toEqual(lines.map(({ texts }) => texts[0]));
    expect(pages.length).toBeGreaterThan(80);
    for (const [index, { text, width, height }] of pages.entries()) {
      const start =
        'Construtora Ipê CNPJ 12.345.678/0001-95 Contas a pagar 01/11/2026 a 30/11/2026 Item Serviço Valor L';
      expect(text.startsWith(start)).toBe(true);
      expect(text.endsWith(`Emitido por Ana Página ${index + 1} de ${pages.length}`)).toBe(true);
      expect([width, height]).toEqual([841.89, 595.28]);
    }
    expect(
      pages
        .map(({ text }) => text)
        .join(' ')
        .split(LONG).length - 1,
    ).toBe(333);
  });

  test('keeps a heading with its first row, and the total with the last one', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => [
      group(`G${index}`),
      ...Array.from({ length: 1 + (index % 5) }, (_row, at) => row(`L${index}.${at}`)),
    ]).flat();
    const total: TableLine = { kind: 'TOTAL', level: 0, texts: ['Total', '', '120,00'] };
    for (const count of [120, 119, 118, 117, 116, 115, 114]) {
      const end = lines.findIndex(({ texts }) => texts[0] === `G${count}`);
      const pages = readPdf(await print([...(end < 0 ? lines : lines.slice(0, end)), total]));
      const codes = pages.map(({ text }) => text.match(/(?<= )(G\d+|L\d+\.\d+|Total)(?= )/g) ?? []);
      expect(codes.filter((of) => of.at(-1)?.startsWith('G') || of[0] === 'Total')).toEqual([]);
      expect(Math.min(...codes.slice(0, -1).map(({ length }) => length))).toBeGreaterThan(20);
    }
  });

  test('breaks a row that is higher than a page, and loses no word of it', async () => {
    const words = Array.from({ length: 1_500 }, (_, index) => `palavra${index}`);
    const pages = readPdf(await print([row('L1'), row('L2', words.join(' ')), row('L3')]));
    expect(pages.length).toBeGreaterThan(1);
    const all = pages.map(({ text }) => text).join(' ');
    expect(all.match(/palavra\d+/g)).toEqual(words);
    expect(all.match(/L\d/g)).toEqual(['L1', 'L2', 'L3']);
  });

  test('breaks a word that is wider than its column, and shows a tab, a line break and letters apart from their accents', async () => {
    const word = 'ConcretoUsinado'.repeat(12);
    const [page] = readPdf(await print([row('L1', word), row('L2', 'um\tdois\r\ntre\u0302s')]));
    expect(page?.text.replaceAll(' ', '')).toContain(word);
    expect(page?.text).toContain('L2 um dois três');
  });

  test('says that there is nothing, and has its notes below', async () => {
    const [page, more] = readPdf(await print([], { notes: ['Sem pedidos cancelados.'], landscape: false }));
    expect(page?.text).toBe(
      'Construtora Ipê CNPJ 12.345.678/0001-95 Contas a pagar 01/11/2026 a 30/11/2026 Nada no período Sem pedidos cancelados. Emitido por Ana Página 1 de 1',
    );
    expect([page?.width, page?.height, more]).toEqual([595.28, 841.89, undefined]);
  });

  test('is the same file each time, with the logo once for all pages', async () => {
    const logo = await sharp({ create: { width: 60, height: 34, channels: 3, background: '#157a6e' } })
      .png()
      .toBuffer();
    const lines = Array.from({ length: 200 }, (_, index) => row(`L${index}`));
    const company = { ...DOCUMENT.company, logo };
    const first = await print(lines, { company });
    expect((await print(lines, { company })).equals(first)).toBe(true);
    expect((await print(lines, { company, createdAt: '2026-11-21T12:00:00.000Z' })).equals(first)).toBe(false);
    expect(readPdf(first).length).toBeGreaterThan(5);
    expect(picturesIn(first)).toBe(picturesIn(await print([row('L1')], { company })));
    expect(picturesIn(first)).toBeGreaterThan(0);
  });
});

describe('Lines of a printed table', () => {
  test('are read as they are laid out: pages come before the last lines', async () => {
    let read = 0;
    const endless = async function* (): AsyncGenerator<TableLine> {
      for (;;) {
        await Promise.resolve();
        read += 1;
        yield row(`L${read}`);
      }
    };
    let size = 0;
    for await (const chunk of printTable(DOCUMENT, endless())) {
      size += chunk.length;
      if (size > 50_000) break;
    }
    expect(read).toBeLessThan(5_000);
  });

  test('leave the process free to answer while they are laid out', async () => {
    await print([row('L1')]);
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const started = performance.now();
    await print(Array.from({ length: 20_000 }, (_, index) => row(`L${index}`, LONG)));
    clearInterval(beat);
    expect(performance.now() - started).toBeGreaterThan(200);
    expect(longest).toBeLessThan(100 * slowness());
  });

  test('of two tables take turns', async () => {
    const ends: string[] = [];
    const printed = async (name: string, count: number): Promise<void> => {
      await print(Array.from({ length: count }, (_, index) => row(`L${index}`)));
      ends.push(name);
    };
    await Promise.all([printed('long', 20_000), printed('short', 50)]);
    expect(ends).toEqual(['short', 'long']);
  });

  test('that cannot be read or laid out end the file with their error', async () => {
    const gone = async function* (): AsyncGenerator<TableLine> {
      yield row('L1');
      await Promise.resolve();
      throw new Error('the rows are gone');
    };
    await expect(Readable.from(printTable(DOCUMENT, gone())).toArray()).rejects.toThrow('the rows are gone');
    await expect(print([{ ...row('L1'), texts: ['L1'] }])).rejects.toThrow(
      'A line has fewer texts than the table has columns',
    );
    expect(readPdf(await print([row('L1')])).length).toBe(1);
  });
});
