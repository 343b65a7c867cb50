/**
 * Money of an answer to a quote request (domain.md §4; mock 22): items, freight, and IPI % of items and freight. Prices
 * have four places; a line is quantity × price with two places, half-even, as in an order.
 */
import { add, applyPercentage, sum, ZERO, type Money } from '../../money.ts';
import { lineValue } from '../orders/figures.ts';

/** INCLUDED: in the prices (CIF); CHARGED: beside them (CIF); PICKUP: the buyer fetches it (FOB). */
export type QuoteFreight = 'INCLUDED' | 'CHARGED' | 'PICKUP';

export interface AnsweredLine {
  quantity: string;
  /** Null: the supplier does not have it, or has not typed it yet. */
  price: string | null;
}

export interface AnswerCharges {
  freight: QuoteFreight;
  /** Counts only where freight is charged. */
  shippingRate: Money | null;
  /** Percent of items and freight. */
  ipi: string;
}

export interface AnswerFigures {
  /** Of each line; null without a price. */
  values: (Money | null)[];
  items: Money;
  shippingRate: Money;
  ipiValue: Money;
  total: Money;
  /** Lines with a price. */
  offered: number;
}

/** Freight that a supplier is paid. */
export const chargedFreight = ({ freight, shippingRate }: Pick<AnswerCharges, 'freight' | 'shippingRate'>): Money =>
  freight === 'CHARGED' ? (shippingRate ?? ZERO) : ZERO;

/** Figures of what an answer offers. */
export const answerFigures = (lines: readonly AnsweredLine[], charges: AnswerCharges): AnswerFigures => {
  const values = lines.map(({ quantity, price }) => (price === null ? null : lineValue(quantity, price)));
  const offered = values.filter((value) => value !== null);
  const items = sum(offered);
  const shippingRate = chargedFreight(charges);
  const base = add(items, shippingRate);
  const ipiValue = applyPercentage(base, charges.ipi);
  return { values, items, shippingRate, ipiValue, total: add(base, ipiValue), offered: offered.length };
};
