import { toDecimal } from '#domain/decimal.ts';
import type { PlacedItem } from '#domain/purchase/invoices/figures.ts';
import { productUnits, unitKey } from '#domain/purchase/invoices/units.ts';
import type { Nfe } from '../../platform/nfe/types.ts';
import { learnProducts, type Learnt } from '../../platform/supplierProducts.ts';
import type { Trx, Work } from '../../platform/db/unitOfWork.ts';
import type { InvoiceLine } from './lines.ts';

const learntOf = ({ items }: Nfe, placed: readonly PlacedItem[], lines: readonly InvoiceLine[]): Learnt[] => {
  const places = new Map(placed.map(({ item, place }) => [item.number, place]));
  const byId = new Map(lines.map((line) => [line.id, line]));
  return items.flatMap(({ number, code, unit }) => {
    const place = places.get(number);
    const line = place && byId.get(place.lineId);
    if (!line) return [];
    const factor = toDecimal(place.factor).times(productUnits(line)).toDecimalPlaces(20).toFixed();
    return [{ code, unit: unitKey(unit), product: line.productId, factor }];
  });
};

/**
 * Keeps what a received nota says of its supplier's codes. The delivery that taught it is kept with it, so that undoing the
 * delivery forgets it; one that only repeats it teaches nothing.
 */
export const learn = (
  trx: Trx,
  work: Work,
  { partnerId, delivery, nfe }: { partnerId: number; delivery: number; nfe: Nfe },
  { placed, lines }: { placed: readonly PlacedItem[]; lines: readonly InvoiceLine[] },
): Promise<void> =>
  learnProducts(trx, work, { partnerId, teacher: { deliveryId: delivery } }, learntOf(nfe, placed, lines));
