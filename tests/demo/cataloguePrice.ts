import { lineValue } from '#domain/purchase/orders/figures.ts';
import { PRODUCT_GROUPS } from '#services/demo/data/products.ts';

const prices = new Map(
  Object.values(PRODUCT_GROUPS)
    .flat()
    .flatMap(({ products }) => products)
    .flatMap(({ name, prices: of, purchase }) =>
      Object.entries(of).map(([variant, price]): [string, string] => [
        name.replace('#', variant),
        lineValue(purchase?.[1] ?? '1', price),
      ]),
    ),
);

/** Price of an input in the unit that it is bought in, as the demo's catalogue says. */
export const cataloguePrice = (name: string): string => {
  const price = prices.get(name);
  if (price === undefined) throw new RangeError(`The catalogue has no ${name}`);
  return price;
};
