import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import { inspect } from '#services/engineering/sinapi/layout.ts';
import {
  numberOf,
  readLines,
  readPrices,
  type LineRow,
  type PriceRow,
  type Read,
} from '#services/engineering/sinapi/reader.ts';
import { openWorkbook, type Workbook } from '#services/engineering/sinapi/workbook.ts';
import { JobRefused } from '#services/platform/jobs/kinds.ts';
import { COEFFICIENT_UNIT, monthOf, REGIMES, STATES, type Month, type Priced } from '#tests/support/sinapi/model.ts';
import { workbookOf, type WorkbookOptions } from '#tests/support/sinapi/workbook.ts';
import { zip, type ZipEntry } from '#tests/support/sinapi/zip.ts';

const TINY = monthOf({ inputs: 3, compositions: 2, lines: 2 });
const SMALL = { inputs: 60, compositions: 120, lines: 5 };

let month: Month;
let workbook: Workbook;

beforeAll(async () => {
  month = monthOf(SMALL);
  workbook = await openWorkbook(workbookOf(month));
});
afterAll(() => workbook.close());

const all = async <T>(batches: AsyncIterable<Read<T>[]>): Promise<Read<T>[]> => {
  const rows: Read<T>[] = [];
  for await (const batch of batches) rows.push(...batch);
  return rows;
};
const valuesOf = <T>(rows: Read<T>[]): T[] =>
  rows.flatMap((row) => {
    if ('rejected' in row) throw new Error(row.rejected.problem);
    return 'value' in row ? [row.value] : [];
  });
const pricesOf = async (sheet: string): Promise<PriceRow[]> =>
  valuesOf(await all(readPrices(workbook, await inspect(workbook), sheet)));
const linesOf = async (): Promise<LineRow[]> => valuesOf(await all(readLines(workbook, await inspect(workbook))));

const reais = (cents: bigint | null): string | null =>
  cents === null ? null : new Decimal(String(cents)).div(100).toFixed();
const expected = (one: Priced, regime: number, row: number) => ({
  row,
  code: one.code,
  name: one.name,
  unit: one.unit,
  group: one.group,
  prices: (one.prices[regime] ?? []).map(reais),
});

describe('A workbook of a month', () => {
  test('tells its month, its day of emission and its states', async () => {
    expect(await inspect(workbook)).toMatchObject({ month: '2026-10', emittedOn: '2026-11-12', states: STATES });
  });

  test.each(REGIMES.map((regime, index) => [regime, index] as const))(
    'has every input and composition of %s with its published prices, in the rows where they stand',
    async (regime, index) => {
      const inputs = month.inputs.map((one, at) => expected(one, index, 11 + at));
      const compositions = month.compositions.map((one, at) => expected(one, index, 11 + at));
      expect(await pricesOf(`I${regime}`)).toEqual(inputs);
      expect(await pricesOf(`C${regime}`)).toEqual(compositions);
      // The model has states without a price, or the test would not notice them.
      expect(inputs.some(({ prices }) => prices.includes(null))).toBe(true);
    },
  );

  test('has every line with its coefficient verbatim, repeated ones too', async () => {
    const lines = month.compositions.flatMap(({ code, lines: own }) =>
      own.map((line) => ({
        composition: code,
        kind: line.kind === 'INSUMO' ? 'INPUT' : 'COMPOSITION',
        code: line.code,
        coefficient: new Decimal(String(line.coefficient)).div(String(COEFFICIENT_UNIT)).toFixed(),
      })),
    );
    expect((await linesOf()).map(({ row: _row, ...line }) => line)).toEqual(lines);
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBeLessThan(lines.length);
  });

  test('adds up: each cost is the sum of its lines at the published prices, cut to the cent', async () => {
    const [inputs, compositions, lines] = [await pricesOf('ISD'), await pricesOf('CSD'), await linesOf()];
    const priceOf = new Map([
      ...inputs.map(({ code, prices }) => [`INPUT ${code}`, prices] as const),
      ...compositions.map(({ code, prices }) => [`COMPOSITION ${code}`, prices] as const),
    ]);
    const saoPaulo = STATES.indexOf('SP');
    const differences = compositions.flatMap(({ code, prices }) =>
      prices.flatMap((published, state) => {
        const cost = lines
          .filter(({ composition }) => composition === code)
          .reduce((sum, line) => {
            const known = priceOf.get(`${line.kind} ${line.code}`);
            const child = known?.[state] ?? known?.[saoPaulo] ?? '0';
            return sum.plus(new Decimal(line.coefficient).times(child).toDecimalPlaces(2, Decimal.ROUND_DOWN));
          }, new Decimal(0));
        return cost.equals(published ?? '0') ? [] : [`${code} ${STATES[state]}: ${published} and ${cost.toFixed()}`];
      }),
    );
    expect(differences).toEqual([]);
  });
});

