import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { formatCurrency, formatMoney, formatPercentage, formatQuantity, fromCents, parseMoney } from '#domain/money.ts';
import { amounts, hold } from './properties.ts';

const NBSP = '\u00a0';

describe('Formatting numbers:', () => {
  test('money has dots for thousands and a comma for cents', () => {
    expect(formatMoney('1234.5')).toBe('1.234,50');
    expect(formatCurrency('1234.50')).toBe(`R$${NBSP}1.234,50`);
    expect(formatCurrency('-1')).toBe(`-R$${NBSP}1,00`);
    expect(formatMoney('9999999999999.99')).toBe('9.999.999.999.999,99');
    expect(formatMoney(12)).toBe('12,00');
  });

  test.each([
    ['0.125', '0,12'],
    ['0.135', '0,14'],
    ['0.145', '0,14'],
    ['-0.125', '-0,12'],
    ['2.675', '2,68'],
  ])('%s is formatted as %s: half-even on the decimal, not on a binary fraction', (value, expected) => {
    expect(formatMoney(value)).toBe(expected);
  });

  test('a value that rounds to zero has no sign', () => {
    expect(formatMoney('-0.001')).toBe('0,00');
    expect(formatCurrency('-0.004')).toBe(`R$${NBSP}0,00`);
  });

  test.each([null, undefined, '', 'abc', NaN, Infinity, {}, [], true, '1,5'])(
    '%p is not a number and is formatted as "-"',
    (value) => {
      expect(formatMoney(value)).toBe('-');
      expect(formatCurrency(value)).toBe('-');
      expect(formatPercentage(value)).toBe('-');
      expect(formatQuantity(value)).toBe('-');
    },
  );

  test('percentages have two places, quantities up to four', () => {
    expect(formatPercentage('33.333')).toBe('33,33%');
    expect(formatQuantity('1234.5000')).toBe('1.234,5');
    expect(formatQuantity('0.00005')).toBe('0');
    expect(formatQuantity('0.00015')).toBe('0,0002');
  });
});

describe('Parsing typed money', () => {
  test.each([
    ['1234,5', '1234.50'],
    ['1.234,50', '1234.50'],
    ['R$ 1.234,5', '1234.50'],
    [`R$${NBSP}1.234,50`, '1234.50'],
    ['r$10', '10.00'],
    ['1234.50', '1234.50'],
    ['1234.5', '1234.50'],
    ['1.234', '1234.00'],
    ['1.234.567', '1234567.00'],
    ['12.34', '12.34'],
    ['-12', '-12.00'],
    ['−12,00', '-12.00'],
    [`-R$${NBSP}3,00`, '-3.00'],
    [',5', '0.50'],
    ['.5', '0.50'],
    ['5,', '5.00'],
    ['0', '0.00'],
    ['007', '7.00'],
    [' 100 + 50,5 ', '150.50'],
    ['100-20,25', '79.75'],
    ['R$ 10 + R$ 5', '15.00'],
    ['1.000+1.000,01', '2000.01'],
    ['9.999.999.999.999,99', '9999999999999.99'],
    // More than two decimal places: rounded half-even, by hand. A dot before three digits is a thousands separator.
    ['1,005', '1.00'],
    ['1,015', '1.02'],
    ['1,0051', '1.01'],
    ['1,234', '1.23'],
    ['2,675', '2.68'],
    ['33,333333', '33.33'],
    ['0,005', '0.00'],
    ['0,015', '0.02'],
    [',125', '0.12'],
    ['-1,005', '-1.00'],
    ['-0,004', '0.00'],
    ['1.005', '1005.00'],
    ['1.005,005', '1005.00'],
    ['1.005,015', '1005.02'],
    [`R$${NBSP}33,333333`, '33.33'],
    ['9999999999999,994', '9999999999999.99'],
    // A sum rounds the result and not its terms: thirds add up to the whole.
    ['33,333333+33,333333+33,333334', '100.00'],
    ['0,005+0,005', '0.01'],
    ['1-0,005', '1.00'],
    ['1-0,995', '0.00'],
  ])('reads "%s" as %s', (typed, expected) => {
    expect(parseMoney(typed)).toBe(expected);
  });

  test.each([
    '',
    '   ',
    'R$',
    '-',
    '+',
    'abc',
    '12a',
    '1,2,3',
    ',',
    '1.2345',
    '1234.567',
    '12.34.5',
    '1.23.456',
    '1 2',
    '1 234,00',
    '10+',
    '10++5',
    '10*5',
    '1e3',
    '10000000000000',
    '9999999999999,99+0,01',
    '9999999999999,995',
    '9'.repeat(300),
  ])('does not guess the meaning of "%s"', (typed) => {
    expect(parseMoney(typed)).toBeNull();
  });

  test('reads its own format', () => {
    hold(
      'format and parse agree',
      2_000,
      fc.property(amounts, fc.boolean(), (amount, negative) => {
        const value = negative && amount !== '0.00' ? `-${amount}` : amount;
        expect(parseMoney(formatMoney(value))).toBe(value);
        expect(parseMoney(formatCurrency(value))).toBe(value);
        expect(parseMoney(value)).toBe(value);
      }),
    );
  });

  test('rounds any number of places half-even, as counting units of the last place does', () => {
    /** Independent oracle: whole cents, then the rest compared with half a cent. */
    const halfEven = (units: bigint, places: number): bigint => {
      const cent = 10n ** BigInt(places - 2);
      const [cents, rest] = [units / cent, (units % cent) * 2n];
      const up = rest > cent || (rest === cent && cents % 2n === 1n);
      return up ? cents + 1n : cents;
    };
    const typedOf = (units: bigint, places: number): string => {
      const digits = units.toString().padStart(places + 1, '0');
      return `${digits.slice(0, -places)},${digits.slice(-places)}`;
    };
    const centsOf = (text: string | null): bigint => BigInt((text ?? 'x').replace('.', ''));
    const places = fc.integer({ min: 2, max: 12 });
    // Often ends in 5 and zeros, where half-even and half-up differ.
    const unitsOf = (count: number) =>
      fc.oneof(
        fc.bigInt(0n, 10n ** BigInt(count + 6)),
        fc
          .bigInt(0n, 10n ** 8n)
          .map((cents) => cents * 10n ** BigInt(count - 2) + (5n * 10n ** BigInt(count - 2)) / 10n),
      );
    hold(
      'places beyond the cent',
      5_000,
      fc.property(
        places.chain((count) => fc.tuple(fc.constant(count), unitsOf(count), unitsOf(count), fc.boolean())),
        ([count, a, b, negative]) => {
          const sign = negative ? -1n : 1n;
          expect(centsOf(parseMoney(`${negative ? '-' : ''}${typedOf(a, count)}`))).toBe(sign * halfEven(a, count));
          expect(centsOf(parseMoney(`${typedOf(a, count)} + ${typedOf(b, count)}`))).toBe(halfEven(a + b, count));
        },
      ),
    );
  });

  test('accepts any text without an exception, and adds terms exactly', () => {
    hold(
      'any text is read or refused',
      2_000,
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[\d.,+\-R$ ]{0,20}$/)), (text) => {
        expect(parseMoney(text) ?? '0.00').toMatch(/^-?\d{1,13}\.\d{2}$/);
      }),
    );
    hold(
      'typed sums',
      1_000,
      fc.property(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n), (a, b) => {
        expect(parseMoney(`${formatMoney(fromCents(a))} + ${formatMoney(fromCents(b))}`)).toBe(fromCents(a + b));
      }),
    );
  });
});
