/** The three-way check: ordered, received, invoiced (mock 20d). */
import { roundHalfEven, toDecimal } from '../../decimal.ts';
import { subtract, toTenThousandths, type Money } from '../../money.ts';
import { formatMoney, formatPercentage, formatQuantity, formatUnitPrice } from '../../numberFormat.ts';
import { lineValue, type OrderLine } from '../orders/figures.ts';
import { missingQuantity, overReceipt, overReceiptText } from '../orders/receiving.ts';

export type DifferenceCode = 'PRICE_ABOVE' | 'PRICE_BELOW' | 'OVER_QUANTITY' | 'SHORT' | 'NOT_ORDERED' | 'UNIT_UNKNOWN';

/** What differs, with its figures; those that do not concern it are null. */
export interface Difference {
  code: DifferenceCode;
  /** Of the price against the ordered one, two places; below zero where it is lower. */
  percent: string | null;
  /** In reais, at the quantity of the nota. */
  amount: Money | null;
  /** Too much, or still missing, in the unit of the line. */
  quantity: string | null;
}

export interface Tolerances {
  /** Percent of the quantity that may come beyond what was ordered. */
  receipt: string;
  /** Percent that a price may be above the ordered one without being asked about. */
  price: string;
}

/** What a nota brings of a line, in its unit. */
export interface Brought {
  quantity: string;
  price: string;
  value: Money;
}

/** How a price differs from the ordered one; the percent is null where nothing was agreed. */
export const priceDifference = (
  line: Pick<OrderLine, 'price'>,
  { quantity, price, value }: Brought,
): { percent: string | null; amount: Money } => {
  const [ordered, now] = [toDecimal(line.price), toDecimal(price)];
  const percent = ordered.isZero() ? null : roundHalfEven(now.minus(ordered).times(100).div(ordered), 2);
  return { percent, amount: subtract(value, lineValue(quantity, line.price)) };
};

const NONE = { percent: null, amount: null, quantity: null };

const ofPrice = (line: OrderLine, brought: Brought, tolerance: string): Difference[] => {
  const [ordered, now] = [toDecimal(line.price), toDecimal(brought.price)];
  const band = ordered.times(toDecimal(tolerance)).div(100);
  if (now.minus(ordered).abs().lte(band)) return [];
  return [{ ...NONE, code: now.gt(ordered) ? 'PRICE_ABOVE' : 'PRICE_BELOW', ...priceDifference(line, brought) }];
};

const ofQuantity = (line: OrderLine, { quantity }: Brought, tolerance: string): Difference[] => {
  const over = overReceipt(line, quantity, tolerance);
  if (over !== null) return [{ ...NONE, code: 'OVER_QUANTITY', quantity: over }];
  const [missing, now] = [missingQuantity(line), quantity];
  const rest = toTenThousandths(missing) - toTenThousandths(now);
  return rest > 0n ? [{ ...NONE, code: 'SHORT', quantity: toDecimal(missing).minus(toDecimal(now)).toFixed(4) }] : [];
};

/** What a nota brings of a line against what was ordered and has come. */
export const lineDifferences = (line: OrderLine, brought: Brought, tolerances: Tolerances): Difference[] => [
  ...ofPrice(line, brought, tolerances.price),
  ...ofQuantity(line, brought, tolerances.receipt),
];

export const NOT_ORDERED: Difference = { ...NONE, code: 'NOT_ORDERED' };
export const UNIT_UNKNOWN: Difference = { ...NONE, code: 'UNIT_UNKNOWN' };

/** Whether a difference is received only with a reason. Too much is not received at all. */
export const needsReason = ({ code }: Difference): boolean => code === 'PRICE_ABOVE' || code === 'NOT_ORDERED';

/** What a sentence needs besides the difference. */
export interface DifferenceContext {
  line?: OrderLine & { unit: string };
  brought?: Brought;
  /** Unit of the nota. */
  unit?: string;
}

const priceText = (difference: Difference, { line, brought }: DifferenceContext): string => {
  const above = difference.code === 'PRICE_ABOVE';
  const amount = formatMoney((difference.amount ?? '').replace('-', ''));
  const share = difference.percent === null ? '' : `, ${formatPercentage(difference.percent.replace('-', ''))}`;
  const against = `${above ? 'acima' : 'abaixo'} do preço do pedido (R$ ${formatUnitPrice(line?.price)})`;
  return `A nota cobra R$ ${formatUnitPrice(brought?.price)} por ${line?.unit}${share} ${against}: R$ ${amount} a ${above ? 'mais' : 'menos'}.`;
};

/** A difference in words. */
export const differenceText = (difference: Difference, context: DifferenceContext): string => {
  const { line, unit } = context;
  switch (difference.code) {
    case 'PRICE_ABOVE':
    case 'PRICE_BELOW':
      return priceText(difference, context);
    case 'OVER_QUANTITY':
      return line ? overReceiptText(line, difference.quantity ?? '0', line.unit) : '';
    case 'SHORT':
      return `Depois desta nota faltam ${formatQuantity(difference.quantity)} ${line?.unit} de ${formatQuantity(line?.quantity)} ${line?.unit}.`;
    case 'NOT_ORDERED':
      return 'Este item da nota não está no pedido.';
    case 'UNIT_UNKNOWN':
      return `Informe quantos ${line?.unit} há em 1 ${unit}.`;
  }
};