describe('A number in a cell', () => {
  test.each([
    ['57.86', '57.86'],
    ['57.859999999999999', '57.859999999999999'],
    ['0,12345678901234567', '0.12345678901234567'],
    ['57.80', '57.8'],
    ['1.23E-2', '0.0123'],
    ['1E-7', '0.0000001'],
    ['1.234,56', '1234.56'],
    ['0,5', '0.5'],
    ['1.O34,20', undefined],
    ['12 %', undefined],
    ['', undefined],
  ])('written %s is %s', (text, number) => expect(numberOf(text)).toBe(number));
});

test('A cell with a number has the 15 digits that a spreadsheet shows; the same digits as text are all kept', async () => {
  const digits = '57.859999999999999';
  const cellOf = async (text: string, type: string) => {
    const replaced = (entries: ZipEntry[]) =>
      entries.map((entry) =>
        entry.name.endsWith('sheet8.xml')
          ? {
              ...entry,
              content: Buffer.from(
                entry.content
                  .toString()
                  .replace(/(<row r="12">.*)<c r="G12">.*?<\/c>/, `$1<c r="G12"${type}><v>${text}</v></c>`),
              ),
            }
          : entry,
      );
    const opened = await openWorkbook(workbookOf(TINY, { change: replaced }));
    const [, line] = await all(readLines(opened, await inspect(opened)));
    opened.close();
    return line && 'value' in line ? line.value.coefficient : undefined;
  };
  expect(await cellOf(digits, '')).toBe('57.86');
  expect(await cellOf(digits, ' t="str"')).toBe(digits);
});

/** Changes the XML of the entries whose names end so. */
const withText = (from: string, to: string, where = ''): WorkbookOptions => ({
  change: (entries) =>
    entries.map((entry) =>
      entry.name.endsWith(where)
        ? { ...entry, content: Buffer.from(entry.content.toString().replace(from, to)) }
        : entry,
    ),
});

describe('A row that cannot be used', () => {
  test.each([
    [
      'whose unit is missing',
      /(<row r="11">.*?)(<c r="D11".*?<\/c>)/,
      '$1',
      { row: 11, code: '370', problem: 'Falta a unidade.' },
    ],
    [
      'whose code is missing',
      /(<row r="12">.*?)(<c r="B12".*?<\/c>)/,
      '$1',
      { row: 12, code: null, problem: 'Falta o código.' },
    ],
    [
      'whose price is no number',
      /<c r="F13"([^>]*)>.*?<\/c>/,
      '<c r="F13" t="str"><v>1.O34,20</v></c>',
      { row: 13, code: '376', problem: 'Preço "1.O34,20" em AC não é número.' },
    ],
  ])('%s is told with its row and its code, and the others are read', async (_name, pattern, text, problem) => {
    const change = (entries: ZipEntry[]) =>
      entries.map((entry) => {
        if (!entry.name.endsWith('sheet2.xml')) return entry;
        return { ...entry, content: Buffer.from(entry.content.toString().replace(pattern, text)) };
      });
    const opened = await openWorkbook(workbookOf(TINY, { change }));
    const rows = await all(readPrices(opened, await inspect(opened), 'ISD'));
    expect(rows.flatMap((row) => ('rejected' in row ? [row.rejected] : []))).toEqual([problem]);
    expect(rows).toHaveLength(3);
    opened.close();
  });
});

