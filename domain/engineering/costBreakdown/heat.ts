import { toCents, type Money } from '../../cents.ts';

/** How much of an estimate is consumed: in four steps, or spent without one. */
export const HEATS = ['LOW', 'MEDIUM', 'HIGH', 'OVER', 'WITHOUT_ESTIMATE'] as const;
export type Heat = (typeof HEATS)[number];

export const HEAT_LABELS: Record<Heat, string> = {
  LOW: 'até 50%',
  MEDIUM: '50 a 80%',
  HIGH: '80 a 100%',
  OVER: 'acima',
  WITHOUT_ESTIMATE: 'sem orçado',
};

/** Amounts of a cell; `estimated` null: not known by category. */
export interface CellAmounts {
  estimated: Money | null;
  committed: Money;
  actual: Money;
}

/** (actual + committed) ÷ estimated, without division; null where nothing is spent and estimated, or no estimate is known. */
export const heatOf = ({ estimated, committed, actual }: CellAmounts): Heat | null => {
  if (estimated === null) return null;
  const [whole, consumed] = [toCents(estimated), toCents(actual) + toCents(committed)];
  if (whole <= 0n) return consumed > 0n ? 'WITHOUT_ESTIMATE' : null;
  if (consumed * 100n <= whole * 50n) return 'LOW';
  if (consumed * 100n <= whole * 80n) return 'MEDIUM';
  return consumed <= whole ? 'HIGH' : 'OVER';
};
