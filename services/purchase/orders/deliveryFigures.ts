import type { Money } from '#domain/money.ts';
import { orderFigures, wholeLines, type OrderFigures } from '#domain/purchase/orders/figures.ts';

interface DeliveredLine {
  quantity: string;
  price: string;
}

/** Figures of a delivery: its lines at the prices of the nota, with its own freight, IPI and discount. */
export const deliveryValues = (
  lines: readonly DeliveredLine[],
  { shippingRate, ipiValue, discount }: { shippingRate: Money; ipiValue: Money; discount: Money },
): OrderFigures => orderFigures(wholeLines(lines), { shippingRate, discount, ipi: '0', ipiValue });
