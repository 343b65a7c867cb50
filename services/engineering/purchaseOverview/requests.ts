import type { PurchaseOverviewRequest } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import type { Stage } from '#schema/engineering/stages.rest.ts';
import { amountsAnswer } from './cells.ts';
import { stageName } from './lines.ts';
import type { Purchases } from './overview.ts';

/** Lines of open quotes as the overview counts them, the newest quote first. */
export const requestsAnswer = (
  { requests }: Purchases,
  tree: readonly Stage[],
  { product, stage }: { product?: number | undefined; stage?: number | undefined },
): PurchaseOverviewRequest[] => {
  const stages = new Map(tree.map((one) => [one.id, one]));
  return requests
    .filter(({ line }) => product === undefined || line.productId === product)
    .filter(({ line }) => stage === undefined || line.stageId === (stage === -1 ? null : stage))
    .map(({ line, cell }) => {
      const known = line.stageId === null ? undefined : stages.get(line.stageId);
      return {
        id: line.id,
        quote: line.quote,
        product: { id: line.productId, code: line.code, name: line.name },
        stage: known ? { id: known.id, name: stageName(known) } : null,
        requested: amountsAnswer(cell.amounts, true).requested,
      };
    });
};
