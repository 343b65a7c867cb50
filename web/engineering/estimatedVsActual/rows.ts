import { formatMoney, formatPercentage, isNegative, isZero } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { AppropriationsOverviewQuery, EarnedValueFieldsFragment } from '#web/generated/engineering.ts';

export type Overview = NonNullable<AppropriationsOverviewQuery['appropriationsOverview']>;
export type Stage = Overview['stages'][number];
export type Figures = Omit<EarnedValueFieldsFragment, '__typename'>;

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

/** A part of a whole in percent for a bar, between 0 and 100; pixels, not an amount. */
export const barShare = (part: string | null | undefined, whole: string | null | undefined): number => {
  if (!part || !whole || isZero(whole)) return 0;
  return Math.min(100, Math.max(0, toDecimal(part).div(toDecimal(whole)).times(100).toNumber()));
};

/** Stages that are shown: those at the top, and those below an open one. */
export const shownStages = (stages: readonly Stage[], open: ReadonlySet<string>): Stage[] => {
  const shown = new Set<string>();
  return stages.filter(({ stageId, parentId }) => {
    const visible = parentId === null || parentId === undefined || (shown.has(parentId) && open.has(parentId));
    if (visible) shown.add(stageId);
    return visible;
  });
};

/** Stages that have others in them. */
export const parentsOf = (stages: readonly Stage[]): Set<string> =>
  new Set(stages.flatMap(({ parentId }) => (parentId ? [parentId] : [])));
