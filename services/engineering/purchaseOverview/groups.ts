import type { PurchaseOverviewGroup } from '#schema/engineering/purchaseOverview/purchaseOverview.rest.ts';
import { addTo, amountsAnswer, nothing, type Amounts } from './cells.ts';
import type { Input } from './overview.ts';

interface GroupSum {
  group: PurchaseOverviewGroup['group'];
  outside: boolean;
  count: number;
  amounts: Amounts;
}

/** Sums of inputs by product group, in the order in which their rows are; "Fora do orçamento" is last. */
export const groupsOf = (inputs: readonly Input[]): PurchaseOverviewGroup[] => {
  const sums = new Map<number | 'none' | 'outside', GroupSum>();
  for (const { product, state, amounts } of inputs) {
    const outside = state === 'OUTSIDE';
    const group = outside || !product?.group ? null : product.group;
    const key = outside ? 'outside' : (group?.id ?? 'none');
    const sum = sums.get(key) ?? {
      group: group && { id: group.id, code: group.code, name: group.name },
      ...{ outside, count: 0, amounts: nothing() },
    };
    sum.count += 1;
    addTo(sum.amounts, amounts);
    sums.set(key, sum);
  }
  return [...sums.values()].map(({ amounts, ...rest }) => ({ ...rest, ...amountsAnswer(amounts, false) }));
};
