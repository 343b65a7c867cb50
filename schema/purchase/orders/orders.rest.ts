import { Type, type Static } from 'typebox';
import { Money, Percentage, Quantity } from '../amounts.ts';
import { ApprovalStatus, OrderApproval } from './approval.rest.ts';
import { Decimal, Id, Instant, IsoDate, NamedReference, Nullable, Reference, Version } from '../../platform/shapes.ts';

/** Limits of one order. */
export const MAX_ORDER_LINES = 1_000;
export const MAX_ORDER_INSTALLMENTS = 360;

/** Order, or receipt once every live line is in (specification §3, §4). */
export const OrderType = Type.Union([Type.Literal('ORDER'), Type.Literal('RECEIPT')]);
export type OrderType = Static<typeof OrderType>;

/** Derived (domain.md §4): nothing in, some in, every live line in, every line canceled. */
export const OrderState = Type.Union([
  Type.Literal('ORDERED'),
  Type.Literal('PARTIAL'),
  Type.Literal('RECEIVED'),
  Type.Literal('CANCELED'),
]);

const PayAfterBase = Type.Union([Type.Literal('DELIVERY'), Type.Literal('ORDER')], {
  description: 'Day that the days are counted from: delivery, or the day of the order',
});

const OrderInstallment = Type.Object({ dueDate: IsoDate, grossValue: Decimal });

/** Payment of an order or of what was received of it (§3). */
const Payment = Type.Object({
  payAfterBase: Nullable(PayAfterBase),
  payAfterDay: Nullable(Type.Integer({ description: 'Days until the first due date' })),
  installmentList: Type.Array(OrderInstallment),
});

const OrderUnit = Type.Object({ id: Id, acronyms: Type.String() });

const OrderLine = Type.Object({
  id: Id,
  product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  description: Nullable(Type.String({ description: 'What the supplier calls it, or more of it' })),
  unit: OrderUnit,
  unitFactor: Type.String({ description: 'Decimal as text: units of the product in one unit of the line' }),
  quantity: Decimal,
  price: Decimal,
  total: Type.String({ description: 'Decimal as text: live quantity × price' }),
  landedTotal: Type.String({ description: 'Decimal as text: with its share of freight, IPI and discount' }),
  brand: Nullable(NamedReference),
  costEstimateGroup: Nullable(NamedReference),
  canceled: Type.Boolean(),
  closed: Type.Boolean({ description: 'What is missing will not come any more ("encerrar saldo")' }),
  received: Type.Boolean({ description: 'Everything that is to come of it is in' }),
  receivedQuantity: Type.String({ description: 'Decimal as text: of all deliveries, less what went back' }),
  returnedQuantity: Type.String({ description: 'Decimal as text: what went back of all deliveries' }),
  canceledQuantity: Type.String({ description: 'Decimal as text: what of it does not come again' }),
  missingQuantity: Decimal,
});

/** Photo or scan of what came. */
export const OrderAttachment = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  contentType: Type.String(),
  link: Type.String({ description: 'Path of its content' }),
});
export type OrderAttachment = Static<typeof OrderAttachment>;
/** Goods of a delivery that went back to the supplier (devolução). */
const OrderReturn = Type.Object({
  id: Id,
  returnDate: IsoDate,
  documentNumber: Nullable(Type.String({ description: 'Of the nota de devolução' })),
  reason: Type.String(),
  returnedBy: Nullable(NamedReference),
  value: Type.String({ description: 'Decimal as text: landed value of what went back' }),
  lines: Type.Array(
    Type.Object({
      lineId: Id,
      quantity: Decimal,
      value: Decimal,
      replaced: Type.Boolean({ description: 'The supplier sends it again; else it does not come any more' }),
    }),
  ),
});

