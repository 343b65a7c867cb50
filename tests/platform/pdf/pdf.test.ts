import { afterAll, describe, expect, test } from '@jest/globals';
import { keptTable, renderPdf, stopPdf, type PdfDocument } from '#services/platform/pdf/pdf.ts';
import { readPdf } from '#tests/support/pdfText.ts';
import { slowness } from '#tests/support/pace.ts';

afterAll(() => stopPdf());

const document = (rows: number, more: Partial<PdfDocument> = {}): PdfDocument => ({
  title: 'Orçamento E1',
  createdAt: '2026-11-20T12:00:00.000Z',
  landscape: true,
  pageMargins: [28, 60, 28, 40],
  header: { text: 'Construtora Ipê', margin: [28, 20, 28, 0] },
  footer: 'Prumo',
  content: [
    {
      layout: 'rows',
      table: {
        headerRows: 1,
        widths: [40, '*', 60],
        body: [
          ['Item', 'Descrição', 'Total'],
          ...Array.from({ length: rows }, (_, index) => [`1.${index + 1}`, 'Contrapiso em argamassa', '1.082,44']),
        ],
      },
    },
  ],
  ...more,
});

describe('A printed document', () => {
  test('is a PDF of as many pages as its rows need, and the same file each time', async () => {
    const first = await renderPdf(document(200));
    expect(first.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    const pages = first.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
    expect(pages).toBeGreaterThanOrEqual(5);
    expect(pages).toBeLessThanOrEqual(10);
    expect((await renderPdf(document(200))).equals(first)).toBe(true);
    expect((await renderPdf(document(200, { createdAt: '2026-11-21T12:00:00.000Z' }))).equals(first)).toBe(false);
  });

  test('leaves the process free to answer while it is laid out', async () => {
    let longest = 0;
    let last = performance.now();
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    await renderPdf(document(1_500));
    clearInterval(beat);
    // Laid out in this thread, it would be silent for more than a second.
    expect(longest).toBeLessThan(1_000 * slowness());
  });

  test('ends no page with a row that stays with the next one, in 1,000 rows of several heights', async () => {
    const body = Array.from({ length: 91 }, (_, stage) => [
      [`E${stage}`, 'Etapa'],
      ...Array.from({ length: 10 }, (_line, line) => [
        `L${stage}.${line}`,
        line % 4
          ? 'Serviço'
          : 'Serviço com um nome que ocupa mais de uma linha da tabela, como os do SINAPI. '.repeat(2),
      ]),
    ]);
    const kept = body.map((_, stage) => 1 + stage * 11);
    const table = { headerRows: 1, dontBreakRows: true, widths: [60, '*'], body: [['Item', 'Nome'], ...body.flat()] };
    const content = [{ text: 'Antes' }, keptTable({ layout: 'rows', table }, kept)];
    const pages = readPdf(await renderPdf(document(0, { landscape: false, content })));
    const codes = pages.map(({ text }) => text.match(/(?<= )(E\d+|L\d+\.\d+)(?= )/g) ?? []);
    expect(codes.flat()).toEqual(body.flat().map(([code]) => code));
    expect(codes.filter((of) => of.at(-1)?.startsWith('E'))).toEqual([]);
    // The head is repeated, and pages are as full as the rows allow.
    expect(pages.every(({ text }) => text.includes('Item Nome'))).toBe(true);
    expect(Math.min(...codes.slice(0, -1).map(({ length }) => length))).toBeGreaterThan(30);
  });

  test('reads no file and fetches nothing, whatever its content names', async () => {
    for (const image of ['/etc/passwd', 'file:///etc/passwd', 'http://127.0.0.1:9/x.png']) {
      await expect(renderPdf(document(1, { content: [{ image }] }))).rejects.toThrow();
    }
    expect((await renderPdf(document(1))).length).toBeGreaterThan(1_000);
  });
});
