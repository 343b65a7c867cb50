import type { Decimal } from '#domain/decimal.ts';
import { decimal4, money, toTenThousandths } from '#domain/money.ts';
import { expectedQuantity, type OrderCharges } from '#domain/purchase/orders/figures.ts';
import { factorOf } from '#domain/purchase/orders/prices.ts';
import type { OrderCheckBody } from '#schema/purchase/orders/check.rest.ts';
import type { Problems } from '../../../platform/problems.ts';
import type { OrderDraft } from '../draft.ts';
import type { StoredLine, StoredOrder } from '../read.ts';
import type { OrderedProduct, References } from '../references.ts';
import { unitOf } from '../store.ts';

/** A line as far as it is known. */
export interface CheckedLine {
  index: number;
  product: OrderedProduct;
  /** Units of the product in one unit of the line. */
  factor: Decimal;
  /** Null: not typed yet. */
  quantity: string | null;
  price: string | null;
  stageId: number | null;
  canceled: boolean;
  closed: boolean;
  canceledQuantity: string;
  receivedQuantity: string;
}

/** An order that is to be saved, as far as it is known. */
export interface CheckedOrder {
  /** The stored order that it changes: what that one has committed and paid does not count against it. */
  exceptId: number | null;
  buildingId: number | null;
  supplierId: number | null;
  charges: OrderCharges;
  lines: CheckedLine[];
}

const NONE = '0.0000';

/** Whether anything of a line is still to be bought; also while its quantity is not typed. */
export const isWanted = ({ canceled, closed, quantity, canceledQuantity, receivedQuantity }: CheckedLine): boolean =>
  !canceled &&
  !closed &&
  (quantity === null ||
    toTenThousandths(expectedQuantity({ quantity, canceledQuantity })) > toTenThousandths(receivedQuantity));

const factorIn = (
  line: { before: StoredLine | undefined; productId: number; unitId: number | undefined },
  product: OrderedProduct,
): Decimal => {
  const { before, productId } = line;
  return factorOf(unitOf(line, product).unit_factor, before?.product.id === productId ? before.productFactor : null);
};

/** What is checked of a draft that is saved. */
export const checkedDraft = (
  draft: OrderDraft,
  before: StoredOrder | undefined,
  references: References,
): CheckedOrder => ({
  ...{ exceptId: before?.id ?? null, buildingId: draft.buildingId, supplierId: draft.supplierId, charges: draft },
  lines: draft.lines.flatMap((line, index) => {
    const product = references.product(line.productId);
    if (!product) return [];
    const { quantity, price, stageId, canceled, closed, canceledQuantity, receivedQuantity } = line;
    return [
      {
        ...{ index, product, factor: factorIn(line, product), quantity, price, stageId, canceled, closed },
        ...{ canceledQuantity, receivedQuantity },
      },
    ];
  }),
});

/** The charges of a body; what it leaves out is as it was. */
const chargesOf = (body: OrderCheckBody, before: StoredOrder | undefined): OrderCharges => ({
  shippingRate: money(body.shippingRate ?? before?.shippingRate ?? '0'),
  discount: money(body.discount ?? before?.discount ?? '0'),
  ipi: decimal4(body.ipi ?? before?.ipi ?? '0'),
  ipiValue:
    body.ipiAmount === undefined ? (before?.ipiValue ?? null) : body.ipiAmount === null ? null : money(body.ipiAmount),
});

/** What is checked of an order as far as it is typed. Adds what the body names and is not there to `problems`. */
export const checkedBody = (
  body: OrderCheckBody,
  {
    before,
    references,
    buildingId,
  }: { before: StoredOrder | undefined; references: References; buildingId: number | null },
  problems: Problems,
): CheckedOrder => {
  const stored = new Map(before?.lines.map((line) => [line.id, line]));
  const lines = body.requirementLineList.flatMap((line, index): CheckedLine[] => {
    const path = `requirementLineList.${index}`;
    const known = line.id == null ? undefined : stored.get(line.id);
    if (line.id != null && !known) problems.rule(`${path}.id`, 'Item não encontrado neste pedido.');
    if (!line.product) return [];
    const product = references.product(line.product.id);
    if (!product) {
      problems.rule(`${path}.product`, 'Insumo não encontrado.');
      return [];
    }
    const sameProduct = known?.product.id === product.id;
    const unitId = line.unit?.id ?? (sameProduct ? known.unit.id : undefined);
    const units = [product.unitId, product.purchaseUnitId, ...(sameProduct ? [known.unit.id] : [])];
    if (unitId !== undefined && !units.includes(unitId))
      problems.rule(`${path}.unit`, 'Use a unidade do insumo ou a sua unidade de compra.');
    const group = line.costEstimateGroup;
    const stageId = group === undefined ? (known?.costEstimateGroup?.id ?? null) : (group?.id ?? null);
    if (stageId !== null && buildingId !== null && references.find('stage', stageId)?.buildingId !== buildingId)
      problems.rule(`${path}.costEstimateGroup`, 'Etapa não encontrada nesta obra.');
    return [
      {
        ...{ index, product, factor: factorIn({ before: known, productId: product.id, unitId }, product), stageId },
        quantity: line.quantity == null ? null : decimal4(line.quantity),
        price: line.price == null ? null : decimal4(line.price),
        canceled: line.canceled ?? known?.canceled ?? false,
        closed: line.closed ?? known?.closed ?? false,
        canceledQuantity: known?.canceledQuantity ?? NONE,
        receivedQuantity: known?.receivedQuantity ?? NONE,
      },
    ];
  });
  return {
    ...{ exceptId: before?.id ?? null, buildingId, charges: chargesOf(body, before), lines },
    supplierId: body.supplier === undefined ? (before?.supplier.id ?? null) : (body.supplier?.id ?? null),
  };
};