/** A nota: what came at once. */
const OrderDelivery = Type.Object({
  id: Id,
  documentNumber: Nullable(Type.String()),
  emissionDate: IsoDate,
  receivedDate: IsoDate,
  receivedBy: Nullable(NamedReference),
  accessKey: Nullable(Type.String({ description: 'Of the NF-e that it was received by' })),
  invoiceLink: Nullable(Type.String({ description: 'Path of the XML of that NF-e' })),
  attachments: Type.Array(OrderAttachment),
  shippingRate: Decimal,
  ipiValue: Decimal,
  discount: Decimal,
  value: Type.String({ description: 'Decimal as text: its lines, freight and IPI less discount' }),
  returnedValue: Type.String({ description: 'Decimal as text: landed value of what of it went back' }),
  lines: Type.Array(
    Type.Object({
      ...{ lineId: Id, quantity: Decimal, price: Decimal, value: Decimal },
      landedValue: Type.String({ description: 'Decimal as text: with its share of freight, IPI and discount' }),
      ...{ returnedQuantity: Decimal, returnedValue: Decimal },
    }),
  ),
  installmentList: Type.Array(OrderInstallment),
  returns: Type.Array(OrderReturn),
});

const MadeExpense = Type.Object({
  id: Id,
  status: Type.Union([Type.Literal('OPEN'), Type.Literal('PARTIAL'), Type.Literal('PAID')]),
  paidValue: Type.String({ description: 'Decimal as text: gross value of its paid installments' }),
});

const dispatchState = Type.Union([
  Type.Literal('SENT'),
  Type.Literal('OPENED'),
  Type.Literal('CONFIRMED'),
  Type.Literal('PROPOSED', { description: 'He proposes another delivery date' }),
  Type.Literal('KEPT', { description: 'The buyer keeps the date, which he has not confirmed' }),
]);
const dispatchMail = Nullable(
  Type.Union([Type.Literal('WAITING'), Type.Literal('DELIVERED'), Type.Literal('FAILED')], {
    description: 'Latest mail; null: none was sent',
  }),
);
const revoked = Type.Boolean({ description: 'Its links do not work any more' });
const outdated = Type.Boolean({ description: 'What he had read when he answered was changed afterwards' });

/** How far an order that was sent to its supplier is. */
const OrderDispatchStanding = Type.Object({ state: dispatchState, mail: dispatchMail, revoked, outdated });
export type OrderDispatchStanding = Static<typeof OrderDispatchStanding>;

/** That the order went to its supplier, and what he answered. */
const OrderDispatch = Type.Object({
  state: dispatchState,
  sentAt: Instant,
  email: Nullable(Type.String({ description: 'Where it was mailed; null: its link was copied' })),
  phone: Nullable(Type.String({ description: 'Telephone for questions, as the supplier reads it' })),
  message: Nullable(Type.String()),
  mail: dispatchMail,
  openedAt: Nullable(Instant),
  changedAt: Nullable(
    Type.String({ format: 'date-time', description: 'When what he reads was changed after it was sent' }),
  ),
  revoked,
  answer: Nullable(
    Type.Object({
      at: Instant,
      date: Nullable(Type.String({ format: 'date', description: 'Delivery date that he confirmed or proposes' })),
      note: Nullable(Type.String()),
      supplierDocument: Nullable(Type.String({ description: 'His own number of the order' })),
      decision: Nullable(
        Type.Union([Type.Literal('ACCEPTED'), Type.Literal('KEPT')], { description: 'About a proposed date' }),
      ),
      outdated,
    }),
  ),
});
export type OrderDispatch = Static<typeof OrderDispatch>;

