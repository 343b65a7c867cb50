import { Type, type Static } from 'typebox';
import { Decimal, Id, IsoDate, NamedReference, Nullable, Reference } from '../../platform/shapes.ts';
import { MAX_ORDER_LINES, OrderBody } from './orders.rest.ts';

const { shippingRate, discount, ipi, ipiAmount, requirementLineList } = OrderBody.properties;
const line = requirementLineList.items.properties;

/**
 * An order as far as it is typed, and the one that it changes. A line without a product is ignored, one without quantity or
 * price is told its prices alone.
 */
export const OrderCheckBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  building: Type.Optional(Nullable(Reference)),
  supplier: Type.Optional(Nullable(Reference)),
  ...{ shippingRate, discount, ipi, ipiAmount },
  requirementLineList: Type.Array(
    Type.Object({
      id: line.id,
      product: Type.Optional(Nullable(Reference)),
      unit: line.unit,
      quantity: Type.Optional(Nullable(line.quantity)),
      price: Type.Optional(Nullable(line.price)),
      costEstimateGroup: line.costEstimateGroup,
      ...{ canceled: line.canceled, closed: line.closed },
    }),
    { maxItems: MAX_ORDER_LINES },
  ),
});
export type OrderCheckBody = Static<typeof OrderCheckBody>;

const PaidPrice = Type.Object({
  price: Type.String({ description: 'Decimal as text: landed, per unit of the line, four places' }),
  date: Type.String({ format: 'date', description: 'Emission of the nota' }),
  supplier: NamedReference,
  order: Type.Object({ id: Id, document: Type.String() }),
  documentNumber: Nullable(Type.String()),
});

const CheckedLine = Type.Object({
  index: Type.Integer({ description: 'Place of the line in the body' }),
  lastPaid: Nullable(Type.Object(PaidPrice.properties, { description: 'Newest nota with a paid installment' })),
  bestOfYear: Nullable(Type.Object(PaidPrice.properties, { description: 'Lowest of the last twelve months' })),
  estimatePrice: Nullable(
    Type.String({ description: 'Decimal as text: of the cost estimate that counts, per unit of the line' }),
  ),
});

const Product = Type.Object({ id: Id, code: Type.String(), name: Type.String() });

const PriceAboveLast = Type.Object({
  index: Type.Integer({ description: 'Place of the line in the body' }),
  product: Product,
  price: Decimal,
  lastPaid: PaidPrice,
  sameSupplier: Type.Boolean(),
  amount: Type.String({ description: 'Decimal as text: what the line costs more' }),
});

const OtherOpenOrder = Type.Object({
  order: Type.Object({ id: Id, document: Type.String(), createdDate: IsoDate, deliveryDate: Nullable(IsoDate) }),
  items: Type.Array(
    Type.Object({
      product: Product,
      unit: Type.String(),
      quantity: Type.String({ description: 'Decimal as text: still to come' }),
    }),
  ),
});

const StageExceeded = Type.Object({
  stage: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  value: Type.String({ description: 'Decimal as text: landed lines in the stage and below it' }),
  available: Type.String({ description: 'Decimal as text: estimated − actual − ordered, without this order' }),
  missing: Type.String({ description: 'Decimal as text: value − available' }),
});

/** Of the figures, those of its kind are there. */
export const OrderWarning = Type.Object({
  kind: Type.Union([
    Type.Literal('PRICE_ABOVE_LAST'),
    Type.Literal('OTHER_OPEN_ORDER'),
    Type.Literal('STAGE_EXCEEDED'),
  ]),
  priceAboveLast: Nullable(PriceAboveLast),
  otherOpenOrder: Nullable(OtherOpenOrder),
  stageExceeded: Nullable(StageExceeded),
});

/** What is known about an order before it is saved (domain.md §4). Warnings never prevent that. */
export const OrderCheck = Type.Object({
  priceTolerance: Type.String({ description: 'Percent above the last price from which a price is warned about' }),
  lines: Type.Array(CheckedLine),
  warnings: Type.Array(OrderWarning),
});
export type OrderCheck = Static<typeof OrderCheck>;
