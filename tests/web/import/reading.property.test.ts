import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFile, readPasted } from '#web/import/read/readFile.ts';
import { FileProblem } from '#web/import/read/unzip.ts';
import { xlsxBlob } from '#web/list/export/xlsx.ts';

const SEED = { seed: 20_261_122, numRuns: 300 };

/** Signs that separate, quote and break lines, beside letters; all of them are in windows-1252 too. */
const sign = fc.constantFrom(...'abAB019çãé .-/\'";,\t\n'.split(''), '\r\n', '""');
const cell = fc.array(sign, { maxLength: 8 }).map((signs) => signs.join(''));
/** A title has a letter; it may hold a line break, as titles of spreadsheets do. */
const title = cell.map((text) => `T${text}`);
const table = fc
  .integer({ min: 2, max: 6 })
  .chain((width) =>
    fc
      .tuple(
        fc.array(title, { minLength: width, maxLength: width }),
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
      )
      .map(([titles, rows]) => [titles, ...rows]),
  );

const style = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t'),
  ending: fc.constantFrom('\n', '\r\n', '\r'),
  quoteAll: fc.boolean(),
  lastEnding: fc.boolean(),
  encoding: fc.constantFrom('utf8', 'utf8 with BOM', 'windows-1252'),
});

/** What a spreadsheet program writes: a cell is quoted where it has to be, or always. */
const written = (
  rows: readonly (readonly string[])[],
  { delimiter, ending, quoteAll }: { delimiter: string; ending: string; quoteAll: boolean },
): string =>
  rows
    .map((cells) =>
      cells
        .map((text) => (quoteAll || /[";,\t\r\n]/.test(text) ? `"${text.split('"').join('""')}"` : text))
        .join(delimiter),
    )
    .join(ending);

/** What is to be read of a table: texts without the spaces around them, and no rows without a text. */
const meant = (rows: readonly (readonly string[])[]): string[][] =>
  rows.map((cells) => cells.map((text) => text.trim())).filter((cells) => cells.some((text) => text !== ''));

const read = async (bytes: Uint8Array, name: string): Promise<(readonly string[])[]> =>
  (await readFile(new File([bytes.slice()], name)))[0].rows.map(({ cells }) => cells);

describe('A table', () => {
  test('written as CSV with any delimiter, ending, quotes and encoding is read cell by cell', async () => {
    await fc.assert(
      fc.asyncProperty(table, style, async (rows, how) => {
        const text = written(rows, how) + (how.lastEnding ? how.ending : '');
        const bytes =
          how.encoding === 'windows-1252'
            ? Buffer.from(text, 'latin1')
            : Buffer.from((how.encoding === 'utf8' ? '' : '\uFEFF') + text);
        expect(await read(bytes, 'tabela.csv')).toEqual(meant(rows));
      }),
      SEED,
    );
  });

  test('below a line of its own name is read by the delimiter of its titles', async () => {
    expect(await read(Buffer.from('Controle da obra\nNome;Preço\nCal, virgem;1,25\n'), 'obra.csv')).toEqual([
      ['Controle da obra'],
      ['Nome', 'Preço'],
      ['Cal, virgem', '1,25'],
    ]);
  });

  test('copied from a spreadsheet is read cell by cell from what is pasted', () => {
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n'), (rows, ending) => {
        const text = written(rows, { delimiter: '\t', ending, quoteAll: false });
        expect(readPasted(text).rows.map(({ cells }) => cells)).toEqual(meant(rows));
      }),
      SEED,
    );
  });

  test('written as a workbook is read cell by cell, and cut at any byte it is refused in a sentence', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.double({ min: 0, max: 1, noNaN: true }), async (rows, share) => {
        const [titles = [], ...body] = rows;
        const cells = body.map((row) => row.map((value) => ({ kind: 'text' as const, value })));
        const bytes = new Uint8Array(await xlsxBlob({ titles: [...titles], rows: cells }, 'Tabela').arrayBuffer());
        const found = await read(bytes, 'tabela.xlsx');
        const width = titles.length;
        // The writer leaves blank cells out; XML reads every line break as one sign.
        const filled = found.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
        expect(filled).toEqual(meant(rows).map((row) => row.map((text) => text.replace(/\r\n?/g, '\n'))));
        const cut = bytes.subarray(0, 2 + Math.floor(share * (bytes.length - 3)));
        await expect(read(cut, 'tabela.xlsx')).rejects.toBeInstanceOf(FileProblem);
      }),
      { ...SEED, numRuns: 80 },
    );
  });
});
