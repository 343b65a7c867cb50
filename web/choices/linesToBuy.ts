import { inPurchaseUnit } from '#domain/engineering/purchaseOverview/figures.ts';
import { toTenThousandths } from '#domain/money.ts';
import type { NewLine } from '#web/session/newPurchase.ts';

/** What an overview of purchases tells of an input. */
export interface InputToBuy {
  product: { id: string; code: string; name: string } | null;
  unit: { id: string; acronyms: string } | null;
  purchaseUnit: { id: string; acronyms: string } | null;
  purchaseFactor: string | null;
  balance: { quantity: string | null };
  suggestedStage: { id: string; name: string } | null;
}

/** "460.0000" is typed as "460". */
const typed = (quantity: string): string => quantity.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** Lines of a new order or quote: what is left to buy of each input, in the unit that it is bought in. */
export const linesToBuy = (rows: readonly InputToBuy[]): NewLine[] =>
  rows.flatMap(({ product, balance, unit, purchaseUnit, purchaseFactor, suggestedStage }) => {
    const bought = purchaseUnit ?? unit;
    if (!product || !bought || balance.quantity === null || toTenThousandths(balance.quantity) <= 0n) return [];
    const isOther = purchaseUnit !== null && purchaseFactor !== null;
    const quantity = isOther ? inPurchaseUnit(balance.quantity, purchaseFactor) : balance.quantity;
    if (toTenThousandths(quantity) === 0n) return [];
    return [
      {
        ...{ productId: product.id, code: product.code, name: product.name, quantity: typed(quantity) },
        unit: { id: bought.id, label: bought.acronyms },
        stage: suggestedStage && { id: suggestedStage.id, label: suggestedStage.name },
      },
    ];
  });
