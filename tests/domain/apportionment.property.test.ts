import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import {
  apportionmentsFromPercentages,
  columnsLeft,
  materialize,
  shareAlong,
  splitByWeights,
} from '#domain/apportionment.ts';
import { splitAmount, splitForPartPayment } from '#domain/installments.ts';
import { compare, fromCents, isNegative, isZero, subtract, sum, toCents, type Money } from '#domain/money.ts';
import { CASES, amounts, hold } from './properties.ts';

const weights = fc.array(fc.oneof(amounts, fc.constant('0.00')), { minLength: 1, maxLength: 9 });

/** Installments and shares of one transaction: both lists have the same sum, with weights of every kind. */
const transactions = fc
  .tuple(amounts, weights, weights)
  .map(([total, rows, columns]) => ({ rows: splitByWeights(total, rows), columns: splitByWeights(total, columns) }));

// Plain comparisons, because matchers for every cell of 20,000 cases would take most of the time.
function must(truth: boolean, what: string, ...context: unknown[]): void {
  if (!truth) throw new Error(`${what}: ${JSON.stringify(context)}`);
}

function columnSums(cells: readonly (readonly Money[])[], width: number): Money[] {
  return Array.from({ length: width }, (_, column) => sum(cells.map((row) => row[column] ?? '0.00')));
}

function mustBeExact(cells: Money[][], rows: readonly Money[], columns: readonly Money[]): void {
  must(cells.length === rows.length && cells.every((row) => row.length === columns.length), 'shape', rows, columns);
  must(cells.map(sum).join() === rows.join(), 'rows', rows, columns, cells);
  must(columnSums(cells, columns.length).join() === columns.join(), 'columns', rows, columns, cells);
  must(!cells.flat().some(isNegative), 'negative', rows, columns, cells);
}

describe('Splitting by weights', () => {
  test('is exact, never negative, and gives nothing to a zero weight', () => {
    hold(
      'sharing by weights',
      CASES,
      fc.property(amounts, weights, (amount, parts) => {
        const shares = splitByWeights(amount, parts);
        must(shares.length === parts.length && sum(shares) === amount, 'sum', amount, parts, shares);
        must(!shares.some(isNegative), 'negative', amount, parts, shares);
        must(splitByWeights(amount, parts).join() === shares.join(), 'same again', amount, parts);
        const weighty = parts.some((part) => !isZero(part));
        must(
          !weighty || parts.every((part, index) => !isZero(part) || isZero(shares[index] ?? '')),
          'zero',
          parts,
          shares,
        );
        if (parts.length > 1 && sum(parts) === amount)
          must(shares.join() === parts.join(), 'its own parts', parts, shares);
      }),
    );
  });

  test('is exact for percentages that sum to 100', () => {
    hold(
      'percentages',
      3_000,
      fc.property(amounts, weights, (total, parts) => {
        const percentages = splitByWeights('100.00', parts);
        const shares = apportionmentsFromPercentages(total, percentages);
        must(sum(shares) === total && !shares.some(isNegative), 'sum', total, percentages, shares);
      }),
    );
  });

  test('never takes a discount larger than a share', () => {
    hold(
      'discount along shares',
      CASES,
      fc.property(weights, fc.bigInt({ min: 0n, max: 1_000_000n }), (parts, permille) => {
        const gross = toCents(sum(parts));
        const discount = fromCents((gross * permille) / 1_000_000n);
        const shares = shareAlong(discount, parts);
        must(sum(shares) === discount, 'sum', discount, parts, shares);
        must(
          shares.every((share, index) => !isNegative(share) && compare(share, parts[index] ?? '0.00') <= 0),
          'net is never negative',
          discount,
          parts,
          shares,
        );
      }),
    );
  });
});

describe('Two-way apportionment', () => {
  test('keeps every row and column sum, and rounds each cell down or up', () => {
    hold(
      'two-way rateio',
      CASES,
      fc.property(transactions, ({ rows, columns }) => {
        const cells = materialize(rows, columns);
        mustBeExact(cells, rows, columns);
        must(
          JSON.stringify(materialize(rows, columns)) === JSON.stringify(cells),
          'same input, same output',
          rows,
          columns,
        );
        const total = toCents(sum(rows));
        if (total === 0n) return;
        cells.forEach((row, r) =>
          row.forEach((cell, c) => {
            const exact = toCents(rows[r] ?? '') * toCents(columns[c] ?? '');
            const down = exact / total;
            const up = exact % total === 0n ? down : down + 1n;
            must(toCents(cell) === down || toCents(cell) === up, 'down or up', rows, columns, r, c, cell);
          }),
        );
      }),
    );
  });

  test('of one row equals its columns, and of one column its rows', () => {
    hold(
      'single row or column',
      3_000,
      fc.property(transactions, ({ rows, columns }) => {
        must(materialize([sum(columns)], columns)[0]?.join() === columns.join(), 'row', columns);
        must(materialize(rows, [sum(rows)]).join() === rows.join(), 'column', rows);
      }),
    );
  });

  test('stays exact when transposed, after payments, part payments and another apportionment', () => {
    hold(
      'two-way rateio edited again',
      CASES,
      fc.property(
        transactions,
        fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
        fc.bigInt(1n, 99n),
        (transaction, paid, part) => {
          const { rows, columns } = transaction;
          const cells = materialize(rows, columns);
          mustBeExact(materialize(columns, rows), columns, rows);

          const kept = cells.filter((_, index) => paid[index]);
          const open = rows.filter((_, index) => !paid[index]);
          const left = columnsLeft(columns, kept);
          mustBeExact(materialize(open, left), open, left);

          const first = open[0] ?? '0.00';
          const split = splitForPartPayment(first, fromCents((toCents(first) * part) / 100n));
          if (!split.ok) return;
          const [halves = [], ...others] = [[split.paid, split.remaining], ...open.slice(1).map((row) => [row])];
          const partly = [...halves, ...others.flat()];
          const again = materialize(partly, left);
          mustBeExact(again, partly, left);
          const afterPart = columnsLeft(left, [again[0] ?? []]);
          mustBeExact(materialize(partly.slice(1), afterPart), partly.slice(1), afterPart);
        },
      ),
    );
  });

  test('moves each cell by at most one cent when the transaction is apportioned again after a payment', () => {
    hold(
      'stable after a payment',
      3_000,
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.integer({ min: 2, max: 12 }),
        weights,
        (cents, count, parts) => {
          const rows = splitAmount(fromCents(cents), count);
          const columns = splitByWeights(fromCents(cents), parts);
          const cells = materialize(rows, columns);
          const again = materialize(rows.slice(1), columnsLeft(columns, cells.slice(0, 1)));
          const drift = again.flatMap((row, r) =>
            row.map((cell, c) => toCents(subtract(cell, cells[r + 1]?.[c] ?? '0.00'))),
          );
          must(
            drift.every((one) => one >= -1n && one <= 1n),
            'drift',
            rows,
            columns,
            drift.map(String),
          );
        },
      ),
    );
  });
});
