import { describe, expect, test } from '@jest/globals';
import { indicesOf, projectedFinish } from '#domain/engineering/earnedValue/indices.ts';
import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';

const progress = (estimateTotal: string | null, estimatedValue: string | null, measuredValue: string | null) => ({
  ...{ estimateTotal, estimatedValue, measuredValue },
});
const NOTHING = { estimateAtCompletion: null, estimateToComplete: null, deviation: null, deviationPercentage: null };

describe('Indices of earned value', () => {
  test('of the clinic are 0,923 and 0,881, and it will cost R$ 490.154,55', () => {
    const clinic = { ...progress('452380.00', '292848.19', '257879.22'), actualValue: '279412.60' };
    expect(indicesOf(clinic)).toEqual({
      costVariance: '-21533.38',
      scheduleVariance: '-34968.97',
      cpi: '0.923',
      spi: '0.881',
      estimateAtCompletion: '490154.55',
      estimateToComplete: '210741.95',
      deviation: '37774.55',
      deviationPercentage: '8.35',
    });
  });

  test.each([
    // Of the stages of the clinic: estimate, planned, measured, actual; CPI, SPI, at completion, deviation in percent.
    ['58420.00', '55499.00', '52578.00', '57914.36', '0.908', '0.947', '64349.29', '10.15'],
    ['96310.00', '91494.50', '88605.20', '86220.15', '1.028', '0.968', '93717.55', '-2.69'],
    ['84750.00', '67800.00', '55087.50', '63482.90', '0.868', '0.812', '97666.00', '15.24'],
    ['32000.00', '2464.69', '693.52', '735.00', '0.944', '0.281', '33913.95', '5.98'],
  ])('of a stage of %s come from unrounded quotients', (total, planned, measured, actual, ...expected) => {
    const { cpi, spi, estimateAtCompletion, deviationPercentage } = indicesOf({
      ...progress(total, planned, measured),
      actualValue: actual,
    });
    expect([cpi, spi, estimateAtCompletion, deviationPercentage]).toEqual(expected);
  });

  test.each([
    // A tie goes to the even digit: 0.0625 and 0.1875.
    ['1.00', '16.00', '0.062'],
    ['3.00', '16.00', '0.188'],
  ])('%s of %s have three places, half-even', (measured, actual, cpi) => {
    expect(indicesOf({ ...progress('100.00', null, measured), actualValue: actual }).cpi).toBe(cpi);
  });

  test.each([
    ['without a measurement', progress('100.00', '50.00', null), '10.00', null, null, null, null],
    ['without a schedule', progress('100.00', null, '20.00'), '10.00', '10.00', null, '2.000', null],
    ['before the plan begins', progress('100.00', '0.00', '20.00'), '10.00', '10.00', '20.00', '2.000', null],
    ['of costs that nobody estimated', progress('0.00', '0.00', '0.00'), '10.00', '-10.00', '0.00', null, null],
  ])('%s are null where a divisor is zero or a part is missing', (_, values, actualValue, cost, time, cpi, spi) => {
    const known = indicesOf({ ...values, actualValue });
    expect([known.costVariance, known.scheduleVariance, known.cpi, known.spi]).toEqual([cost, time, cpi, spi]);
    if (cpi === null) expect(known).toMatchObject(NOTHING);
  });

  test('cost without value has a CPI of zero, and no estimate at completion', () => {
    const known = indicesOf({ ...progress('100.00', '50.00', '0.00'), actualValue: '10.00' });
    expect(known).toEqual({
      ...NOTHING,
      cpi: '0.000',
      spi: '0.000',
      costVariance: '-10.00',
      scheduleVariance: '-50.00',
    });
  });

  test('value without cost has no CPI', () => {
    const known = indicesOf({ ...progress('100.00', '50.00', '40.00'), actualValue: '0.00' });
    expect(known).toEqual({ ...NOTHING, cpi: null, spi: '0.800', costVariance: '40.00', scheduleVariance: '-10.00' });
  });
});

describe('The projected last day', () => {
  const plan = { start: '2026-01-01', finish: '2026-04-10' };
  test.each([
    // A hundred days, of which fifty have gone by: at half the pace two hundred, at twice the pace fifty.
    ['2026-02-19', '50.00', '25.00', '2026-07-19'],
    ['2026-02-19', '50.00', '100.00', '2026-02-19'],
    ['2026-02-19', '50.00', '50.00', '2026-04-10'],
    ['2026-02-19', '50.00', '0.00', null],
    ['2026-02-19', null, '10.00', null],
    ['2026-02-19', '50.00', '0.01', null],
    // Day 200: 40 % took two hundred days, so all of it takes five hundred.
    ['2026-07-19', '100.00', '40.00', '2027-05-15'],
    // Day 90 of a plan that ends steeply: nearly all is done, but what is left cannot end in the past.
    ['2026-03-31', '50.00', '99.00', '2026-04-01'],
  ])('at %s with %s planned and %s measured is %s', (date, estimatedValue, measuredValue, expected) => {
    expect(projectedFinish(plan, { estimateTotal: '100.00', estimatedValue, measuredValue }, date)).toBe(expected);
  });
});

test('A stage sums what stands in it at any depth', () => {
  const rows = [
    { id: 1, parentId: null },
    { id: 2, parentId: 1 },
    { id: 3, parentId: 2 },
    { id: 4, parentId: null },
  ];
  const own = new Map([
    [1, 1n],
    [3, 30n],
    [4, 400n],
  ]);
  expect([...rollUp(rows, own)]).toEqual([
    [1, 31n],
    [2, 30n],
    [3, 30n],
    [4, 400n],
  ]);
});
