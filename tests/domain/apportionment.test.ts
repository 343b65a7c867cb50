import { describe, expect, test } from '@jest/globals';
import {
  apportionmentPercentage,
  apportionmentsFromPercentages,
  columnsLeft,
  materialize,
  shareAlong,
  splitByWeights,
  validateApportionment,
  validateApportionments,
  type ApportionmentDraft,
} from '#domain/apportionment.ts';
import { splitAmount } from '#domain/installments.ts';

const NBSP = '\u00a0';
const share = (building: number | null, value: string, stage?: number): ApportionmentDraft => ({
  building: building === null ? null : { id: building },
  ...(stage === undefined ? {} : { costEstimateGroup: { id: stage } }),
  value,
});

describe('Splitting an amount by weights', () => {
  test.each([
    ['100.00', ['1.00', '1.00', '1.00'], ['33.33', '33.33', '33.34']],
    ['0.02', ['1.00', '1.00', '1.00'], ['0.00', '0.01', '0.01']],
    ['100.00', ['50.00', '0.00', '50.00', '0.00'], ['50.00', '0.00', '50.00', '0.00']],
    ['10.00', ['0.00', '0.00', '0.00'], ['3.33', '3.33', '3.34']],
    ['10.00', ['1.00', '2.00', '0.00'], ['3.33', '6.67', '0.00']],
    ['0.00', ['1.00', '2.00'], ['0.00', '0.00']],
    ['0.15', Array<string>(10).fill('1.00'), [...Array<string>(5).fill('0.01'), ...Array<string>(5).fill('0.02')]],
  ])('R$ %s over %j', (amount, weights, expected) => {
    expect(splitByWeights(amount, weights)).toEqual(expected);
  });

  test('rejects no weights and negative values', () => {
    expect(() => splitByWeights('1.00', [])).toThrow(RangeError);
    expect(() => splitByWeights('-1.00', ['1.00'])).toThrow(RangeError);
    expect(() => splitByWeights('1.00', ['2.00', '-1.00'])).toThrow(RangeError);
    expect(splitByWeights('0.00', [])).toEqual([]);
  });

  test('leaves no remainder for percentages that sum to 100; other percentages are taken as they are', () => {
    expect(apportionmentsFromPercentages('100.01', ['33.33', '33.33', '33.34'])).toEqual(['33.33', '33.33', '33.35']);
    expect(apportionmentsFromPercentages('0.01', ['50', '50'])).toEqual(['0.00', '0.01']);
    expect(apportionmentsFromPercentages('1000.00', ['33.3333', '66.6667'])).toEqual(['333.33', '666.67']);
    expect(apportionmentsFromPercentages('1000.00', ['50', '30'])).toEqual(['500.00', '300.00']);
    expect(() => apportionmentsFromPercentages('1.00', ['150', '-50'])).toThrow(RangeError);
    expect(apportionmentPercentage('333.33', '1000.00')).toBe('33.33');
  });
});

describe('The apportionment of a transaction to its installments', () => {
  test('splits R$ 10.000,00 in 3 installments over 2 buildings, 60 and 40 percent', () => {
    expect(materialize(['3333.33', '3333.33', '3333.34'], ['6000.00', '4000.00'])).toEqual([
      ['2000.00', '1333.33'],
      ['2000.00', '1333.33'],
      ['2000.00', '1333.34'],
    ]);
  });

  test('splits R$ 100,00 in 3 installments over 3 buildings, with the odd cent in the last cell', () => {
    expect(materialize(splitAmount('100.00', 3), splitAmount('100.00', 3))).toEqual([
      ['11.11', '11.11', '11.11'],
      ['11.11', '11.11', '11.11'],
      ['11.11', '11.11', '11.12'],
    ]);
  });

  test('of R$ 1.000,00 in one installment over 3 buildings equals the apportionment itself', () => {
    expect(materialize(['1000.00'], ['333.33', '333.33', '333.34'])).toEqual([['333.33', '333.33', '333.34']]);
  });

  test('to one building takes every installment whole', () => {
    expect(materialize(['3333.33', '3333.33', '3333.34'], ['10000.00'])).toEqual([
      ['3333.33'],
      ['3333.33'],
      ['3333.34'],
    ]);
  });

  test('of three installments of one cent over three buildings of one cent has one cent each', () => {
    const cells = materialize(['0.01', '0.01', '0.01'], ['0.01', '0.01', '0.01']);
    expect(cells.map((row) => row.filter((cell) => cell === '0.01').length)).toEqual([1, 1, 1]);
    expect([0, 1, 2].map((column) => cells.filter((row) => row[column] === '0.01').length)).toEqual([1, 1, 1]);
  });

  test('of installments and shares of zero stays at zero', () => {
    expect(materialize(['0.00', '10.00'], ['10.00', '0.00'])).toEqual([
      ['0.00', '0.00'],
      ['10.00', '0.00'],
    ]);
    expect(materialize(['0.00'], ['0.00', '0.00'])).toEqual([['0.00', '0.00']]);
    expect(materialize([], [])).toEqual([]);
  });

  test('rejects sums that differ, and negative values', () => {
    expect(() => materialize(['10.00'], ['9.99'])).toThrow(RangeError);
    expect(() => materialize(['10.00'], [])).toThrow(RangeError);
    expect(() => materialize(['-1.00', '11.00'], ['10.00'])).toThrow(RangeError);
  });

  test('subtracts the shares of paid installments first', () => {
    const left = columnsLeft(['6000.00', '4000.00'], [['2000.00', '1333.33']]);
    expect(left).toEqual(['4000.00', '2666.67']);
    expect(materialize(['3333.33', '3333.34'], left)).toEqual([
      ['2000.00', '1333.33'],
      ['2000.00', '1333.34'],
    ]);
    expect(columnsLeft(['10.00'], [])).toEqual(['10.00']);
  });

  test('of 360 installments over 100 buildings is fast', () => {
    const [rows, columns] = [splitAmount('987654.31', 360), splitAmount('987654.31', 100)];
    expect(materialize(rows, columns)).toHaveLength(360);
  });
});

