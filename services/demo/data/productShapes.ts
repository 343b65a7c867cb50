/** Products of the demo company: a name with its variants, the unit, and a price for each variant. */
export interface DemoProduct {
  /** "#" stands for a variant. */
  name: string;
  unit: string;
  /** Variant and price; without variants, one price under ''. */
  prices: Readonly<Record<string, string>>;
  brand?: string;
  /** Bought in another unit, which holds so many of the product's. */
  purchase?: readonly [unit: string, factor: string];
}

export interface DemoGroup {
  name: string;
  type: 'Material' | 'Mão de obra' | 'Equipamento' | 'Serviço de terceiros';
  /** Days from the order of its products to their delivery. */
  leadTime?: number;
  products: readonly DemoProduct[];
}

export const one = (name: string, unit: string, price: string, more: Partial<DemoProduct> = {}): DemoProduct => ({
  ...{ name, unit, prices: { '': price } },
  ...more,
});
export const sizes = (
  name: string,
  unit: string,
  prices: Readonly<Record<string, string>>,
  more: Partial<DemoProduct> = {},
): DemoProduct => ({ name, unit, prices, ...more });
