import { amountText, NONE } from '#domain/engineering/earnedValue/texts.ts';
import { isZero } from '#domain/money.ts';
import { toDecimal } from '#domain/decimal.ts';
import type { AppropriationsOverviewQuery, EarnedValueFieldsFragment } from '#web/generated/engineering.ts';

export type Overview = NonNullable<AppropriationsOverviewQuery['appropriationsOverview']>;
export type Stage = Overview['stages'][number];
export type Figures = Omit<EarnedValueFieldsFragment, '__typename'>;

/** What the user may see behind the sums. */
export interface MayOpen {
  documents: boolean;
  orders: boolean;
}

/** "Disponível 425,00 = orçado 1.000,00 − realizado 230,00 − comprometido 345,00"; undefined without estimate. */
export const availableText = ({
  estimateTotal,
  actualValue,
  committedValue,
  availableValue,
}: Pick<Figures, 'estimateTotal' | 'actualValue' | 'committedValue' | 'availableValue'>): string | undefined =>
  estimateTotal && availableValue
    ? `Disponível ${amountText(availableValue)} = orçado ${amountText(estimateTotal)} − realizado ${amountText(actualValue)} − comprometido ${amountText(committedValue)} (pedidos de hoje)`
    : undefined;

/** "56.365,64"; "—" where nothing is ordered. */
export const committedText = (value: string): string => (isZero(value) ? NONE : amountText(value));

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
