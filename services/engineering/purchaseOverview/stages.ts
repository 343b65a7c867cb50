import { rollUp } from '#domain/engineering/earnedValue/rollUp.ts';
import { divideHalfEven } from '#domain/decimal.ts';
import type { PurchaseOverviewStage } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import type { Stage } from '#schema/engineering/stages.rest.ts';
import { amountsAnswer, MEASURES, nothing, sumBy, type Amounts } from './cells.ts';
import type { Purchases } from './overview.ts';

/** Part of a whole in percent, one place half-even; null without a whole. */
const percentOf = (part: bigint, whole: bigint): string | null => {
  if (whole <= 0n) return null;
  const tenths = divideHalfEven(part * 1_000n, whole);
  return `${tenths / 10n}.${tenths % 10n}`;
};

/** Purchases by stage, each with everything in it; the same cells as those of the rows, so that the totals are equal. */
export const stagesOfPurchases = ({ cells, lines }: Purchases, tree: readonly Stage[]) => {
  const shown = new Set(tree.map(({ id }) => id));
  // A stage that is no longer shown would be lost: what is in it counts as without one.
  const own = sumBy(cells, ({ stageId }) => (stageId !== null && shown.has(stageId) ? stageId : null));
  const rolled = Object.fromEntries(
    MEASURES.map((measure) => {
      const cents = [...own].flatMap(([id, amounts]) => (id === null ? [] : [[id, amounts[measure].cents] as const]));
      return [measure, rollUp(tree, new Map(cents))];
    }),
  );
  const amountsAt = (id: number): Amounts => {
    const amounts = nothing();
    for (const measure of MEASURES) amounts[measure].cents = rolled[measure]?.get(id) ?? 0n;
    return amounts;
  };
  const content = tree.map(({ id, name, code, parentId, level }): PurchaseOverviewStage => {
    const amounts = amountsAt(id);
    const percentage = percentOf(amounts.ordered.cents, amounts.estimated.cents);
    return { id, name, code, parentId, level, ...amountsAnswer(amounts, false), percentage };
  });
  const loose = lines.filter(({ line }) => line.stageId === null || !shown.has(line.stageId));
  return {
    content,
    withoutStage: {
      ...amountsAnswer(own.get(null) ?? nothing(), false),
      orders: new Set(loose.map(({ order }) => order.id)).size,
    },
  };
};
