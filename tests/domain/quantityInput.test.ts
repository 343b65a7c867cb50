import { describe, expect, test } from '@jest/globals';
import { parseQuantity } from '#domain/quantityInput.ts';
import { formatUnitPrice } from '#domain/money.ts';

describe('A quantity as people type it', () => {
  test.each([
    ['0,3560', '0.3560'],
    ['36,8', '36.8'],
    ['36.8', '36.8'],
    ['1.234', '1234'],
    ['1.234,5678', '1234.5678'],
    ['0.356', '0.356'],
    ['R$ 12', '12'],
    [',5', '0.5'],
    ['5,', '5'],
    ['007', '7'],
    ['0', '0'],
    ['12.3456', '12.3456'],
  ])('%s is %s', (typed, decimal) => expect(parseQuantity(typed)).toBe(decimal));

  test.each(['', ',', '-1', '1,23456', '1.23,4', '1.2.3', 'abc', '1 2', '12.34567', '1,2,3', null])(
    '%s is none',
    (typed) => expect(parseQuantity(typed)).toBeNull(),
  );

  test('takes as many places as are allowed', () => {
    expect(parseQuantity('0,123456', 6)).toBe('0.123456');
    expect(parseQuantity('0,1234567', 6)).toBeNull();
  });
});

test.each([
  ['36.8000', '36,80'],
  ['0.7832', '0,7832'],
  ['1234.5', '1.234,50'],
  ['x', '-'],
])('A unit price of %s is shown as %s', (value, shown) => expect(formatUnitPrice(value)).toBe(shown));
