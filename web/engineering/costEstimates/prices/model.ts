import { formatDate } from '#domain/dates.ts';
import { roundHalfEven, toDecimal, type Decimal } from '#domain/decimal.ts';
import { formatExact, formatShare } from '#domain/numberFormat.ts';
import type {
  CostEstimatePriceResourceFieldsFragment as PriceResource,
  CostEstimatePriceRowFieldsFragment as PriceRow,
} from '#web/generated/engineering.ts';

export type { PriceResource, PriceRow };
export type Part = PriceResource['parts'][number];
export type View = 'ALL' | 'UP' | 'DOWN' | 'ABOVE';
export type Kept = ReadonlySet<string>;

/** Change of a price in percent; null where there was none, or it was zero. */
const changeOf = (before: string | null | undefined, after: string | null | undefined): Decimal | null => {
  if (before == null || after == null || toDecimal(before).isZero()) return null;
  return toDecimal(after).minus(toDecimal(before)).times(100).div(toDecimal(before));
};

/** "+4,0%", "−3,4%" at one place; "" where there is nothing to compare with. */
export const changeText = (before: string | null | undefined, after: string | null | undefined): string => {
  const change = changeOf(before, after);
  if (change === null || change.isZero()) return '';
  const text = formatShare(roundHalfEven(change.abs(), 1));
  return `${change.isNegative() ? '−' : '+'}${text}`;
};

/** 1 dearer, −1 cheaper, 0 the same. A price where there was none is dearer. */
export const directionOf = ({ unitPrice, newPrice }: PriceRow): number =>
  toDecimal(newPrice ?? '0').comparedTo(toDecimal(unitPrice ?? '0'));

const isAbove = ({ unitPrice, newPrice }: PriceRow): boolean =>
  changeOf(unitPrice, newPrice)?.abs().gt(5) ?? (unitPrice == null && newPrice != null);

const VIEWS: Readonly<Record<View, (row: PriceRow) => boolean>> = {
  ALL: () => true,
  UP: (row) => row.noNewPrice == null && directionOf(row) > 0,
  DOWN: (row) => row.noNewPrice == null && directionOf(row) < 0,
  ABOVE: (row) => row.noNewPrice == null && isAbove(row),
};
/** Rows of a view; what has no new price stands last. */
export const rowsOfView = (rows: readonly PriceRow[], view: View): PriceRow[] => {
  const shown = rows.filter(VIEWS[view]);
  return [
    ...shown.filter(({ noNewPrice }) => noNewPrice == null),
    ...shown.filter(({ noNewPrice }) => noNewPrice != null),
  ];
};

/** Whether a row takes its new price: wholly, in part because an input of it is kept elsewhere, or not. */
export const choiceOf = (units: readonly string[], kept: Kept): boolean | 'mixed' => {
  const left = units.filter((id) => kept.has(id)).length;
  if (left === 0) return true;
  return left === units.length ? false : 'mixed';
};

/** What is kept once a row is chosen, or no longer. */
export const withChoice = (kept: Kept, units: readonly string[], chosen: boolean): Kept => {
  const after = new Set(kept);
  for (const id of units) {
    if (chosen) after.delete(id);
    else after.add(id);
  }
  return after;
};

/** "Cimento CP II" of "Cimento CP II-E-32, saco 50 kg". */
const shortName = (description: string): string => {
  const [first = ''] = description.split(',');
  return first
    .split(' ')
    .slice(0, 3)
    .join(' ')
    .replace(/ (a|com|da|de|do|e|em|para|por)$/, '');
};

const weightOf = ({ quantity, newQuantity, unitPrice, newPrice }: Part): Decimal =>
  toDecimal(newQuantity ?? '0')
    .times(toDecimal(newPrice ?? '0'))
    .minus(toDecimal(quantity ?? '0').times(toDecimal(unitPrice ?? '0')))
    .abs();

export const NO_NEW_PRICE = {
  BLANK: 'sem preço na base',
  ABSENT: 'não está na base',
  UNIT: 'unidade diferente na base',
} as const;

/** Which lines explain a changed price: the one, or the two that weigh most. */
export const reasonOf = ({ noNewPrice, unitPrice }: PriceRow, resource: PriceResource | undefined): string => {
  if (noNewPrice != null) return NO_NEW_PRICE[noNewPrice];
  const parts = [...(resource?.parts ?? [])].sort((a, b) => weightOf(b).comparedTo(weightOf(a)));
  const changed = parts.filter((part) => !weightOf(part).isZero());
  const [first, second] = changed;
  if (!first) return unitPrice == null ? 'agora tem preço' : 'preço do cadastro';
  if (second) return `${shortName(first.description)}, ${shortName(second.description).toLocaleLowerCase('pt-BR')}`;
  return `${shortName(first.description)} ${changeText(first.unitPrice, first.newPrice)}`.trim();
};

/** "0,3560", or both where the register has another quantity. */
export const quantityText = ({ quantity, newQuantity }: Part): string => {
  if (quantity == null) return `+ ${formatExact(newQuantity)}`;
  if (newQuantity == null) return `− ${formatExact(quantity)}`;
  return quantity === newQuantity ? formatExact(quantity) : `${formatExact(quantity)} → ${formatExact(newQuantity)}`;
};

/** ", retratos de 02/06/2026", or from the first to the last day on which prices were taken. */
export const takenText = ({ takenFrom, takenTo }: { takenFrom?: string | null; takenTo?: string | null }): string => {
  if (takenFrom == null || takenTo == null) return '';
  const last = formatDate(takenTo);
  return takenFrom === takenTo ? `, retratos de ${last}` : `, retratos de ${formatDate(takenFrom)} a ${last}`;
};
