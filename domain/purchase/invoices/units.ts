/** Units of a nota against those of an order. */
import { Decimal, toDecimal } from '../../decimal.ts';
import { bareUnit, proposedFactor, type MeasuredProduct } from '../unitFactors.ts';

/** How notas write units that have one name here. */
const WRITTEN: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['und', 'uni', 'unid', 'unidade', 'unidades', 'uns'].map((text) => [text, 'un'])),
  ...Object.fromEntries(['saco', 'sacos', 'scs', 'sac'].map((text) => [text, 'sc'])),
  ...Object.fromEntries(['mt', 'mts', 'metro', 'metros'].map((text) => [text, 'm'])),
  ...Object.fromEntries(['mt2', 'mq'].map((text) => [text, 'm2'])),
  ...Object.fromEntries(['mt3', 'mc'].map((text) => [text, 'm3'])),
  ...Object.fromEntries(['lt', 'lts', 'litro', 'litros'].map((text) => [text, 'l'])),
  ...Object.fromEntries(['kgs', 'quilo', 'kilo', 'quilos'].map((text) => [text, 'kg'])),
  ...Object.fromEntries(['ton', 'tn', 'to', 'tonelada'].map((text) => [text, 't'])),
  ...Object.fromEntries(['caixa', 'caixas'].map((text) => [text, 'cx'])),
};

/** Key of a unit, one for all ways to write it. */
export const unitKey = (acronyms: string): string => {
  const bare = bareUnit(acronyms);
  return WRITTEN[bare] ?? (bare || acronyms.trim());
};

/** Where a factor comes from: an earlier nota, the same unit, the taxed quantity of the nota, or known measures. */
export type FactorOrigin = 'REMEMBERED' | 'SAME' | 'INVOICE' | 'KNOWN';

/** How many units of the line one unit of the nota is. */
export interface UnitFactor {
  factor: string;
  origin: FactorOrigin;
}

/** Units of a line of an order. */
export interface LineUnits {
  /** Of the line. */
  unit: string;
  /** Units of the product, as it was ordered, in one of them. */
  unitFactor: string;
  /** Units of the product as it was ordered in one of the product that it was merged into; null without a merge. */
  productFactor: string | null;
  product: MeasuredProduct;
}

export interface InvoicedUnits {
  name: string;
  unit: string;
  quantity: string;
  taxUnit: string | null;
  taxQuantity: string | null;
}

const PLACES = 9;

/** A factor with at most nine places; null where it would be none. */
const factorText = (factor: Decimal): string | null => {
  const rounded = factor.toDecimalPlaces(PLACES, Decimal.ROUND_HALF_EVEN);
  return rounded.gt(0) && rounded.lt(1e9) ? rounded.toFixed() : null;
};

/** Units of the product, as it is now, in one unit of the line. */
export const productUnits = ({ unitFactor, productFactor }: LineUnits): Decimal =>
  toDecimal(unitFactor).div(toDecimal(productFactor ?? '1'));

const fromProduct = (ofProduct: string | null, line: LineUnits): string | null =>
  ofProduct === null ? null : factorText(toDecimal(ofProduct).div(productUnits(line)));

/** The factor of an item, as far as it can be told; null where somebody has to say it. `remembered`: units of the product. */
export const lineFactor = (item: InvoicedUnits, line: LineUnits, remembered: string | null): UnitFactor | null => {
  const known = fromProduct(remembered, line);
  if (known !== null) return { factor: known, origin: 'REMEMBERED' };
  if (unitKey(item.unit) === unitKey(line.unit)) return { factor: '1', origin: 'SAME' };
  const { quantity, taxUnit, taxQuantity } = item;
  if (
    taxUnit !== null &&
    taxQuantity !== null &&
    unitKey(taxUnit) === unitKey(line.unit) &&
    toDecimal(quantity).gt(0)
  ) {
    const taxed = factorText(toDecimal(taxQuantity).div(toDecimal(quantity)));
    if (taxed !== null) return { factor: taxed, origin: 'INVOICE' };
  }
  const sold = { name: item.name, unit: unitKey(item.unit), purchaseUnit: null, purchaseFactor: null };
  const { product } = line;
  const bought = { ...product, purchaseUnit: product.purchaseUnit && unitKey(product.purchaseUnit) };
  const measured = fromProduct(proposedFactor(sold, { ...bought, unit: unitKey(product.unit) }), line);
  return measured === null ? null : { factor: measured, origin: 'KNOWN' };
};