describe('Interest and discount of one installment over its shares', () => {
  test('follow the gross values, and the last share takes the remainder', () => {
    expect(shareAlong('12.34', ['2000.00', '1333.33'])).toEqual(['7.40', '4.94']);
    expect(shareAlong('0.00', ['2000.00', '1333.33'])).toEqual(['0.00', '0.00']);
  });

  test('leave every share at zero, not below, for a discount of the whole', () => {
    expect(shareAlong('0.10', Array<string>(10).fill('0.01'))).toEqual(Array(10).fill('0.01'));
    expect(shareAlong('0.05', Array<string>(10).fill('0.01'))).toEqual([
      ...Array(5).fill('0.00'),
      ...Array(5).fill('0.01'),
    ]);
  });
});

describe('An added share', () => {
  test('is valid when its building is new, its value above zero and the sum exact', () => {
    expect(validateApportionment([share(1, '600.00')], share(2, '400.00'), '1000.00')).toEqual([]);
  });

  test('needs a building; −1 and null are none', () => {
    for (const building of [null, { id: -1 }, { id: '' }, {}, { id: null }]) {
      expect(validateApportionment([], { building, value: '10.00' }, '10.00')).toEqual([
        { path: 'building', message: 'Escolha a obra' },
      ]);
    }
  });

  test('needs a building that is not chosen yet, whether its id is a number or text', () => {
    expect(validateApportionment([share(1, '600.00')], { building: { id: '1' }, value: '400.00' }, '1000.00')).toEqual([
      { path: 'building', message: 'Esta obra já está no rateio' },
    ]);
  });

  test('needs a value above zero', () => {
    expect(validateApportionment([share(1, '10.00')], share(2, '0.00'), '10.00')).toEqual([
      { path: 'value', message: 'O valor deve ser maior que zero' },
    ]);
  });

  test('must make the sum exact to the cent', () => {
    expect(validateApportionment([share(1, '600.00')], share(2, '399.99'), '1000.00')).toEqual([
      { path: 'value', message: `Faltam R$${NBSP}0,01 no rateio` },
    ]);
    expect(validateApportionment([share(1, '600.00')], share(2, '400.01'), '1000.00')).toEqual([
      { path: 'value', message: `O rateio passa do valor em R$${NBSP}0,01` },
    ]);
  });
});

describe('A whole apportionment', () => {
  test('may be empty: the transaction then belongs to no building', () => {
    expect(validateApportionments([], '1000.00')).toEqual([]);
  });

  test('reports each problem at its field', () => {
    const list = [share(1, '600.00'), share(1, '0.00'), share(null, '300.00')];
    expect(validateApportionments(list, '1000.00')).toEqual([
      { path: 'apportionments.1.building', message: 'Esta obra já está no rateio' },
      { path: 'apportionments.1.value', message: 'O valor deve ser maior que zero' },
      { path: 'apportionments.2.building', message: 'Escolha a obra' },
      { path: 'apportionments', message: `Faltam R$${NBSP}100,00 no rateio` },
    ]);
  });

  test('may have a second stage of the same building only where the account allows it', () => {
    const list = [share(1, '600.00', 10), share(1, '400.00', 11)];
    expect(validateApportionments(list, '1000.00')).toHaveLength(1);
    expect(validateApportionments(list, '1000.00', { sameBuildingAllowed: true })).toEqual([]);
    const sameStage = [share(1, '600.00', 10), share(1, '400.00', 10)];
    expect(validateApportionments(sameStage, '1000.00', { sameBuildingAllowed: true })).toEqual([
      { path: 'apportionments.1.costEstimateGroup', message: 'Esta etapa da obra já está no rateio' },
    ]);
  });

  test('has a maximum length', () => {
    const list = Array.from({ length: 101 }, (_, index) => share(index + 1, '1.00'));
    expect(validateApportionments(list, '101.00')).toEqual([
      { path: 'apportionments', message: 'Use no máximo 100 obras no rateio' },
    ]);
  });
});