/** Order of a supplier for one building, with what was received of it (§3; domain.md §4). */
export const Order = Type.Object({
  id: Id,
  type: OrderType,
  state: OrderState,
  document: Type.String(),
  company: Type.Object({ ...NamedReference.properties, account: Type.Object({ id: Id }) }),
  building: NamedReference,
  supplier: NamedReference,
  category: Nullable(NamedReference),
  buyer: Nullable(NamedReference),
  paymentMethod: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  createdDate: IsoDate,
  delivery: Type.Object({ date: Nullable(IsoDate) }),
  requirement: Type.Object({ payment: Payment }),
  receipt: Type.Object({
    receivedDate: Nullable(Type.String({ format: 'date', description: 'Of the latest delivery' })),
    payment: Payment,
  }),
  requirementLineList: Type.Array(OrderLine),
  deliveries: Type.Array(OrderDelivery),
  shippingRate: Decimal,
  discount: Decimal,
  ipi: Type.String({ description: 'Percent of lines and freight, decimal as text' }),
  ipiAmount: Nullable(
    Type.String({ description: 'Decimal as text: amount that an invoice names; it wins over the percent' }),
  ),
  linesValue: Type.String({ description: 'Decimal as text: live lines' }),
  ipiValue: Type.String({ description: 'Decimal as text' }),
  grossValue: Type.String({ description: 'Decimal as text (§5); of a receipt, received lines only' }),
  invoicedValue: Type.String({ description: 'Decimal as text: deliveries less returns, which is the expense' }),
  expense: Nullable(Type.Object(MadeExpense.properties, { description: 'The one expense of the deliveries' })),
  canUndoDeliveries: Type.Boolean({ description: 'Nothing of the expense is paid' }),
  approval: Nullable(Type.Object(OrderApproval.properties, { description: 'Null: none was needed' })),
  supplierEmail: Nullable(Type.String({ description: 'Of the register: where mails go without another address' })),
  dispatch: Nullable(Type.Object(OrderDispatch.properties, { description: 'Null: never sent' })),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Order = Static<typeof Order>;

/** Row of the list (§3, "order summary"; mock 20). */
export const OrderSummary = Type.Object({
  id: Id,
  document: Type.String(),
  total: Type.String({ description: 'Decimal as text: gross value (§5); of a canceled order, what it was worth' }),
  date: IsoDate,
  deliveryDate: Nullable(IsoDate),
  buildingName: Type.String(),
  supplierName: Type.String(),
  delivered: Type.Boolean({ description: 'Every live line is in' }),
  state: OrderState,
  late: Type.Boolean({ description: 'The delivery date is over, and something is missing' }),
  building: NamedReference,
  supplier: NamedReference,
  items: Type.Array(Type.String(), { description: 'Names of its first ten products' }),
  itemCount: Type.Integer(),
  receivedValue: Type.String({ description: 'Decimal as text: received quantities at the prices of the order' }),
  linesValue: Type.String({ description: 'Decimal as text: live lines' }),
  receivedPercentage: Type.Integer({ minimum: 0, maximum: 100, description: 'Received of the live lines, cut' }),
  documentNumbers: Type.Array(Type.String(), { description: 'Of its notas' }),
  approval: Nullable(ApprovalStatus),
  dispatch: Nullable(Type.Object(OrderDispatchStanding.properties, { description: 'Null: never sent' })),
  version: Version,
});
export type OrderSummary = Static<typeof OrderSummary>;

/** Counts of the views of the list, and sums over its filter; canceled orders are in no sum (mock 20). */
export const OrderTotals = Type.Object({
  all: Type.Integer(),
  ordered: Type.Integer(),
  late: Type.Integer(),
  partial: Type.Integer(),
  received: Type.Integer(),
  canceled: Type.Integer(),
  waitingApproval: Type.Integer(),
  total: Decimal,
  receivedTotal: Type.String({ description: 'Decimal as text: received share of the gross values' }),
  openTotal: Type.String({ description: 'Decimal as text: total less received' }),
  lateTotal: Type.String({ description: 'Decimal as text: what is missing of late orders' }),
});
export type OrderTotals = Static<typeof OrderTotals>;

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
/** A reference without an id is dropped (§5). */
const OptionalReference = Type.Optional(Nullable(Type.Object({ id: Type.Optional(Nullable(Id)) })));
const OptionalDate = Type.Optional(Nullable(IsoDate));

const InstallmentBody = Type.Object({ dueDate: IsoDate, grossValue: Money });
const installmentList = Type.Optional(Type.Array(InstallmentBody, { maxItems: MAX_ORDER_INSTALLMENTS }));

const PaymentBody = Type.Object({
  payAfterBase: Type.Optional(Nullable(PayAfterBase)),
  payAfterDay: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 3_650 }))),
  installmentList,
});

