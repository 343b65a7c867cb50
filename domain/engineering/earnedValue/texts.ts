import { toDecimal } from '../../decimal.ts';
import { formatMoney, formatPercentage, isNegative, isZero } from '../../money.ts';

/** What a figure that is not known looks like. */
export const NONE = '—';

/** "0,923"; "—" for none. */
export const indexText = (index: string | null | undefined): string =>
  index === null || index === undefined ? NONE : index.replace('.', ',');

/** From 1 on plan, from 0,9 to be watched, below that bad (mock 27). */
export const toneOfIndex = (index: string | null | undefined): 'in' | 'warning' | 'out' | 'plain' => {
  if (index === null || index === undefined) return 'plain';
  if (toDecimal(index).gte(1)) return 'in';
  return toDecimal(index).gte('0.9') ? 'warning' : 'out';
};

/** "58.420,00"; "—" for none, and for a zero that means nothing. */
export const amountText = (value: string | null | undefined): string =>
  value === null || value === undefined ? NONE : formatMoney(value).replace('-', '−');

/** "+8,35%", "−2,69%". */
export const deviationText = (percentage: string | null | undefined): string => {
  if (percentage === null || percentage === undefined) return NONE;
  return `${isNegative(percentage) || isZero(percentage) ? '' : '+'}${formatPercentage(percentage).replace('-', '−')}`;
};

/** Below what was estimated is good. */
export const toneOfDeviation = (percentage: string | null | undefined): 'in' | 'out' | 'plain' => {
  if (percentage === null || percentage === undefined || isZero(percentage)) return 'plain';
  return isNegative(percentage) ? 'in' : 'out';
};
