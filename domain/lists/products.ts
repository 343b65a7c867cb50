import { Decimal } from '../decimal.ts';
import { formatCount, formatPercentage } from '../numberFormat.ts';
import type { ListColumn } from './column.ts';

interface Named {
  name: string;
}

/** What the columns read of a product. */
export interface ProductRow {
  code: string;
  name: string;
  price?: string | null;
  unit?: { acronyms: string } | null;
  productType?: Named | null;
  productGroup?: Named | null;
  productTable?: Named | null;
  brands: readonly Named[];
  figures?: { priceDay?: string | null; uses: number; prices?: readonly { price?: string | null }[] | null } | null;
}

export const PRODUCT_LIST_TITLE = 'Insumos';

/** Prices of the last twelve months that are known, oldest first. */
export const knownPrices = ({ figures }: Pick<ProductRow, 'figures'>): string[] =>
  figures?.prices?.flatMap(({ price }) => (price ? [price] : [])) ?? [];

/** How much a price has changed in twelve months, in percent; null where fewer than two prices are known. */
export const changeOf = (values: readonly string[]): string | null => {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined || values.length < 2) return null;
  const change = new Decimal(last).div(first).minus(1).times(100).toDecimalPlaces(2);
  // Adding 0 drops the sign of a zero: no change is shown as −0,00 % (domain.md §3).
  return change.plus(0).toFixed(2);
};

export const trendText = (change: string | null): string | null =>
  change === null ? null : `${change.startsWith('-') ? '−' : '+'}${formatPercentage(change.replace('-', ''))}`;

export const productColumns: readonly ListColumn<ProductRow>[] = [
  { id: 'code', title: 'Código', value: ({ code }) => code },
  { id: 'name', title: 'Insumo', value: ({ name }) => name },
  { id: 'unit', title: 'Un.', value: ({ unit }) => unit?.acronyms },
  { id: 'productType', title: 'Tipo', value: ({ productType }) => productType?.name },
  { id: 'price', title: 'Último preço (R$)', kind: 'money', value: ({ price }) => price },
  { id: 'priceDay', title: 'Preço de', kind: 'date', value: ({ figures }) => figures?.priceDay },
  { id: 'trend', title: '12 meses', value: (row) => trendText(changeOf(knownPrices(row))) },
  { id: 'uses', title: 'Usos', value: ({ figures }) => (figures ? formatCount(figures.uses) : null) },
];

/** Columns of the file besides those of the grid. */
export const productFileColumns: readonly ListColumn<ProductRow>[] = [
  { id: 'group', title: 'Grupo', value: ({ productGroup }) => productGroup?.name },
  { id: 'table', title: 'Tabela', value: ({ productTable }) => productTable?.name },
  { id: 'brands', title: 'Marcas', value: ({ brands }) => brands.map(({ name }) => name).join(', ') },
];