const LineBody = Type.Object({
  id: Type.Optional(Nullable(Id)),
  product: Reference,
  description: Text(500),
  unit: OptionalReference,
  quantity: Quantity,
  price: Quantity,
  brand: OptionalReference,
  costEstimateGroup: OptionalReference,
  canceled: Type.Optional(Type.Boolean()),
  closed: Type.Optional(Type.Boolean()),
  received: Type.Optional(Type.Boolean()),
  receivedQuantity: Type.Optional(Quantity),
});
export type OrderLineBody = Static<typeof LineBody>;

const ReceiptBody = Type.Object({
  receivedDate: OptionalDate,
  documentNumber: Text(60),
  payment: Type.Optional(Nullable(PaymentBody)),
});

/**
 * Body to create or change an order. **Every field is used, or rejected at its path.** On a change, an omitted field stays
 * as it is; `requirementLineList` lists every remaining line by id.
 *
 * Receiving by this call (§4): a line that says `received`, or a larger `receivedQuantity` than before, makes a delivery of
 * the difference with `receipt.receivedDate` (today) and `receipt.documentNumber`; `type: RECEIPT` receives every live line
 * that does not say otherwise. Received quantities never shrink by this call: a delivery is undone by its own.
 *
 * Payment: `installmentList` sums to the gross value. Without it, `payAfterDay` makes one installment; with it and without
 * `payAfterDay`, base and days are computed from its earliest due date, taking the larger (§5).
 */
export const OrderBody = Type.Object({
  type: Type.Optional(OrderType),
  document: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '\\S',
        description: 'Number of the order; the next free one ("PC-0001") without it',
        'x-message': 'Informe até 60 caracteres.',
      }),
    ),
  ),
  company: Type.Optional(
    Type.Object(
      {
        id: Type.Optional(Type.Integer()),
        name: Type.Optional(Type.String()),
        account: Type.Optional(Type.Object({ id: Type.Integer() })),
      },
      { description: 'Equals the company of the address (§7)' },
    ),
  ),
  building: Reference,
  supplier: Reference,
  category: OptionalReference,
  buyer: OptionalReference,
  paymentMethod: Text(40),
  notes: Text(2_000),
  createdDate: Type.Optional(IsoDate),
  delivery: Type.Optional(Nullable(Type.Object({ date: OptionalDate }))),
  requirement: Type.Optional(Nullable(Type.Object({ payment: Type.Optional(Nullable(PaymentBody)) }))),
  receipt: Type.Optional(Nullable(ReceiptBody)),
  requirementLineList: Type.Array(LineBody, { minItems: 1, maxItems: MAX_ORDER_LINES }),
  shippingRate: Type.Optional(Money),
  discount: Type.Optional(Money),
  ipi: Type.Optional(Percentage),
  ipiAmount: Type.Optional(Nullable(Money)),
});
export type OrderBody = Static<typeof OrderBody>;

const { building, supplier, requirementLineList, ...optional } = OrderBody.properties;
export const OrderUpdate = Type.Object({
  ...optional,
  building: Type.Optional(building),
  supplier: Type.Optional(supplier),
  requirementLineList: Type.Optional(requirementLineList),
  id: Id,
  version: Type.Optional(Version),
});
export type OrderUpdate = Static<typeof OrderUpdate>;

/**
 * A delivery of an order. `price` is that of the nota (that of the order without it); charges without a value are the
 * order's share of what comes, on the last delivery the rest. Installments without a list follow the terms of the order.
 */
export const DeliveryBody = Type.Object({
  documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60 }))),
  emissionDate: OptionalDate,
  receivedDate: OptionalDate,
  lines: Type.Array(
    Type.Object({
      line: Reference,
      quantity: Quantity,
      price: Type.Optional(Quantity),
      close: Type.Optional(Type.Boolean({ description: 'What is still missing of it will not come any more' })),
    }),
    { minItems: 1, maxItems: MAX_ORDER_LINES },
  ),
  shippingRate: Type.Optional(Money),
  ipiValue: Type.Optional(Money),
  discount: Type.Optional(Money),
  installmentList,
  version: Type.Optional(Version),
});
export type DeliveryBody = Static<typeof DeliveryBody>;
