import {
  compositionPrice,
  lineTotal,
  pricesByType,
  publishedLineTotal,
  type Amount,
} from '#domain/engineering/composition.ts';
import { Decimal } from '#domain/decimal.ts';
import type { FormLine } from './model.ts';

export interface TypePrice {
  id: number;
  name: string;
  price: Amount;
  /** Percent of the unit price. */
  share: string;
}

export interface TaskFigures {
  /** Null: a line has no price or no coefficient yet. */
  price: Amount | null;
  totalOf: (line: FormLine) => Amount | null;
  /** Percent of the unit price. */
  shareOf: (line: FormLine) => string | null;
  byType: TypePrice[];
}

const shareIn = (part: Amount, whole: Amount): string =>
  new Decimal(whole).isZero() ? '0' : new Decimal(part).times(100).div(whole).toFixed(4);

/** A line without a coefficient has no price yet, so that the composition is incomplete. */
const pricedLine = ({ quantity, unitPrice }: FormLine) => ({
  quantity: quantity === '' ? '0' : quantity,
  unitPrice: quantity === '' ? null : unitPrice,
});

/**
 * What a composition costs while it is typed, by the functions that the services use. A published one keeps the price
 * that was published, and its lines are cut after two places.
 */
export const figuresOf = (lines: readonly FormLine[], published: { price: Amount | null } | null): TaskFigures => {
  const totalOf = (line: FormLine) => {
    const { quantity, unitPrice } = pricedLine(line);
    return (published ? publishedLineTotal : lineTotal)(quantity, unitPrice);
  };
  const price = published ? published.price : compositionPrice(lines.map(pricedLine));
  const parts = pricesByType(
    lines.map((line) => ({
      ...pricedLine(line),
      totalPrice: totalOf(line),
      pricesByType: line.split.map(({ productType: { id, name }, price: part }) => ({
        productType: { id: Number(id), name },
        price: part,
      })),
    })),
    price,
  );
  return {
    price,
    totalOf,
    shareOf: (line) => {
      const total = totalOf(line);
      return total === null || price === null ? null : shareIn(total, price);
    },
    byType: parts.map(({ productType, price: part }) => ({
      ...productType,
      price: part,
      share: shareIn(part, price ?? '0'),
    })),
  };
};
