import { describe, expect, test } from '@jest/globals';
import {
  barParts,
  inPurchaseUnit,
  isBelowZero,
  quantityText,
  shareText,
  valueText,
} from '#domain/engineering/purchaseOverview/figures.ts';

test.each([
  ['27797.4484', '50', '555.9490'],
  ['-439.8096', '20', '-21.9905'],
  // Exactly between two ten-thousandths: the even one.
  ['0.00025', '1', '0.0002'],
  ['0.0007', '2', '0.0004'],
])('A quantity of %s is %s times its purchase unit: %s, four places half-even', (quantity, factor, expected) => {
  expect(inPurchaseUnit(quantity, factor)).toBe(expected);
});

test('A share is rounded once, and is none of nothing', () => {
  expect(shareText('126.00', '726.00')).toBe('17,4%');
  // 17,3451: rounded to 17,35 first, it would be 17,4.
  expect(shareText('1734.51', '10000.00')).toBe('17,3%');
  expect(shareText('1.00', '0.00')).toBeNull();
});

test('Figures have a true minus sign, only the places that they need, and a dash where nothing is', () => {
  expect([valueText('-8037.00'), valueText('0.00'), valueText(null)]).toEqual(['−8.037,00', '—', '—']);
  expect([quantityText('2480.0000'), quantityText('-1350.5000'), quantityText('0.0000')]).toEqual([
    ...['2.480', '−1.350,5', '—'],
  ]);
  expect([isBelowZero('-0.0001'), isBelowZero('0.0000'), isBelowZero(null)]).toEqual([true, false, false]);
});

describe('A bar', () => {
  test.each([
    ['within the estimate, its track is the estimate', ['100', ['60', '90'], false], [[60, 30], 100, 0]],
    ['above it, the largest sum fills the place', ['100', ['60', '125'], false], [[48, 52], 80, 20]],
    ['without an estimate, nothing is above it', ['0', ['1', '2'], false], [[50, 50], 0, 0]],
    ['at a tick, the estimate always fills the place', ['100', ['50', '60', '104.5'], true], [[50, 10, 40], 100, 4.5]],
    [
      'of less paid than received at other prices, no part is below zero',
      ['10', ['6', '5', '8'], false],
      [[60, 0, 20], 100, 0],
    ],
  ] as const)('%s', (_, [estimated, reached, atEstimate], [parts, end, above]) => {
    expect(barParts(estimated, reached, atEstimate)).toEqual({ parts, estimated: end, above });
  });
});
