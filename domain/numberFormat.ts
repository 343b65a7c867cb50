/**
 * Formats numbers for Brazilian users. Every formatter rounds half-even (the default of Intl is half-expand) and takes
 * text, since a JS number would lose digits (domain.md §1).
 */
import { Decimal, isDecimalText } from './decimal.ts';

/** Text for an invalid number (§5). */
const INVALID = '-';

// "negative" keeps a rounded −0,00 from showing a sign.
const COMMON = { roundingMode: 'halfEven', signDisplay: 'negative' } as const;
const TWO_PLACES = { ...COMMON, minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;
const moneyFormat = new Intl.NumberFormat('pt-BR', TWO_PLACES);
const currencyFormat = new Intl.NumberFormat('pt-BR', { ...TWO_PLACES, style: 'currency', currency: 'BRL' });
const wholeFormat = new Intl.NumberFormat('pt-BR', { ...COMMON, maximumFractionDigits: 0 });
const unitPriceFormat = new Intl.NumberFormat('pt-BR', {
  ...COMMON,
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
// Published coefficients have up to twenty places, which a rounded one would lose.
const coefficientFormat = new Intl.NumberFormat('pt-BR', {
  ...COMMON,
  minimumFractionDigits: 4,
  maximumFractionDigits: 20,
});
const price4Format = new Intl.NumberFormat('pt-BR', {
  ...COMMON,
  minimumFractionDigits: 4,
  maximumFractionDigits: 4,
});
const shareFormat = new Intl.NumberFormat('pt-BR', {
  ...COMMON,
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const quantityFormat = new Intl.NumberFormat('pt-BR', { ...COMMON, maximumFractionDigits: 4 });

/** "1.234,50"; "-" for what is not a number. */
export function formatMoney(value: unknown): string {
  return format(moneyFormat, value);
}

/** "1.235": whole reais, for tables that compare many amounts; "-" for invalid numbers. */
export function formatWhole(value: unknown): string {
  return format(wholeFormat, value);
}

/** "R$ 1.234,50" with a non-breaking space, "-R$ 1,00"; "-" for what is not a number. */
export function formatCurrency(value: unknown): string {
  return format(currencyFormat, value);
}

/** "12,50%" from "12.5"; "-" for what is not a number. */
export function formatPercentage(value: unknown): string {
  const text = format(moneyFormat, value);
  return text === INVALID ? INVALID : `${text}%`;
}

/** "1.235": a count. */
export function formatCount(count: number): string {
  return format(wholeFormat, count);
}

/** "1 parcela", "1.235 parcelas". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const exactFormat = new Intl.NumberFormat('pt-BR', { ...COMMON, maximumFractionDigits: 20 });

/** Up to four places without trailing zeros: "1.234,5"; "-" for invalid numbers. */
export function formatQuantity(value: unknown): string {
  return format(quantityFormat, value);
}

/** All places without trailing zeros: factors, and quantities that are not typed: "0,000824"; "-" for invalid numbers. */
export function formatExact(value: unknown): string {
  return format(exactFormat, value);
}

/** Two to four places: "36,80", "0,7832"; "-" for invalid numbers. */
export function formatUnitPrice(value: unknown): string {
  return format(unitPriceFormat, value);
}

/** Every place of a coefficient, four at least: "0,4820", "0,0000123". */
export function formatCoefficient(value: unknown): string {
  return format(coefficientFormat, value);
}

/** Four places: "61,2264", prices and totals of compositions. */
export function formatPrice4(value: unknown): string {
  return format(price4Format, value);
}

/** "43,7%": a share, where two places would say no more. */
export function formatShare(value: unknown): string {
  const text = format(shareFormat, value);
  return text === INVALID ? INVALID : `${text}%`;
}

function format(formatter: Intl.NumberFormat, value: unknown): string {
  const text = typeof value === 'number' || Decimal.isDecimal(value) ? String(value) : value;
  return isNumericText(text) ? formatter.format(text) : INVALID;
}

function isNumericText(text: unknown): text is `${number}` {
  return isDecimalText(text);
}
