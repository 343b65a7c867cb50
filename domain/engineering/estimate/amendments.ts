import {
  add,
  fromCents,
  fromTenThousandths,
  subtract,
  toCents,
  toTenThousandths,
  ZERO,
  type Money,
} from '../../money.ts';
import { valueOfQuantity } from '../measurements/line.ts';
import type { EstimateFigures, PricedRow, RowFigures } from './figures.ts';
import { groupSums } from './outline.ts';

/** A row of an approved estimate with what amendments (aditivos) change of its quantity; null: nothing. */
export interface AmendedRow extends PricedRow {
  amendment: string | null;
}

/** What amendments add to a row, or to a whole estimate; below zero: they take more than they add. */
export interface AmendmentFigures {
  directTotal: Money;
  total: Money;
}

/** A line of an estimate as the value of another quantity of it follows from it. */
export interface AmendedLine extends RowFigures {
  quantity: string | null;
  unitPrice: string | null;
}

/** Quantity after a change, four places. */
export const changedQuantity = (quantity: string | null, change: string | null): string =>
  fromTenThousandths(toTenThousandths(quantity ?? '0') + toTenThousandths(change ?? '0'));

/** Value of a quantity of a line. */
export const contractValue = (line: AmendedLine, quantity: string): AmendmentFigures => {
  const of = (unitPrice: string | null, total: Money | null): Money =>
    valueOfQuantity(
      { ...{ quantity: line.quantity, unitPrice, total }, previous: '0', previousValue: null, accumulated: '0' },
      quantity,
    );
  return { directTotal: of(line.unitPrice, line.directTotal), total: of(line.unitPriceWithBdi, line.total) };
};

/**
 * What the change of a quantity from one amendment to the next adds to a line. The value of a quantity is the one that
 * measurements use: a discount stays in proportion, and a line that is taken out as a whole is worth nothing. Changes are
 * differences of rounded values, so that they sum to the contract to the cent.
 */
export const changeOf = (line: AmendedLine, before: string, after: string): AmendmentFigures => {
  const [from, to] = [contractValue(line, before), contractValue(line, after)];
  return { directTotal: subtract(to.directTotal, from.directTotal), total: subtract(to.total, from.total) };
};

/** What amendments add to an estimate: by row, stages as sums of their rows, and in total. */
export interface AmendmentSums extends AmendmentFigures {
  /** Null for a row, or a stage, that no amendment changes. */
  rowAt: (index: number) => AmendmentFigures | null;
}

const NONE: AmendmentSums = { directTotal: ZERO, total: ZERO, rowAt: () => null };

const centsAt = (values: readonly (bigint | null)[], index: number): Money => fromCents(values[index] ?? 0n);

/** Sums the changes of the rows of an estimate in the order of the tree. */
export const amendmentSums = (rows: readonly AmendedRow[], figures: Pick<EstimateFigures, 'rowAt'>): AmendmentSums => {
  // Most estimates have none.
  if (rows.every(({ amendment }) => amendment === null)) return NONE;
  const changes = rows.map((row, index) => {
    if (row.group || row.amendment === null) return null;
    const line = { ...figures.rowAt(index), quantity: row.quantity, unitPrice: row.unitPrice };
    return changeOf(line, row.quantity ?? '0', changedQuantity(row.quantity, row.amendment));
  });
  const sums = (part: keyof AmendmentFigures) =>
    groupSums(
      rows,
      changes.map((change) => (change === null ? null : toCents(change[part]))),
    );
  const [direct, directTotal] = sums('directTotal');
  const [net, total] = sums('total');
  // A stage is changed where a row in it is, also where the changes of its rows sum to zero.
  const [counts] = groupSums(
    rows,
    changes.map((change) => (change === null ? null : 1n)),
  );
  return {
    directTotal: fromCents(directTotal),
    total: fromCents(total),
    rowAt: (index) =>
      (counts[index] ?? 0n) === 0n ? null : { directTotal: centsAt(direct, index), total: centsAt(net, index) },
  };
};

/** A row with its figures, and what amendments add to them. */
export interface WithAmendment {
  quantity: string | null;
  directTotal: Money | null;
  total: Money | null;
  amendmentQuantity: string | null;
  amendmentDirectTotal: Money | null;
  amendmentTotal: Money | null;
}

const sumOf = (value: Money | null, change: Money | null): Money | null =>
  change === null ? value : add(value ?? ZERO, change);

/** A row as it is contracted now: the original and its amendments. */
export const contracted = <Row extends WithAmendment>(row: Row): Row =>
  row.amendmentTotal === null
    ? row
    : {
        ...row,
        quantity: row.amendmentQuantity === null ? row.quantity : changedQuantity(row.quantity, row.amendmentQuantity),
        directTotal: sumOf(row.directTotal, row.amendmentDirectTotal),
        total: sumOf(row.total, row.amendmentTotal),
      };
