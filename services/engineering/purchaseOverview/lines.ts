import type { PurchaseOverviewLine } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import type { Stage } from '#schema/engineering/stages.rest.ts';
import { amountsAnswer } from './cells.ts';
import type { Purchases } from './overview.ts';

type Named = { id: number; name: string };

interface Use {
  lines: number;
  quantity: bigint;
}

const more = (a: Use, b: Use): boolean => a.lines > b.lines || (a.lines === b.lines && a.quantity > b.quantity);

/**
 * The stage that each product has most often in the building (mock 21b): by lines of orders, else by the largest
 * estimated quantity; the first in tree order of equal ones.
 */
export const suggestionsOf = (
  { lines, estimated }: Pick<Purchases, 'lines' | 'estimated'>,
  tree: readonly Stage[],
): Map<number, Named> => {
  const order = new Map(tree.map(({ id }, index) => [id, index]));
  const uses = new Map<number, Map<number, Use>>();
  const note = (productId: number | null, stageId: number | null, use: Use): void => {
    if (productId === null || stageId === null || !order.has(stageId)) return;
    const stages = uses.get(productId) ?? new Map<number, Use>();
    const known = stages.get(stageId) ?? { lines: 0, quantity: 0n };
    stages.set(stageId, { lines: known.lines + use.lines, quantity: known.quantity + use.quantity });
    uses.set(productId, stages);
  };
  for (const { line, amounts } of lines)
    note(line.productId, line.stageId, { lines: 1, quantity: amounts.ordered.quantity });
  for (const { productId, stageId, amounts } of estimated.cells)
    note(productId, stageId, { lines: 0, quantity: amounts.estimated.quantity });
  const suggestions = new Map<number, Named>();
  for (const [productId, stages] of uses) {
    const sorted = [...stages].sort(([a], [b]) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
    const best = sorted.reduce<[number, Use] | null>(
      (found, one) => (!found || more(one[1], found[1]) ? one : found),
      null,
    );
    const stage = best && tree.find(({ id }) => id === best[0]);
    if (stage) suggestions.set(productId, { id: stage.id, name: stageName(stage) });
  }
  return suggestions;
};

/** "1.2 Alvenaria" */
export const stageName = ({ code, name }: Stage): string => `${code} ${name}`;

/** Lines of orders as the overview counts them, the newest order first. */
export const linesAnswer = (
  purchases: Purchases,
  tree: readonly Stage[],
  { product, stage }: { product?: number | undefined; stage?: number | undefined },
): PurchaseOverviewLine[] => {
  const suggestions = suggestionsOf(purchases, tree);
  const stages = new Map(tree.map((one) => [one.id, one]));
  return purchases.lines
    .filter(({ line }) => product === undefined || line.productId === product)
    .filter(({ line }) => stage === undefined || line.stageId === (stage === -1 ? null : stage))
    .map(({ line, order, amounts, documentNumbers }) => {
      const { estimated: _estimated, requested: _requested, balance: _balance, ...own } = amountsAnswer(amounts, true);
      const known = line.stageId === null ? undefined : stages.get(line.stageId);
      return {
        id: line.id,
        order: { id: order.id, document: order.document, date: order.date, deliveryDate: order.deliveryDate },
        supplier: order.supplier,
        product: { id: line.productId, code: line.code, name: line.name },
        stage: known ? { id: known.id, name: stageName(known) } : null,
        suggestedStage: line.stageId === null ? (suggestions.get(line.productId) ?? null) : null,
        ...own,
        documentNumbers,
        expenseId: order.expenseId,
      };
    });
};