describe('A file that is not such a workbook is refused in one sentence', () => {
  const NOT_A_WORKBOOK = /^O arquivo não é uma planilha XLSX\./;
  const inflated = (claimed?: number): ZipEntry => ({
    name: 'xl/worksheets/sheet2.xml',
    content: Buffer.alloc(700 * 1024 * 1024, '<row/>'),
    ...(claimed === undefined ? {} : { claimed }),
  });
  const files: [string, () => Buffer | string, RegExp][] = [
    ['a text', () => 'Código;Descrição\n1;Cimento\n', NOT_A_WORKBOOK],
    ['nothing', () => '', NOT_A_WORKBOOK],
    ['a zip of something else', () => zip([{ name: 'leia-me.txt', content: Buffer.from('oi') }]), NOT_A_WORKBOOK],
    ['without a sheet', () => workbookOf(TINY, { renamed: { CCD: null } }), /^A planilha não tem a aba "CCD",/],
    [
      'of the older layout',
      () =>
        workbookOf(TINY, {
          renamed: {
            ISD: 'Insumos',
            ICD: null,
            ISE: null,
            CSD: 'Sintético',
            CCD: null,
            CSE: null,
            Analítico: 'Analítico',
          },
        }),
      /^Este arquivo é do formato do SINAPI anterior a 2025/,
    ],
    [
      'without its month',
      () => workbookOf(TINY, { month: 'outubro' }),
      /^A aba "ISD" não tem o formato do SINAPI: falta o mês de referência\.$/,
    ],
    [
      'with entities',
      () => workbookOf(TINY, withText('<sst>', '<!DOCTYPE sst [<!ENTITY a SYSTEM "file:///etc/passwd">]><sst>')),
      /^A planilha contém declarações de entidades XML/,
    ],
    [
      'with more rows than a sheet can have',
      () => workbookOf(TINY, withText('</sheetData>', `${'<row/>'.repeat(1_100_000)}</sheetData>`, 'sheet2.xml')),
      /^A planilha tem linhas demais para ser do SINAPI\./,
    ],
    ['with broken XML', () => workbookOf(TINY, withText('<sst>', '<sst><si>')), /^A planilha está danificada/],
    [
      'a zip bomb',
      () => workbookOf(TINY, { change: (entries) => [...entries, inflated()] }),
      /^A planilha descompactada passa de 600 MB/,
    ],
    [
      'a zip bomb that lies about its size',
      () =>
        workbookOf(TINY, {
          change: (entries) => [...entries.filter(({ name }) => !name.endsWith('sheet2.xml')), inflated(1000)],
        }),
      NOT_A_WORKBOOK,
    ],
  ];

  const readAll = async (content: Buffer | string): Promise<void> => {
    const opened = await openWorkbook(Buffer.from(content));
    try {
      const facts = await inspect(opened);
      for (const sheet of Object.keys(facts.layouts).filter((name) => name !== 'Analítico'))
        await all(readPrices(opened, facts, sheet));
      await all(readLines(opened, facts));
    } finally {
      opened.close();
    }
  };

  test.each(files)('%s', async (_name, content, sentence) => {
    const refused = await readAll(content()).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(JobRefused);
    expect((refused as JobRefused).message).toMatch(sentence);
  });

  test('cut at any byte', async () => {
    const whole = workbookOf(TINY);
    for (let cut = 1; cut < whole.length; cut += Math.ceil(whole.length / 40)) {
      const refused = await readAll(whole.subarray(0, cut)).catch((error: unknown) => error);
      expect([cut, refused]).toEqual([cut, expect.any(JobRefused)]);
    }
  });
});
