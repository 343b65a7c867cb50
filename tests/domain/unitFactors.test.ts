import { describe, expect, test } from '@jest/globals';
import { convertPrice, convertQuantity, proposedFactor } from '#domain/purchase/unitFactors.ts';

type Text = [name: string, unit: string, purchaseUnit?: string, purchaseFactor?: string];
const measured = ([name, unit, purchaseUnit = '', purchaseFactor = '']: Text) => ({
  ...{ name, unit, purchaseUnit: purchaseUnit || null, purchaseFactor: purchaseFactor || null },
});

describe('The factor between two units', () => {
  test.each<[Text, Text, string | null]>([
    [['Areia', 'm³'], ['Areia', 'M3'], '1'],
    [['Aço', 't'], ['Aço', 'kg'], '1000'],
    [['Aço', 'kg'], ['Aço', 't'], '0.001'],
    [['Aditivo', 'm³'], ['Aditivo', 'L'], '1000'],
    [['Parafuso', 'dz'], ['Parafuso', 'un'], '12'],
    // 1 un = 1/12 dz has no end.
    [['Parafuso', 'un'], ['Parafuso', 'dz'], null],
    [['Cimento CP II-E-32, saco 50 kg', 'sc'], ['Cimento (quilo)', 'kg'], '50'],
    [['Cimento (quilo)', 'kg'], ['CIMENTO CPII SC 50KG', 'sc'], '0.02'],
    [['Adesivo 3,6 L', 'gl'], ['Adesivo', 'L'], '3.6'],
    [['Cimento', 'sc'], ['Cimento', 'kg', 'sc', '50.000000'], '50'],
    [['Cimento', 'kg', 'sc', '50.000000'], ['Cimento', 'sc'], '0.02'],
    // Two weights: nobody can tell.
    [['Kit 5 kg e 2 kg', 'cj'], ['Kit', 'kg'], null],
    [['Tela', 'm'], ['Tela', 'kg'], null],
  ])('of %j for %j is proposed as %s', (survivor, merged, factor) => {
    expect(proposedFactor(measured(survivor), measured(merged))).toBe(factor);
  });
});

test('A quantity in another unit keeps all its places, up to twenty', () => {
  expect(convertQuantity('12.3450', '50')).toEqual({ quantity: '0.2469', exact: true });
  expect(convertQuantity('2.5000', '50')).toEqual({ quantity: '0.0500', exact: true });
  expect(convertQuantity('0.0412', '50')).toEqual({ quantity: '0.000824', exact: true });
  expect(convertQuantity('1.0000', '3')).toEqual({ quantity: '0.33333333333333333333', exact: false });
  expect(convertQuantity('0.0000091', '1')).toEqual({ quantity: '0.0000091', exact: true });
  expect(convertQuantity('0.00000000000000000001', '3').quantity).toBeNull();
  expect(convertQuantity('9999999999999.0000', '0.5').quantity).toBeNull();
});

test('A price for another unit has four places, half-even, and is none where it would be zero', () => {
  expect(convertPrice('0.7800', '50')).toBe('39.0000');
  expect(convertPrice('0.0005', '0.5')).toBe('0.0002');
  expect(convertPrice('0.0015', '0.5')).toBe('0.0008');
  expect(convertPrice('0.0001', '0.1')).toBeNull();
  expect(convertPrice(null, '2')).toBeNull();
});
