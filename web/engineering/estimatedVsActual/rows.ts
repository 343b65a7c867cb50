import { isZero } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { AppropriationsOverviewQuery, EarnedValueFieldsFragment } from '#web/generated/engineering.ts';

export type Overview = NonNullable<AppropriationsOverviewQuery['appropriationsOverview']>;
export type Stage = Overview['stages'][number];
export type Figures = Omit<EarnedValueFieldsFragment, '__typename'>;

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
