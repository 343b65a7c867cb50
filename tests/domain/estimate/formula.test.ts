import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '#domain/decimal.ts';
import { readQuantity, valueOfFormula } from '#domain/engineering/estimate/formula.ts';
import { hold } from '../properties.ts';

describe('A quantity typed as a formula', () => {
  test.each([
    ['12*2,80*4', '134.4000'],
    ['12 * 2.80 * 4', '134.4000'],
    ['=(3,5+1,5)*2', '10.0000'],
    ['2+3*4', '14.0000'],
    ['-(2-5)*2', '6.0000'],
    ['10/3', '3.3333'],
    // Rounded once: thirds sum to one.
    ['1/3+1/3+1/3', '1.0000'],
    ['1/3*3', '1.0000'],
    // Half to even at the fifth place: 1,00005 and 1,00015.
    ['1,00005', '1.0000'],
    ['1,00015*1', '1.0002'],
    ['1.234,5*2', '2469.0000'],
    ['1.234', '1234.0000'],
    ['8/2/2', '2.0000'],
    ['10-2-3', '5.0000'],
    ['6 × 2 ÷ 3 − 1', '3.0000'],
    ['+5', '5.0000'],
    ['0*7', '0.0000'],
  ])('%s is %s', (text, value) => expect(valueOfFormula(text)).toBe(value));

  test.each([
    ['nothing', ''],
    ['a name', '12*area'],
    ['two numbers beside each other', '1 2'],
    ['an open parenthesis', '(1+2'],
    ['a closed parenthesis', '1+2)'],
    ['an operator at the end', '3*'],
    ['two operators', '3**2'],
    ['a division by zero', '1/0'],
    ['a division by what is zero', '1/(2-2)'],
    ['a negative value', '2-3'],
    ['more digits than are kept', '10000000000000'],
    ['a number of two commas', '1,2,3'],
    ['more characters than a cell has', `1${'+1'.repeat(300)}`],
    ['more parentheses than a person types', `${'('.repeat(60)}1${')'.repeat(60)}`],
    ['a power', '2^3'],
    ['an exponent', '1e5'],
  ])('%s does not read', (_what, text) => expect(valueOfFormula(text)).toBeNull());

  test('keeps its text beside its value, a number alone does not', () => {
    expect(readQuantity(' 12*2,80*4 ')).toEqual({ quantity: '134.4000', formula: '12*2,80*4' });
    expect(readQuantity('1.234,56')).toEqual({ quantity: '1234.5600', formula: null });
    expect(readQuantity('12*')).toBeNull();
  });

  test('equals an exact computation of the same tree of operations', () => {
    const leaf = fc
      .integer({ min: 0, max: 99_999 })
      .map((units) => new Decimal(units).div(100))
      .map((value) => ({ text: value.toFixed(2).replace('.', ','), value }));
    const { tree } = fc.letrec<{ tree: { text: string; value: Decimal } }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        leaf,
        fc.tuple(tie('tree'), tie('tree'), fc.constantFrom('+', '-', '*')).map(([a, b, sign]) => ({
          text: `(${a.text} ${sign} ${b.text})`,
          value: { '+': a.value.plus(b.value), '-': a.value.minus(b.value), '*': a.value.times(b.value) }[sign],
        })),
      ),
    }));
    hold(
      'a formula is its exact value, rounded once',
      3_000,
      fc.property(tree, ({ text, value }) => {
        const rounded = value.toFixed(4, Decimal.ROUND_HALF_EVEN);
        const kept = text.length <= 500 && !value.isNegative() && value.lt('1e13') ? rounded : null;
        expect(valueOfFormula(text)).toBe(kept);
      }),
    );
  });
});
