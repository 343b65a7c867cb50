/** Figures of measurements, worked out by hand: those of mock 26, and of contracts that do not divide evenly. */
import { describe, expect, test } from '@jest/globals';
import { fillStage } from '#domain/engineering/measurements/fill.ts';
import { type MeasuredLine, lineFigures, quantityOfPercentage } from '#domain/engineering/measurements/line.ts';
import { type SheetRow, retentionOf, sheetFigures } from '#domain/engineering/measurements/sheet.ts';

const line = (changes: Partial<MeasuredLine>): MeasuredLine => ({
  quantity: '386.0000',
  unitPrice: '214.6000',
  total: null,
  previous: '0.0000',
  previousValue: null,
  accumulated: '0.0000',
  ...changes,
});

describe('A line of a measurement', () => {
  test('of 386 m² at R$ 214,60 with 46 before and 120 now is 31,09 % and adds R$ 15.880,40.', () => {
    expect(lineFigures(line({ previous: '46.0000', accumulated: '120.0000' }))).toEqual({
      contractedValue: '82835.60',
      previousValue: '9871.60',
      previousPercentage: '11.92',
      accumulatedValue: '25752.00',
      percentage: '31.09',
      periodQuantity: '74.0000',
      periodPercentage: '19.17',
      periodValue: '15880.40',
      balance: '266.0000',
      balanceValue: '57083.60',
      excess: '0.0000',
      excessValue: '0.00',
      state: 'CHANGED',
    });
  });

  test('of 212 m² at R$ 118,90 with 221 measured is 9 m² and R$ 1.070,10 above the contract.', () => {
    const above = lineFigures(
      line({ quantity: '212.0000', unitPrice: '118.9000', previous: '148.0000', accumulated: '221.0000' }),
    );
    expect(above).toMatchObject({
      percentage: '104.25',
      previousPercentage: '69.81',
      balance: '-9.0000',
      balanceValue: '-1070.10',
      excess: '9.0000',
      excessValue: '1070.10',
      periodValue: '8679.70',
      state: 'ABOVE',
    });
  });

  test('takes 85 % of 142,5 m² as 121,125 m², which is R$ 2.308,50 after 60 %.', () => {
    const membrane = line({ quantity: '142.5000', unitPrice: '64.8000', previous: '85.5000' });
    expect(quantityOfPercentage(membrane, '85')).toBe('121.1250');
    expect(lineFigures({ ...membrane, accumulated: '121.1250' })).toMatchObject({
      percentage: '85.00',
      periodValue: '2308.50',
    });
  });

  test.each([
    [
      'below the measurement before is negative',
      { previous: '100.0000', accumulated: '60.0000' },
      '-8584.00',
      'REDUCED',
    ],
    ['without a price counts as nothing', { unitPrice: null, accumulated: '60.0000' }, '0.00', 'CHANGED'],
    ['unchanged keeps the value it was closed with', closedCheaper(), '0.00', 'UNCHANGED'],
    [
      'changed after a new price catches up with it',
      { ...closedCheaper(), accumulated: '11.0000' },
      '1360.60',
      'CHANGED',
    ],
    ['beyond a contract of nothing counts at its price', { quantity: null, accumulated: '2.0000' }, '429.20', 'ABOVE'],
  ])('%s.', (_name, changes, periodValue, state) => {
    expect(lineFigures(line(changes))).toMatchObject({ periodValue, state });
  });

  test('whose contract has a discount is measured in parts of the discounted value.', () => {
    // Three of R$ 33,34 less a discount of R$ 0,02: R$ 100,00. Thirds are 33,33, then 66,67 (half-even of 66,666…).
    const discounted = line({ quantity: '3.0000', unitPrice: '33.3400', total: '100.00' });
    const values = ['1.0000', '2.0000', '3.0000'].map((accumulated) => lineFigures({ ...discounted, accumulated }));
    expect(values.map(({ accumulatedValue }) => accumulatedValue)).toEqual(['33.33', '66.67', '100.00']);
  });
});

function closedCheaper(): Partial<MeasuredLine> {
  return { previous: '10.0000', previousValue: '1000.00', accumulated: '10.0000' };
}

const stage = (level: number): SheetRow => ({ level, group: true, line: null });
const measured = (level: number, changes: Partial<MeasuredLine>, said: Partial<SheetRow['line']> = {}): SheetRow => ({
  level,
  group: false,
  line: { ...line(changes), excessConfirmed: false, reason: null, ...said },
});

const sheet: SheetRow[] = [
  stage(0),
  measured(1, { quantity: '10.0000', unitPrice: '100.0000', previous: '5.0000', accumulated: '10.0000' }),
  stage(1),
  measured(2, { quantity: '4.0000', unitPrice: '50.0000', accumulated: '5.0000' }),
  measured(2, { quantity: '8.0000', unitPrice: '25.0000', previous: '4.0000', accumulated: '3.0000' }),
  stage(0),
  measured(1, { quantity: '2.0000', unitPrice: '300.0000' }),
];

describe('A sheet', () => {
  test('sums its lines into stages and its stages into the whole.', () => {
    const figures = sheetFigures(sheet);
    expect(figures).toMatchObject({
      contractedValue: '2000.00',
      previousValue: '600.00',
      previousPercentage: '30.00',
      accumulatedValue: '1325.00',
      percentage: '66.25',
      periodValue: '725.00',
      periodPercentage: '36.25',
      balanceValue: '675.00',
      lines: 4,
      stages: 3,
      measured: 3,
      open: 2,
      excessValue: '50.00',
      unresolved: [3, 4],
    });
    expect(figures.sumsAt(0)).toMatchObject({ contractedValue: '1400.00', periodValue: '725.00', percentage: '94.64' });
    expect(figures.sumsAt(2)).toMatchObject({ contractedValue: '400.00', periodValue: '225.00', percentage: '81.25' });
    expect(figures.sumsAt(5)).toMatchObject({
      contractedValue: '600.00',
      accumulatedValue: '0.00',
      percentage: '0.00',
    });
  });

  test.each([
    [
      'an excess with confirmation and reason',
      { accumulated: '5.0000' },
      { excessConfirmed: true, reason: 'Recorte' },
      0,
    ],
    ['a confirmed excess without a reason', { accumulated: '5.0000' }, { excessConfirmed: true, reason: ' ' }, 1],
    ['an excess that was accepted before', { previous: '5.0000', accumulated: '5.0000' }, {}, 0],
    ['a reduction with a reason', { previous: '3.0000', accumulated: '2.0000' }, { reason: 'Refeito' }, 0],
    ['a reduction without one', { previous: '3.0000', accumulated: '2.0000' }, {}, 1],
  ])('asks about what nobody has explained: %s.', (_name, changes, said, asked) => {
    const row = measured(0, { quantity: '4.0000', unitPrice: '50.0000', ...changes }, said);
    expect(sheetFigures([row]).unresolved).toHaveLength(asked);
  });

  test('keeps 5 % of R$ 116.604,20 back as R$ 5.830,21, and nothing of a negative period.', () => {
    expect(retentionOf('116604.20', '5')).toBe('5830.21');
    expect(retentionOf('-10.00', '5')).toBe('0.00');
    expect(retentionOf('10.00', null)).toBe('0.00');
  });

  test('filled by stage raises its open lines only, and takes nothing back.', () => {
    expect(fillStage(sheet, 0, '40')).toEqual([{ index: 4, accumulated: '3.2000' }]);
    expect(fillStage(sheet, 0, '20')).toEqual([]);
    expect(fillStage(sheet, 5, '12.5')).toEqual([{ index: 6, accumulated: '0.2500' }]);
  });
});
