import { toDecimal } from '#domain/decimal.ts';
import { compositionPrice, lineTotal } from '#domain/engineering/composition.ts';
import { type Base, type CompositionLine, type EstimateRow, isSameResource, newKey, type Rows } from './rows.ts';

export type CompositionLines = readonly CompositionLine[];

/** A composition that was changed in this estimate and is not stored. */
export interface Composed {
  resourceId: string;
  lines: CompositionLines;
  /** It takes the lines of the register again. */
  fromRegister: boolean;
  unitPrice: string | null;
}

/** A line as a save sends it (CostEstimateTaskItemInput). */
export interface ItemChange {
  id?: string;
  resourceId?: string;
  productId?: string;
  taskId?: string;
  quantity: string;
  unitPrice?: string | null;
}

/** Total of a line with typed values; null without a price or a coefficient. */
export const totalOfLine = ({ quantity, unitPrice }: CompositionLine): string | null =>
  quantity === '' ? null : lineTotal(quantity, unitPrice);

/** Price of one unit of a composition with these lines. */
export const priceOfLines = (lines: CompositionLines): string | null =>
  compositionPrice(
    lines.map(({ quantity, unitPrice }) => ({
      quantity: quantity === '' ? '0' : quantity,
      unitPrice: quantity === '' ? null : unitPrice,
    })),
  );

/** Difference of two unit prices or totals of lines, with four places. */
export const differenceOf = (now: string, before: string): string => toDecimal(now).minus(before).toFixed(4);

/** What a search finds, as a new line. */
interface Candidate {
  kind: 'PRODUCT' | 'TASK';
  id: string;
  code: string;
  name: string;
  unit: string;
  price: string | null;
  productType: { name: string } | null;
  costDatabase: Base;
}

/** Something of the register as a new line; `known` is its price in this estimate, where it is used already. */
export const lineOfFound = (found: Candidate, known: string | null | undefined): CompositionLine => ({
  ...{ key: newKey(), id: null, kind: found.kind, resourceId: null },
  productId: found.kind === 'PRODUCT' ? found.id : null,
  taskId: found.kind === 'TASK' ? found.id : null,
  ...{ code: found.code, name: found.name, unit: found.unit, base: found.costDatabase },
  productType: found.productType?.name ?? null,
  ...{ quantity: '', priced: found.kind === 'PRODUCT' },
  ...{ unitPrice: known === undefined ? found.price : known, knownPrice: known === undefined ? found.price : known },
});

const isPriceTyped = ({ unitPrice, knownPrice }: CompositionLine): boolean => unitPrice !== knownPrice;

/** Prices of inputs that were typed in the lines of compositions. */
export const typedPrices = (lines: CompositionLines): [productId: string, unitPrice: string | null][] =>
  lines.flatMap((line) => (line.productId !== null && isPriceTyped(line) ? [[line.productId, line.unitPrice]] : []));

/** Sets the price of an input in all rows, and in the changed compositions that have it. */
export const setInputPrice = (rows: Rows, productId: string, unitPrice: string | null): Rows =>
  rows.map((row) => {
    if (row.productId === productId) return row.unitPrice === unitPrice ? row : { ...row, unitPrice };
    if (!row.lines?.some((line) => line.productId === productId && line.unitPrice !== unitPrice)) return row;
    const lines = row.lines.map((line) => (line.productId === productId ? { ...line, unitPrice } : line));
    return { ...row, lines, unitPrice: priceOfLines(lines) };
  });

/** Gives all rows of a composition its changed lines; prices that were typed in them hold in the whole estimate. */
export const setComposition = (rows: Rows, key: string, lines: CompositionLines): Rows => {
  const row = rows.find((one) => one.key === key);
  if (!row) return rows;
  const change = { lines, fromRegister: false, changed: true, unitPrice: priceOfLines(lines) };
  const composed: Rows = rows.map((one) => (isSameResource(one, row) ? { ...one, ...change } : one));
  return typedPrices(lines).reduce((now, [productId, price]) => setInputPrice(now, productId, price), composed);
};

/** Gives all rows of a composition what the register says; the save takes it from there. */
export const takeFromRegister = (rows: Rows, key: string, lines: CompositionLines, unitPrice: string | null): Rows => {
  const row = rows.find((one) => one.key === key);
  if (!row) return rows;
  const change = { lines, fromRegister: true, changed: false, unitPrice };
  return rows.map((one) => (isSameResource(one, row) ? { ...one, ...change } : one));
};

/** Lines as a save sends them. */
export const itemsOf = (lines: CompositionLines): ItemChange[] =>
  lines.map((line) => ({
    ...(line.id === null ? {} : { id: line.id }),
    ...nameOf(line),
    quantity: line.quantity,
    ...(isPriceTyped(line) ? { unitPrice: line.unitPrice } : {}),
  }));

const nameOf = ({ resourceId, productId, taskId }: CompositionLine): Partial<ItemChange> => {
  if (resourceId !== null) return { resourceId };
  return productId === null ? { taskId: taskId ?? '' } : { productId };
};

/** Changed compositions, each once. */
export const composedOf = (rows: Rows): Composed[] => {
  const found = new Map<string, Composed>();
  for (const { resourceId, lines, fromRegister, unitPrice } of rows) {
    if (lines !== null && resourceId !== null) found.set(resourceId, { resourceId, lines, fromRegister, unitPrice });
  }
  return [...found.values()];
};

/** Puts changed compositions on rows that were read anew. */
export const withComposed = (rows: Rows, composed: readonly Composed[]): Rows => {
  if (composed.length === 0) return rows;
  const byResource = new Map(composed.map((one) => [one.resourceId, one]));
  return rows.map((row): EstimateRow => {
    const one = byResource.get(row.resourceId ?? '');
    if (!one) return row;
    const { lines, fromRegister, unitPrice } = one;
    return { ...row, ...{ lines, fromRegister, unitPrice, changed: !fromRegister } };
  });
};
