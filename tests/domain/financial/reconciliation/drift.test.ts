import { describe, expect, test } from '@jest/globals';
import { firstParting, provenThrough } from '#domain/financial/reconciliation/drift.ts';

const day = (date: string, bank: string, prumo: string, open = 0) => ({ date: `2026-11-${date}`, bank, prumo, open });

describe('The running balances of bank and Prumo', () => {
  test('part on no day where they end equal', () => {
    // The payment was typed a day late: they met again.
    expect(firstParting([day('03', '-10.00', '0.00'), day('04', '0.00', '-10.00')], '0.00')).toBeNull();
  });

  test('part on the first day after which they never meet again', () => {
    const days = [
      day('03', '-10.00', '0.00'),
      day('04', '0.00', '-10.00'),
      day('05', '-2178.47', '-1998.47'),
      day('09', '-5.00', '-5.00'),
    ];
    expect(firstParting(days, '-180.00')).toBe('2026-11-05');
  });

  test('part before the first line where the opening balance is wrong: that day is named', () => {
    expect(firstParting([day('03', '-10.00', '-10.00'), day('05', '1.00', '1.00')], '50.00')).toBe('2026-11-03');
    expect(firstParting([], '50.00')).toBeNull();
  });

  test('prove the days up to the last on which they are equal and no line is open', () => {
    const days = [day('03', '-10.00', '-10.00'), day('05', '-20.00', '-20.00'), day('09', '-30.00', '-30.00', 1)];
    expect(provenThrough(days, { unexplained: '0.00', end: '2026-11-10' })).toBe('2026-11-08');
    const answered = days.map((one) => ({ ...one, open: 0 }));
    expect(provenThrough(answered, { unexplained: '0.00', end: '2026-11-10' })).toBe('2026-11-10');
    // 180 have been missing since the 5th.
    const drifted = [day('03', '-10.00', '-10.00'), day('05', '-200.00', '-20.00'), day('09', '-30.00', '-30.00')];
    expect(provenThrough(drifted, { unexplained: '-180.00', end: '2026-11-10' })).toBe('2026-11-04');
    // Nobody knows what the bank had before the first line.
    expect(provenThrough([day('03', '-1.00', '-1.00', 1)], { unexplained: '0.00', end: '2026-11-10' })).toBeNull();
  });
});
