/** Every expected text, day and figure is worked out by hand, with a calendar of 2026 and 2027. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CASES, days, hold, positiveAmounts } from '#tests/domain/properties.ts';
import { addDays, dayOfWeek } from '#domain/dates.ts';
import { fromCents, toCents } from '#domain/money.ts';
import { PLACEHOLDERS, resolveTemplate, templateProblem } from '#domain/financial/transactionModels/placeholders.ts';
import {
  isMonthText,
  nextMonth,
  occurrencesIn,
  recurrenceText,
  type Recurrence,
} from '#domain/financial/transactionModels/recurrence.ts';
import { monthlySeries } from '#domain/financial/transactionModels/similarity.ts';
import { adjustedValue, indexProblem, meanOf, proposedValue } from '#domain/financial/transactionModels/values.ts';
import { daysOffOf, movedDay } from '#domain/financial/transactionModels/workingDays.ts';

const CHRISTMAS = daysOffOf(
  new Map([
    ['2026-12-25', 'Natal'],
    ['2027-01-01', 'Ano novo'],
  ]),
);

describe('A template', () => {
  const december = { day: '2026-12-05', competence: '2026-11-30', number: 4 };
  const january = { day: '2027-01-05', competence: '2026-12-31', number: 13 };
  test.each([
    ['FOLHA {mês anterior}/{ano}', december, 'FOLHA 11/2026'],
    // The year is that of the month that is named with it.
    ['FOLHA {mês anterior}/{ano}', january, 'FOLHA 12/2026'],
    ['FATURA {mês}/{ano}', january, 'FATURA 01/2027'],
    ['{ano}-{mês anterior}', january, '2026-12'],
    ['{mês anterior}/{ano} paga em {mês}/{ano}', january, '12/2026 paga em 01/2027'],
    ['Contrato {ano}', january, 'Contrato 2027'],
    ['Medição {parcela}', january, 'Medição 13'],
    ['Ref. {competência}', december, 'Ref. 11/2026'],
    // Case, accents and spaces do not count.
    ['{MES}/{Ano} { competencia } {Mês  Anterior}', december, '12/2026 11/2026 11'],
    ['sem marcador', december, 'sem marcador'],
    ['chave { solta', december, 'chave { solta'],
  ])('"%s" becomes its text', (template, values, text) => {
    expect(templateProblem(template)).toBeNull();
    expect(resolveTemplate(template, values)).toBe(text);
  });

  test.each([
    ['NF {cliente}', '{cliente}'],
    ['{mês} {dia}', '{dia}'],
    ['{}', '{}'],
    ['{mêss}', '{mêss}'],
  ])('"%s" is refused with the list of what there is', (template, word) => {
    expect(templateProblem(template)).toBe(
      `${word} não existe. Use {mês}, {mês anterior}, {ano}, {competência} ou {parcela}.`,
    );
  });

  test('keeps its plain text and has no placeholder left, whatever it is made of', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom(...PLACEHOLDERS), fc.stringMatching(/^[ \w/.-]{0,6}$/)), {
      maxLength: 8,
    });
    hold(
      'templates',
      CASES / 10,
      fc.property(pieces, days, fc.integer({ min: 1, max: 999_999_999 }), (parts, day, number) => {
        const template = parts.join('');
        const text = resolveTemplate(template, { day, competence: day, number });
        expect(templateProblem(template)).toBeNull();
        expect(text).not.toMatch(/[{}]/);
        expect(text.length).toBeLessThanOrEqual(template.length);
        const plain = parts.filter((part) => !part.startsWith('{')).join('');
        expect(text.length).toBeGreaterThanOrEqual(plain.length);
      }),
    );
  });
});

const monthly = (day: number, workingDay = false): Recurrence => ({
  ...{ kind: 'MONTHLY', day, workingDay, weekday: null, month: null },
});
const weekly = (weekday: number): Recurrence => ({
  ...{ kind: 'WEEKLY', day: null, workingDay: false, weekday, month: null },
});
const yearly = (month: number, day: number): Recurrence => ({
  ...{ kind: 'YEARLY', day, workingDay: false, weekday: null, month },
});
const ON_DEMAND: Recurrence = { kind: 'ON_DEMAND', day: null, workingDay: false, weekday: null, month: null };

describe('A recurrence', () => {
  test.each<[string, Recurrence, string, string[]]>([
    ['day 5', monthly(5), '2026-12', ['2026-12-01 2026-12-05']],
    ['day 31 of a short month', monthly(31), '2026-11', ['2026-11-01 2026-11-30']],
    ['day 31 of February', monthly(31), '2027-02', ['2027-02-01 2027-02-28']],
    ['day 29 of a leap February', monthly(29), '2028-02', ['2028-02-01 2028-02-29']],
    // 1/12 is a Tuesday: 1, 2, 3, 4, 7.
    ['the fifth working day', monthly(5, true), '2026-12', ['2026-12-01 2026-12-07']],
    // 25/12 is off: 22 working days, the last one 31/12.
    ['the 23rd working day of a month with 22', monthly(23, true), '2026-12', ['2026-12-01 2026-12-31']],
    // 1/1 is off, a Friday: the first working day is 4/1.
    ['the first working day after a holiday', monthly(1, true), '2027-01', ['2027-01-01 2027-01-04']],
    [
      'Tuesdays of a month with five, by their Mondays',
      weekly(2),
      '2026-12',
      [
        '2026-11-30 2026-12-01',
        '2026-12-07 2026-12-08',
        '2026-12-14 2026-12-15',
        '2026-12-21 2026-12-22',
        '2026-12-28 2026-12-29',
      ],
    ],
    [
      'Sundays of a month with four',
      weekly(0),
      '2026-12',
      ['2026-11-30 2026-12-06', '2026-12-07 2026-12-13', '2026-12-14 2026-12-20', '2026-12-21 2026-12-27'],
    ],
    ['a year in its month', yearly(1, 10), '2027-01', ['2027-01-01 2027-01-10']],
    ['a year in another month', yearly(1, 10), '2026-12', []],
    ['29/2 of a year without', yearly(2, 29), '2027-02', ['2027-02-01 2027-02-28']],
    ['on demand', ON_DEMAND, '2026-12', []],
  ])('has the times of %s', (_, recurrence, month, expected) => {
    expect(occurrencesIn(recurrence, month, CHRISTMAS).map(({ period, day }) => `${period} ${day}`)).toEqual(expected);
  });

  test.each<[Recurrence, string]>([
    [monthly(5), 'dia 5'],
    [monthly(5, true), '5º dia útil'],
    [weekly(1), 'toda segunda'],
    [weekly(6), 'todo sábado'],
    [yearly(3, 10), '10 de mar'],
    [ON_DEMAND, 'sob demanda'],
  ])('is told in words', (recurrence, text) => expect(recurrenceText(recurrence)).toBe(text));

  test('falls once into each month or week, on a day of the month', () => {
    const recurrences = fc.oneof(
      fc.record({ day: fc.integer({ min: 1, max: 31 }) }).map(({ day }) => monthly(day)),
      fc.record({ day: fc.integer({ min: 1, max: 23 }) }).map(({ day }) => monthly(day, true)),
      fc.integer({ min: 0, max: 6 }).map(weekly),
    );
    hold(
      'occurrences',
      CASES / 10,
      fc.property(recurrences, days, (recurrence, day) => {
        const month = day.slice(0, 7);
        expect(isMonthText(month)).toBe(true);
        const times = occurrencesIn(recurrence, month, CHRISTMAS);
        const after = occurrencesIn(recurrence, nextMonth(month), CHRISTMAS);
        expect(times.every((one) => one.day.startsWith(month))).toBe(true);
        const periods = [...times, ...after].map(({ period }) => period);
        expect(new Set(periods).size).toBe(periods.length);
        if (recurrence.kind === 'WEEKLY') {
          expect([4, 5]).toContain(times.length);
          expect(times.every((one) => dayOfWeek(one.period) === 1)).toBe(true);
        } else expect(times).toHaveLength(1);
      }),
    );
  });
});

describe('A due date', () => {
  test.each([
    ['2026-12-05', 'NEXT', '2026-12-07', '05/12 é sábado: próximo dia útil'],
    ['2026-12-05', 'PREVIOUS', '2026-12-04', '05/12 é sábado: dia útil anterior'],
    ['2026-12-05', 'KEEP', '2026-12-05', null],
    ['2026-12-25', 'NEXT', '2026-12-28', '25/12 é feriado (Natal): próximo dia útil'],
    ['2027-01-03', 'PREVIOUS', '2026-12-31', '03/01 é domingo: dia útil anterior'],
    ['2026-12-10', 'NEXT', '2026-12-10', null],
  ] as const)('%s under %s is %s', (day, rule, moved, reason) => {
    expect(movedDay(day, rule, CHRISTMAS)).toEqual({ day: moved, reason });
  });

  test('is moved to the nearest working day on its side', () => {
    hold(
      'moved days',
      CASES / 10,
      fc.property(days, fc.constantFrom('NEXT', 'PREVIOUS'), (day, rule) => {
        const { day: moved, reason } = movedDay(day, rule, CHRISTMAS);
        expect(CHRISTMAS(moved)).toBeNull();
        expect(reason === null).toBe(moved === day);
        const step = rule === 'NEXT' ? 1 : -1;
        for (let one = day; one !== moved; one = addDays(one, step)) expect(CHRISTMAS(one)).not.toBeNull();
      }),
    );
  });
});

describe('A value', () => {
  const past = [
    { dueDate: '2026-11-16', value: '670.20' },
    { dueDate: '2026-10-15', value: '655.01' },
    { dueDate: '2026-09-15', value: '662.04' },
    { dueDate: '2026-08-17', value: '9999.99' },
  ];
  const of = (rule: 'FIXED' | 'LAST' | 'MEAN' | 'TYPED', before = '2026-12-01', list = past) =>
    proposedValue(rule, { fixed: '4850.00', past: list, before });

  test('is fixed, the last one, the mean of the last three, or typed', () => {
    expect(of('FIXED')).toEqual({ value: '4850.00', source: null });
    expect(of('LAST')).toEqual({ value: '670.20', source: 'valor de novembro · ajuste quando fechar o mês' });
    // (670.20 + 655.01 + 662.04) / 3 = 662.41666…
    expect(of('MEAN')).toEqual({ value: '662.42', source: 'média de set, out e nov' });
    expect(of('TYPED')).toEqual({ value: null, source: 'digite o valor' });
  });

  test('counts what is due before its month alone, and what there is of three', () => {
    expect(of('LAST', '2026-11-01')).toMatchObject({ value: '655.01' });
    expect(of('MEAN', '2026-10-01', past.slice(2))).toEqual({ value: '5331.02', source: 'média de ago e set' });
    expect(of('MEAN', '2026-09-01')).toEqual({ value: '9999.99', source: 'valor de ago' });
    expect(of('LAST', '2026-08-01')).toEqual({ value: null, source: 'ainda sem lançamentos: digite o valor' });
  });

  test('is rounded half-even', () => {
    // 0.025 and 0.035
    expect([meanOf(['0.02', '0.03']), meanOf(['0.03', '0.04'])]).toEqual(['0.02', '0.04']);
    // 1.00 × 1.005 = 1.005; 3.00 × 1.005 = 3.015
    expect([adjustedValue('1.00', '0.5'), adjustedValue('3.00', '0.5')]).toEqual(['1.00', '3.02']);
  });

  test.each([
    ['4850.00', '4.87', '5086.20'],
    ['489.00', '-10', '440.10'],
    ['0.01', '-99.9999', null],
    ['9000.00', '4.8737', '9438.63'],
  ])('of %s adjusted by %s%% is %s', (value, index, after) => expect(adjustedValue(value, index)).toBe(after));

  test.each([
    ['4.87', null],
    ['0', 'Informe um índice diferente de zero.'],
    ['0.00001', 'Use até 4 casas decimais.'],
    ['-100', 'Use um índice entre −99,9999% e 1.000%.'],
    ['1000.0001', 'Use um índice entre −99,9999% e 1.000%.'],
  ])('takes an index of %s or says why not', (index, problem) => expect(indexProblem(index)).toBe(problem));

  test('that is a mean lies between the least and the greatest, and is exact for equal ones', () => {
    hold(
      'means',
      CASES / 10,
      fc.property(fc.array(positiveAmounts, { minLength: 1, maxLength: 3 }), (values) => {
        const cents = values.map(toCents).sort((a, b) => (a < b ? -1 : 1));
        const mean = toCents(meanOf(values));
        expect(mean >= (cents[0] ?? 0n) && mean <= (cents.at(-1) ?? 0n)).toBe(true);
        // |3 · mean − sum| is at most half of the count.
        const off = 2n * (mean * BigInt(values.length) - cents.reduce((all, one) => all + one, 0n));
        expect((off < 0n ? -off : off) <= BigInt(values.length)).toBe(true);
      }),
    );
  });

  test('adjusted by an index and back by nothing else keeps its sign and grows with the index', () => {
    hold(
      'indices',
      CASES / 10,
      fc.property(
        fc.bigInt({ min: 1n, max: 9_999_999_999n }),
        fc.integer({ min: -9_999, max: 10_000 }),
        (cents, points) => {
          const index = fromCents(BigInt(points));
          const after = adjustedValue(fromCents(cents), index);
          // Half-even of cents × (10000 + points) / 10000, in whole numbers.
          const scaled = cents * BigInt(10_000 + points);
          const [whole, rest] = [scaled / 10_000n, scaled % 10_000n];
          const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n);
          const expected = whole + (up ? 1n : 0n);
          expect(after).toBe(expected > 0n ? fromCents(expected) : null);
        },
      ),
    );
  });
});

describe('Three similar documents', () => {
  const of = (...entries: [string, string][]) =>
    monthlySeries(
      entries.map(([dueDate, value]) => ({ dueDate, value })),
      '2026-11',
    )?.map(({ dueDate }) => dueDate.slice(5)) ?? null;
  test.each<[string, [string, string][], string[] | null]>([
    [
      'one a month within 10 %',
      [
        ['2026-09-25', '100.00'],
        ['2026-10-26', '110.00'],
        ['2026-11-25', '105.00'],
      ],
      ['09-25', '10-26', '11-25'],
    ],
    [
      'the same until last month',
      [
        ['2026-08-25', '100.00'],
        ['2026-09-25', '100.00'],
        ['2026-10-26', '100.00'],
      ],
      ['08-25', '09-25', '10-26'],
    ],
    [
      'a cent above 10 %',
      [
        ['2026-09-25', '100.00'],
        ['2026-10-26', '110.01'],
        ['2026-11-25', '105.00'],
      ],
      null,
    ],
    [
      'two',
      [
        ['2026-10-26', '110.00'],
        ['2026-11-25', '105.00'],
      ],
      null,
    ],
    [
      'a month without',
      [
        ['2026-08-25', '100.00'],
        ['2026-10-26', '100.00'],
        ['2026-11-25', '100.00'],
      ],
      null,
    ],
    [
      'two in one month',
      [
        ['2026-09-25', '100.00'],
        ['2026-10-01', '100.00'],
        ['2026-10-26', '100.00'],
        ['2026-11-25', '100.00'],
      ],
      null,
    ],
    [
      'an end two months ago',
      [
        ['2026-07-25', '100.00'],
        ['2026-08-26', '100.00'],
        ['2026-09-25', '100.00'],
      ],
      null,
    ],
  ])('of %s', (_, entries, series) => expect(of(...entries)).toEqual(series));
});
