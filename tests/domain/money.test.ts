import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from 'decimal.js';
import {
  MAX_MONEY,
  ZERO,
  add,
  applyPercentage,
  compare,
  decimal4,
  fromCents,
  isNegative,
  isPositive,
  isZero,
  maxMoney,
  minMoney,
  money,
  negate,
  percentageOf,
  subtract,
  sum,
  toCents,
} from '#domain/money.ts';
import { hold } from './properties.ts';

describe('Rounding to cents', () => {
  test.each([
    ['0.005', '0.00'],
    ['0.015', '0.02'],
    ['0.025', '0.02'],
    ['0.035', '0.04'],
    ['0.045', '0.04'],
    ['0.055', '0.06'],
    ['1.005', '1.00'],
    ['2.675', '2.68'],
    ['2.685', '2.68'],
    ['0.0050000001', '0.01'],
    ['0.0249999999', '0.02'],
    ['-0.005', '0.00'],
    ['-0.015', '-0.02'],
    ['-0.025', '-0.02'],
    ['-0.004', '0.00'],
    ['99999999999.995', '100000000000.00'],
    ['9999999999999.985', '9999999999999.98'],
    ['1e3', '1000.00'],
    ['1E-2', '0.01'],
    ['+7', '7.00'],
    ['007.10', '7.10'],
  ])('rounds %s half-even to %s', (value, expected) => {
    expect(money(value)).toBe(expected);
  });

  test.each([
    ['1.00005', '1.0000'],
    ['1.00015', '1.0002'],
    ['1.00025', '1.0002'],
    ['-0.00005', '0.0000'],
    ['0.123450001', '0.1235'],
  ])('rounds the quantity %s half-even to %s', (value, expected) => {
    expect(decimal4(value)).toBe(expected);
  });

  test('accepts integers and decimals as well as text', () => {
    expect(money(0)).toBe('0.00');
    expect(money(-0)).toBe('0.00');
    expect(money(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991.00');
    expect(money(new Decimal('10').div(3))).toBe('3.33');
  });

  test.each(['', ' ', 'abc', '1,5', '0x1F', '1e999', 'NaN', 'Infinity', '1 2', '.5', '5.', '--1', '1'.repeat(200)])(
    'rejects the text "%s"',
    (value) => {
      expect(() => money(value)).toThrow(RangeError);
    },
  );

  test.each([0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
    'rejects the number %d, which may be inexact',
    (value) => {
      expect(() => money(value)).toThrow(RangeError);
    },
  );

  test('rejects a decimal that is not finite', () => {
    expect(() => money(new Decimal('NaN'))).toThrow(RangeError);
  });
});

describe('Calculating with money', () => {
  test('adds without errors of binary fractions', () => {
    expect(add('0.10', '0.20')).toBe('0.30');
    expect(add()).toBe(ZERO);
    expect(sum(['1.11', '-1.11'])).toBe('0.00');
    expect(subtract('0.00', '0.01')).toBe('-0.01');
    expect(negate('0.00')).toBe('0.00');
    expect(negate('12.30')).toBe('-12.30');
    expect(add(MAX_MONEY, '0.01')).toBe('10000000000000.00');
  });

  test('compares amounts by value, not by their text', () => {
    expect(compare('9.00', '10.00')).toBe(-1);
    expect(compare('10', '10.00')).toBe(0);
    expect(compare('-1.00', '-2.00')).toBe(1);
    expect(minMoney('9.00', '10.00')).toBe('9.00');
    expect(maxMoney('9.00', '10.00')).toBe('10.00');
    expect([isZero('0'), isPositive('0.01'), isNegative('-0.01')]).toEqual([true, true, true]);
    expect([isZero('0.01'), isPositive('0.00'), isNegative('0.00')]).toEqual([false, false, false]);
  });

  test.each([
    ['3333.33', '10000.00', '33.33'],
    ['1.00', '3.00', '33.33'],
    ['2.00', '3.00', '66.67'],
    ['1.00', '800.00', '0.12'],
    ['3.00', '800.00', '0.38'],
    ['-1.00', '800.00', '-0.12'],
    ['-1.00', '-3.00', '33.33'],
    ['5.00', '0.00', '0.00'],
    ['0.00', '5.00', '0.00'],
    ['10.00', '5.00', '200.00'],
  ])('%s of %s is %s percent', (part, whole, expected) => {
    expect(percentageOf(part, whole)).toBe(expected);
  });

  test.each([
    ['10000.00', '33.33', '3333.00'],
    ['0.10', '25', '0.02'],
    ['0.30', '25', '0.08'],
    ['9999999999999.99', '99.9999', '9999989999999.99'],
    ['-100.00', '2.5', '-2.50'],
  ])('of %s, %s percent are %s', (amount, percentage, expected) => {
    expect(applyPercentage(amount, percentage)).toBe(expected);
  });

  test('converts money to whole cents and back', () => {
    expect(fromCents(-5n)).toBe('-0.05');
    expect(fromCents(0n)).toBe('0.00');
    expect(toCents('-0.00')).toBe(0n);
    hold(
      'cents survive the way to text and back',
      2_000,
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (cents) => {
        expect(toCents(fromCents(cents))).toBe(cents);
        expect(money(fromCents(cents))).toBe(fromCents(cents));
      }),
    );
  });

  test('rounds half-even by at most half a cent, to an even cent on a tie', () => {
    hold(
      'half-even to two places',
      2_000,
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), (thousandths) => {
        const exact = new Decimal(thousandths.toString()).div(1000);
        const off = new Decimal(money(exact)).minus(exact).abs();
        expect(off.lessThanOrEqualTo('0.005')).toBe(true);
        if (off.equals('0.005')) expect(toCents(money(exact)) % 2n).toBe(0n);
      }),
    );
  });
});
