import { inPurchaseUnit } from '#domain/engineering/purchaseOverview/figures.ts';
import { toTenThousandths } from '#domain/money.ts';
import type { NewOrderLine } from '#web/session/newOrder.ts';
import { unitIn } from './view.ts';
import type { Row } from './rows.ts';

/** "460.0000" is typed as "460". */
const typed = (quantity: string): string => quantity.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** Lines of a new order: what is left to buy of each input, in the unit that it is bought in. */
export const orderLinesOf = (rows: readonly Row[]): NewOrderLine[] =>
  rows.flatMap((row) => {
    const { product, balance, purchaseUnit, purchaseFactor } = row;
    if (!product || balance.quantity === null || toTenThousandths(balance.quantity) <= 0n) return [];
    const isOther = purchaseUnit !== null && purchaseFactor !== null;
    const quantity = isOther ? inPurchaseUnit(balance.quantity, purchaseFactor) : balance.quantity;
    if (toTenThousandths(quantity) === 0n) return [];
    return [
      {
        ...{ productId: product.id, code: product.code, name: product.name },
        ...{ unit: unitIn(row, true), quantity: typed(quantity) },
      },
    ];
  });
