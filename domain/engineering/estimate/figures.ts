import { type Money, fromCents, percentageOf, subtract, toCents, toTenThousandths } from '../../money.ts';
import { divideHalfEven } from '../../decimal.ts';
import { shareDown } from '../../shares.ts';
import { type Outlined, groupSums } from './outline.ts';

/** A row as its figures need it. Rows are not changed in place: figures of a row are kept as long as the row lives. */
export interface PricedRow extends Outlined {
  /** Four places; null counts as zero. */
  quantity: string | null;
  /** Four places; null: without a price, which counts as nothing. */
  unitPrice: string | null;
  /** Null: the estimate's default. */
  bdiId: string | null;
}

export interface FigureOptions {
  bdis: readonly { id: string; percentage: string }[];
  defaultBdiId: string | null;
  /** Subtracted from the total with BDI; negative: an addition. */
  discount: Money;
}

export interface RowFigures {
  /** Two places where a BDI applies, else as the price. */
  unitPriceWithBdi: string | null;
  directTotal: Money | null;
  /** With BDI, less the share of the discount. */
  total: Money | null;
}

export interface EstimateFigures {
  /** Sum of the rows without BDI. */
  directTotal: Money;
  /** Sum of the rows with BDI, before the discount. */
  grossTotal: Money;
  /** grossTotal − directTotal. */
  bdiTotal: Money;
  total: Money;
  /** Rows that are no stages. */
  itemCount: number;
  withoutPrice: number;
  /** Figures of the row at an index, as text. */
  rowAt: (index: number) => RowFigures;
}

/** Figures of one row before the discount, in cents. */
export interface Leaf {
  percentage: string | null;
  unitPriceWithBdi: string;
  direct: bigint;
  gross: bigint;
}

const FOUR = 10_000n;

/** Unit price with BDI: price × (1 + percentage/100), two places half-even. */
const withBdi = (price: bigint, percentage: string): bigint =>
  divideHalfEven(price * (FOUR + toCents(percentage)), FOUR * 100n);

/** Figures of one row from its quantity, price and BDI, before the discount. */
export const leafFigures = (quantity: string, unitPrice: string, percentage: string | null): Leaf => {
  const [count, price] = [toTenThousandths(quantity), toTenThousandths(unitPrice)];
  const direct = divideHalfEven(count * price, FOUR * 100n);
  if (percentage === null) return { percentage, unitPriceWithBdi: unitPrice, direct, gross: direct };
  const cents = withBdi(price, percentage);
  return { percentage, unitPriceWithBdi: fromCents(cents), direct, gross: divideHalfEven(count * cents, FOUR) };
};

// An edit makes one new row: the figures of all others are those of before.
const known = new WeakMap<PricedRow, Leaf>();

const leafOf = (row: PricedRow, percentage: string | null): Leaf | null => {
  if (row.unitPrice === null) return null;
  const before = known.get(row);
  if (before?.percentage === percentage) return before;
  const leaf = leafFigures(row.quantity ?? '0', row.unitPrice, percentage);
  known.set(row, leaf);
  return leaf;
};

/** Shares of the discount over rows with a price, in the order of the tree; no share is beyond its row (domain.md §5). */
const sharesOf = (discount: Money, totals: readonly bigint[]): bigint[] => {
  const cents = toCents(discount);
  if (cents === 0n) return [];
  const shares = shareDown(cents < 0n ? -cents : cents, totals);
  return cents < 0n ? shares.map((share) => -share) : shares;
};

const textOf = (cents: bigint | null | undefined): Money | null =>
  cents === null || cents === undefined ? null : fromCents(cents);

/**
 * Figures of an estimate from its rows in the order of the tree (domain.md §5): each row rounded to cents, stages and
 * estimate as sums of rounded rows, the discount shared over rows with a price.
 */
export const estimateFigures = (rows: readonly PricedRow[], options: FigureOptions): EstimateFigures => {
  const percentages = new Map(options.bdis.map(({ id, percentage }) => [id, percentage]));
  const percentageOfRow = ({ bdiId }: PricedRow): string | null =>
    percentages.get(bdiId ?? options.defaultBdiId ?? '') ?? null;
  const leaves = rows.map((row) => (row.group ? null : leafOf(row, percentageOfRow(row))));
  const priced = leaves.filter((leaf) => leaf !== null);
  const shares = sharesOf(
    options.discount,
    priced.map(({ gross }) => gross),
  );
  let place = 0;
  const totals = leaves.map((leaf) => {
    if (leaf === null) return null;
    const share = shares[place] ?? 0n;
    place += 1;
    return leaf.gross - share;
  });
  const [direct, directTotal] = groupSums(
    rows,
    leaves.map((leaf) => leaf?.direct ?? null),
  );
  const [net] = groupSums(rows, totals);
  const gross = priced.reduce((sum, leaf) => sum + leaf.gross, 0n);
  const itemCount = rows.reduce((count, { group }) => (group ? count : count + 1), 0);
  return {
    directTotal: fromCents(directTotal),
    grossTotal: fromCents(gross),
    bdiTotal: fromCents(gross - directTotal),
    total: subtract(fromCents(gross), options.discount),
    itemCount,
    withoutPrice: itemCount - priced.length,
    rowAt: (index) => ({
      unitPriceWithBdi: leaves[index]?.unitPriceWithBdi ?? null,
      directTotal: textOf(direct[index]),
      total: textOf(net[index]),
    }),
  };
};

/** The discount that brings an estimate to a wanted total ("total alvo"). */
export const discountForTarget = (grossTotal: Money, target: Money): Money => subtract(grossTotal, target);

/** Part of a whole in percent, two places half-even; null where the whole is zero. */
export const percentageInTotal = (part: Money, whole: Money): string | null =>
  toCents(whole) === 0n ? null : percentageOf(part, whole);
