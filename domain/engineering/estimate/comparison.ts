import { fromCents, subtract, toCents, type Money } from '../../money.ts';
import { leafFigures } from './figures.ts';

/** A row as two states of an estimate are compared: what its total with BDI comes from. */
export interface ComparedRow {
  quantity: string | null;
  /** Null: without a price, which counts as nothing. */
  unitPrice: string | null;
  /** BDI in percent that applies to the row; null: none. */
  bdi: string | null;
}

/** What the change of one row adds to the total with BDI, by its cause; the parts sum to the change of the row. */
export interface RowEffects {
  /** Total of a row that came. */
  added: Money;
  /** Total of a row that went, below zero. */
  removed: Money;
  quantity: Money;
  price: Money;
  bdi: Money;
}

const NOTHING = 0n;

const gross = (quantity: string | null, unitPrice: string | null, bdi: string | null): bigint =>
  unitPrice === null ? NOTHING : leafFigures(quantity ?? '0', unitPrice, bdi).gross;

/**
 * Explains the change of a row: first its quantity changes at the old price and BDI, then its price, then its BDI. Each
 * step is the difference of two rounded totals, so that the steps sum to the difference of the rows to the cent.
 */
export const rowEffects = (before: ComparedRow | null, after: ComparedRow | null): RowEffects => {
  const of = (row: ComparedRow | null): bigint => (row ? gross(row.quantity, row.unitPrice, row.bdi) : NOTHING);
  if (!before || !after) {
    const zero = fromCents(NOTHING);
    return { added: fromCents(of(after)), removed: fromCents(-of(before)), quantity: zero, price: zero, bdi: zero };
  }
  const start = of(before);
  const counted = gross(after.quantity, before.unitPrice, before.bdi);
  const priced = gross(after.quantity, after.unitPrice, before.bdi);
  return {
    ...{ added: fromCents(NOTHING), removed: fromCents(NOTHING) },
    quantity: fromCents(counted - start),
    price: fromCents(priced - counted),
    bdi: fromCents(of(after) - priced),
  };
};

/** Sum of the effects of rows, and of the discount; together the difference of the two totals. */
export const sumEffects = (
  effects: readonly RowEffects[],
  discounts: { before: Money; after: Money },
): RowEffects & { discount: Money; difference: Money } => {
  const sumOf = (part: keyof RowEffects): Money =>
    fromCents(effects.reduce((sum, effect) => sum + toCents(effect[part]), NOTHING));
  const parts = {
    ...{ added: sumOf('added'), removed: sumOf('removed'), quantity: sumOf('quantity') },
    ...{ price: sumOf('price'), bdi: sumOf('bdi'), discount: subtract(discounts.before, discounts.after) },
  };
  const difference = Object.values(parts).reduce((sum, part) => sum + toCents(part), NOTHING);
  return { ...parts, difference: fromCents(difference) };
};
