import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addInstallment,
  buildInstallments,
  changeInstallmentDueDate,
  changeInstallmentValue,
  installmentsTotal,
  missing,
  redistribute,
  removeInstallment,
  splitAmount,
  splitForPartPayment,
  type InstallmentDraft,
  type InstallmentsResult,
} from '#domain/installments.ts';
import { applyPercentage, compare, fromCents, isNegative, subtract, sum, toCents, type Money } from '#domain/money.ts';
import { CASES, amounts, days, hold, positiveAmounts } from './properties.ts';

type Edit = (list: InstallmentDraft[], total: Money) => InstallmentsResult;

const counts = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 360 }));

// A few cents over many installments are the hard case of rounding, so half of the transactions have tiny values.
const worths = fc.constantFrom(3n, 40n, 500_000n, 500_000n);

/** A transaction in any state: values set by hand, some installments paid. */
const transactions = worths
  .chain((max) =>
    fc.array(fc.record({ cents: fc.bigInt({ min: 0n, max }), forecast: fc.boolean(), dueDate: days }), {
      minLength: 1,
      maxLength: 12,
    }),
  )
  .map((lines) =>
    lines.map(({ cents, ...line }, index) => ({ ...line, key: `k${index}`, grossValue: fromCents(cents) })),
  );

/** A typed value as a percentage of the total, seldom more than 100. */
const parts = fc.integer({ min: 0, max: 110 });

/** Any edit, applied to any list. */
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>((list, total) => addInstallment(list, total)),
  fc.constant<Edit>((list, total) => redistribute(list, total)),
  fc.nat(11).map(
    (at): Edit =>
      (list, total) =>
        removeInstallment(list, keyAt(list, at), total),
  ),
  fc.tuple(fc.nat(11), amounts).map(
    ([at, value]): Edit =>
      (list, total) =>
        changeInstallmentValue(list, keyAt(list, at), value, total),
  ),
  fc.tuple(fc.nat(11), days).map(
    ([at, day]): Edit =>
      (list) =>
        changeInstallmentDueDate(list, keyAt(list, at), day),
  ),
);

function partOf(total: Money, part: number): Money {
  return applyPercentage(total, part);
}

function keyAt(list: readonly InstallmentDraft[], at: number): string {
  return list[at % list.length]?.key ?? '';
}

function paidOnes(list: readonly InstallmentDraft[]): readonly InstallmentDraft[] {
  return list.filter((one) => !one.forecast);
}

// Plain comparisons, because matchers for every share of 20,000 cases would take most of the time.
function must(truth: boolean, what: string, ...context: unknown[]): void {
  if (!truth) throw new Error(`${what}: ${JSON.stringify(context)}`);
}

describe('Splitting an amount', () => {
  test('is exact, never negative, and equal to the cent but for the last installment', () => {
    hold(
      'splitting',
      CASES,
      fc.property(amounts, counts, (total, count) => {
        const shares = splitAmount(total, count);
        must(shares.length === count, 'count', shares);
        must(sum(shares) === total, 'sum', total, shares);
        must(!shares.some(isNegative), 'negative', total, shares);
        must(splitAmount(total, count).join() === shares.join(), 'same again', total, count);
        const cents = shares.map(toCents);
        const floor = toCents(total) / BigInt(count);
        must(
          cents.slice(0, -1).every((share) => share === floor || share === floor + 1n),
          'near',
          total,
          shares,
        );
        if (toCents(total) > 0n && floor > 0n) must((cents.at(-1) ?? 0n) > 0n, 'the last has something', total, shares);
      }),
    );
  });
});

describe('Redistributing an amount', () => {
  test('keeps the sum, the sign and the paid installments through any series of edits', () => {
    hold(
      'series of edits',
      CASES,
      fc.property(transactions, fc.array(edits, { minLength: 1, maxLength: 4 }), (start, series) => {
        const total = installmentsTotal(start);
        let list: InstallmentDraft[] = start;
        for (const edit of series) {
          const [result, again] = [edit(list, total), edit(list, total)];
          must(JSON.stringify(result) === JSON.stringify(again), 'same input, same output', list);
          if (!result.ok) {
            must(result.message.length > 0, 'a refusal says why', result);
            continue;
          }
          must(installmentsTotal(result.installments) === total, 'sum', list, result.installments);
          must(!result.installments.some((one) => isNegative(one.grossValue)), 'negative', list, result.installments);
          must(
            JSON.stringify(paidOnes(result.installments)) === JSON.stringify(paidOnes(list)),
            'paid ones are history',
            list,
            result.installments,
          );
          must(new Set(result.installments.map((one) => one.key)).size === result.installments.length, 'keys', list);
          list = result.installments;
        }
      }),
    );
  });

  test('leaves earlier installments unchanged, keeps the typed value, and can be undone', () => {
    hold(
      'editing a value back',
      CASES,
      fc.property(transactions, fc.nat(11), parts, (list, at, part) => {
        const total = installmentsTotal(list);
        const value = partOf(total, part);
        const index = at % list.length;
        const { key = '', grossValue = '' } = list[index] ?? {};
        const changed = changeInstallmentValue(list, key, value, total);
        if (!changed.ok) return;
        must(compare(changed.installments[index]?.grossValue ?? '', value) === 0, 'as typed', list, changed);
        must(
          JSON.stringify(changed.installments.slice(0, index)) === JSON.stringify(list.slice(0, index)),
          'earlier ones',
          list,
          changed,
        );
        const back = changeInstallmentValue(changed.installments, key, grossValue, total);
        must(back.ok, 'can be taken back', list, changed, back);
        if (back.ok) must(missing(back.installments, total) === '0.00', 'sum', list, back);
        const twice = changeInstallmentValue(changed.installments, key, value, total);
        must(JSON.stringify(twice) === JSON.stringify(changed), 'the same edit again changes nothing', changed, twice);
      }),
    );
  });

  test('keeps equal installments equal when one is added and removed', () => {
    hold(
      'add and remove',
      2_000,
      fc.property(positiveAmounts, fc.integer({ min: 1, max: 24 }), days, (total, count, day) => {
        fc.pre(toCents(total) > BigInt(count));
        const start = buildInstallments(total, count, day);
        if (!start.ok) throw new Error(start.message);
        const grown = addInstallment(start.installments, total);
        if (!grown.ok) throw new Error(grown.message);
        const shrunk = removeInstallment(grown.installments, grown.installments.at(-1)?.key ?? '', total);
        expect(shrunk).toEqual(start);
        const rebuilt = buildInstallments(total, count + 1, day);
        expect(grown).toEqual(rebuilt);
      }),
    );
  });
});

test('A part payment and its rest sum to the installment', () => {
  hold(
    'part payment',
    2_000,
    fc.property(positiveAmounts, amounts, (gross, part) => {
      const result = splitForPartPayment(gross, part);
      expect(result.ok).toBe(compare(part, '0.00') > 0 && compare(part, gross) < 0);
      if (result.ok) expect([result.paid, result.remaining]).toEqual([part, subtract(gross, part)]);
    }),
  );
});
