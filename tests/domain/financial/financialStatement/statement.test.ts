import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isFigure, LINE_LABELS, readFigure, STATEMENT } from '#domain/financial/financialStatement/lines.ts';
import { countMonths, isMonth, lastDayOf, monthsBetween } from '#domain/financial/financialStatement/months.ts';
import { horizontalChange, statementOf, verticalShare } from '#domain/financial/financialStatement/statement.ts';

const text = (cents: number): string => {
  const size = Math.abs(cents);
  return `${cents < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};

/** The lines that rows belong to, and the total in which the first of them appear, as domain.md §3 says them. */
const SUMMED = [
  'GROSS_REVENUE',
  'DEDUCTIONS',
  'CONSTRUCTION_COST',
  'ADMINISTRATIVE_EXPENSES',
  'COMMERCIAL_EXPENSES',
  'GENERAL_EXPENSES',
  'FINANCIAL_RESULT',
  'INCOME_TAXES',
  'UNCLASSIFIED',
] as const;
const UNTIL = { NET_REVENUE: 2, GROSS_PROFIT: 3, EBITDA: 6, RESULT: 9 } as const;

const rows = (months: number) =>
  fc.array(
    fc.record({
      line: fc.constantFrom(...SUMMED, 'OUTSIDE' as const),
      cents: fc.array(fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }), { minLength: months, maxLength: months }),
    }),
    { maxLength: 30 },
  );

describe('The lines of a statement', () => {
  test('are those of domain.md, from gross revenue to the result', () => {
    expect(STATEMENT.map((line) => LINE_LABELS[line])).toEqual([
      'Receita bruta',
      '(−) Deduções da receita',
      'Receita líquida',
      '(−) Custo das obras',
      'Lucro bruto',
      '(−) Despesas administrativas',
      '(−) Despesas comerciais',
      '(−) Despesas gerais',
      'EBITDA',
      '(±) Resultado financeiro',
      '(−) IRPJ e CSLL',
      'Não classificado',
      'Resultado do período',
    ]);
  });

  test('give the figures of a statement worked out by hand', () => {
    const row = (line: (typeof SUMMED)[number] | 'OUTSIDE', ...values: string[]) => ({ line, values });
    const { lines, outside } = statementOf(
      [
        row('GROSS_REVENUE', '1000.00', '500.10'),
        row('GROSS_REVENUE', '200.00', '0.00'),
        row('DEDUCTIONS', '-100.00', '-50.00'),
        row('CONSTRUCTION_COST', '-600.00', '-700.00'),
        row('ADMINISTRATIVE_EXPENSES', '-50.00', '-50.00'),
        row('COMMERCIAL_EXPENSES', '-10.00', '0.00'),
        row('GENERAL_EXPENSES', '-5.00', '-0.10'),
        row('FINANCIAL_RESULT', '3.00', '-7.00'),
        row('INCOME_TAXES', '-20.00', '-1.00'),
        row('UNCLASSIFIED', '-8.00', '8.00'),
        row('OUTSIDE', '5000.00', '-250.00'),
      ],
      2,
    );
    const of = (id: string) => lines.find(({ line }) => line === id);
    expect(of('NET_REVENUE')).toEqual({ line: 'NET_REVENUE', values: ['1100.00', '450.10'], total: '1550.10' });
    expect(of('GROSS_PROFIT')?.values).toEqual(['500.00', '-249.90']);
    expect(of('EBITDA')?.values).toEqual(['435.00', '-300.00']);
    expect(of('RESULT')).toEqual({ line: 'RESULT', values: ['410.00', '-300.00'], total: '110.00' });
    expect(outside).toEqual({ line: 'OUTSIDE', values: ['5000.00', '-250.00'], total: '4750.00' });
  });

  test('add up whatever the rows are, in each month and over all of them', () => {
    const cases = fc.integer({ min: 1, max: 24 }).chain((months) => fc.tuple(fc.constant(months), rows(months)));
    fc.assert(
      fc.property(cases, ([months, given]) => {
        const { lines, outside } = statementOf(
          given.map(({ line, cents }) => ({ line, values: cents.map(text) })),
          months,
        );
        // Another path: integers, summed by line in the order of the statement.
        const sum = (wanted: readonly string[], month: number | null) =>
          given
            .filter(({ line }) => wanted.includes(line))
            .flatMap(({ cents }) => (month === null ? cents : [cents[month] ?? 0]))
            .reduce((total, value) => total + value, 0);
        const expected = (wanted: readonly string[]) => ({
          values: Array.from({ length: months }, (_, month) => text(sum(wanted, month))),
          total: text(sum(wanted, null)),
        });
        for (const { line, values, total } of [...lines, outside]) {
          const until = UNTIL[line as keyof typeof UNTIL] as number | undefined;
          expect({ values, total }).toEqual(expected(until === undefined ? [line] : SUMMED.slice(0, until)));
        }
      }),
    );
  });
});

describe('AV and AH', () => {
  test.each([
    ['332.33', '475.25', '69.93'],
    ['-332.33', '475.25', '-69.93'],
    ['475.25', '475.25', '100.00'],
    ['0.00', '10.00', '0.00'],
    // Half to the even neighbour: 0,125 % and 0,375 %.
    ['1.25', '1000.00', '0.12'],
    ['3.75', '1000.00', '0.38'],
    ['-0.01', '1000000.00', '0.00'],
  ])('%s of a net revenue of %s is %s', (value, net, share) => {
    expect(verticalShare(value, net)).toBe(share);
  });

  test.each(['0.00', '-0.01', '-900.00'])('there is no share of a net revenue of %s', (net) => {
    expect(verticalShare('10.00', net)).toBeNull();
  });

  test.each([
    ['110.00', '100.00', '10.00'],
    ['-110.00', '-100.00', '-10.00'],
    ['50.00', '-100.00', '150.00'],
    ['-50.00', '100.00', '-150.00'],
    ['99999.99', '100000.00', '0.00'],
  ])('%s after %s changed by %s %%', (value, before, change) => {
    expect(horizontalChange(value, before)).toBe(change);
  });

  test('there is no change over nothing, nor in the first month', () => {
    expect(horizontalChange('10.00', '0.00')).toBeNull();
    expect(horizontalChange('10.00', undefined)).toBeNull();
  });

  test('are never a negative zero', () => {
    const cents = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
    fc.assert(
      fc.property(cents, cents, fc.constantFrom(0, 1, 2), (value, other, places) => {
        const answers = [
          verticalShare(text(value), text(other), places),
          horizontalChange(text(value), text(other), places),
        ];
        for (const answer of answers) expect(answer ?? '').not.toMatch(/^-0(\.0*)?$/);
      }),
    );
  });
});

describe('Months and figures', () => {
  test('the months of a period, over the end of a year', () => {
    expect(monthsBetween('2026-11', '2027-02')).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
    expect(monthsBetween('2026-11', '2026-10')).toEqual([]);
    expect(countMonths('2025-01', '2026-12')).toBe(24);
    expect(lastDayOf('2028-02')).toBe('2028-02-29');
    expect(['2026-10', '2026-13', '2026-1', '0001-01', ' 2026-10'].map(isMonth)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  test('keys of figures are read, and nothing else is', () => {
    expect(readFigure('CONSTRUCTION_COST')).toEqual({ kind: 'LINE', line: 'CONSTRUCTION_COST' });
    expect(readFigure('UNCLASSIFIED')).toEqual({ kind: 'LINE', line: 'UNCLASSIFIED' });
    expect(readFigure('category-12')).toEqual({ kind: 'CATEGORY', categoryId: 12 });
    expect(readFigure('without-credit')).toEqual({ kind: 'WITHOUT_CATEGORY', type: 'CREDIT' });
    expect(readFigure('discount-credit')).toEqual({ kind: 'CHARGE', charge: 'discount-credit' });
    expect(['RESULT', 'category-0', 'category-1 or 1', 'constructor', ''].map(readFigure)).toEqual(
      Array.from({ length: 5 }, () => null),
    );
    expect(['RESULT', 'EBITDA', 'GROSS_REVENUE', 'toString'].map(isFigure)).toEqual([true, true, true, false]);
  });
});
