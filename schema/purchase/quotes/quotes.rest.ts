import { Type, type Static } from 'typebox';
import { Percentage, Quantity } from '../amounts.ts';
import { Decimal, Id, Instant, IsoDate, Name, NamedReference, Nullable, Version } from '../../platform/shapes.ts';
import { MAX_QUOTE_LINES } from './limits.ts';
import { QuoteFreight } from './quoteRequest.rest.ts';

/** Limits of one request. The cheapest split is found exactly, so suppliers are few (domain/purchase/quotes/cheapestSplit.ts). */
export const MAX_QUOTE_SUPPLIERS = 15;
export const MAX_QUOTE_FILES = 20;

/** Derived: not sent; somebody has still to answer; the deadline is over or everybody answered; orders; closed without. */
export const QuoteState = Type.Union([
  Type.Literal('DRAFT'),
  Type.Literal('WAITING'),
  Type.Literal('TO_DECIDE'),
  Type.Literal('ORDERED'),
  Type.Literal('CLOSED'),
]);
export type QuoteState = Static<typeof QuoteState>;

/** How far a supplier is (domain.md §4). CHOSEN: nothing was sent to him yet. */
export const QuoteSupplierState = Type.Union([
  Type.Literal('CHOSEN'),
  Type.Literal('UNOPENED'),
  Type.Literal('OPENED'),
  Type.Literal('FILLING', { description: 'A draft is kept; nobody but the supplier reads its prices' }),
  Type.Literal('ANSWERED'),
  Type.Literal('DECLINED'),
  Type.Literal('REVOKED'),
]);
export type QuoteSupplierState = Static<typeof QuoteSupplierState>;

const sumText = (description: string) => Type.String({ description: `Decimal as text: ${description}` });

/** File of a request or of an answer. */
export const QuoteAttachment = Type.Object({
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes' }),
  contentType: Type.String(),
  link: Type.String({ description: 'Path of its content' }),
});
export type QuoteAttachment = Static<typeof QuoteAttachment>;

const QuoteLine = Type.Object({
  id: Id,
  product: Nullable(Type.Object({ id: Id, code: Type.String(), name: Type.String() })),
  description: Type.String({ description: 'Name of the product, or what is asked for in words' }),
  unit: Type.Object({ id: Id, acronyms: Type.String() }),
  unitFactor: sumText('units of the product in one unit of the line'),
  quantity: Decimal,
  costEstimateGroup: Nullable(NamedReference),
  referencePrice: Nullable(sumText('price of the cost estimate in the unit of the line; no supplier reads it')),
});

const QuoteAnswer = Type.Object({
  id: Id,
  revision: Type.Integer({ description: '1 for the first; a change before the deadline makes the next' }),
  submittedAt: Instant,
  lines: Type.Array(
    Type.Object({
      lineId: Id,
      price: Nullable(sumText('null where the supplier does not have it')),
      brand: Nullable(Type.String()),
      landed: Nullable(sumText('with its share of freight and IPI by value')),
      presentValue: Nullable(sumText('landed, brought to the day of delivery at the monthly rate')),
    }),
  ),
  freight: QuoteFreight,
  shippingRate: Decimal,
  ipi: sumText('percent of items and freight'),
  deliveryDays: Nullable(Type.Integer({ description: 'From the order to the delivery' })),
  validUntil: Nullable(IsoDate),
  paymentDays: Type.Array(Type.Integer(), {
    description: 'Days after the delivery of each installment, of equal parts; [0] is paid at once',
  }),
  notes: Nullable(Type.String()),
  attachments: Type.Array(QuoteAttachment),
  total: sumText('items, freight and IPI of what is offered'),
  presentValue: sumText('the total, brought to the day of delivery at the monthly rate'),
  comparableTotal: Nullable(
    sumText('with the reference price for what is not offered; null where a reference is missing'),
  ),
  offered: Type.Integer({ description: 'Lines that are offered' }),
});
export type QuoteAnswer = Static<typeof QuoteAnswer>;

const QuoteSupplier = Type.Object({
  id: Id,
  partner: NamedReference,
  email: Nullable(Type.String({ description: 'Where mails go: his own, or that of the register' })),
  phone: Nullable(Type.String()),
  state: QuoteSupplierState,
  sentAt: Nullable(Instant),
  openedAt: Nullable(Instant),
  seenAt: Nullable(Type.String({ format: 'date-time', description: 'Last visit' })),
  remindedAt: Nullable(Instant),
  declinedAt: Nullable(Instant),
  declineReason: Nullable(Type.String()),
  answer: Nullable(QuoteAnswer),
});

const QuoteAward = Type.Object({ lineId: Id, supplierId: Id });

/** Purchase of lines from suppliers; `missing` are lines that nobody of it offers. */
const QuoteChoice = Type.Object({
  presentValue: sumText('landed, brought to the day of delivery at the monthly rate: what is compared'),
  total: sumText('items, freight and IPI'),
  awards: Type.Array(QuoteAward),
  missing: Type.Array(Id),
});

/** Comparison of the answers (domain/purchase/quotes/comparison.ts). */
const QuoteComparison = Type.Object({
  referenceTotal: Nullable(sumText('null where a reference price is missing')),
  bestOfLines: Type.Array(QuoteAward, { description: 'Several of one line where they are equal' }),
  bestSingle: Nullable(QuoteChoice),
  bestCombination: Nullable(QuoteChoice),
  awarded: Nullable(QuoteChoice),
});

const QuoteOrder = Type.Object({ id: Id, document: Type.String() });

/** Request for quotes (cotação) of one building, with its answers and their comparison. */
export const Quote = Type.Object({
  id: Id,
  document: Type.String(),
  title: Type.String(),
  state: QuoteState,
  company: Type.Object({ ...NamedReference.properties, account: Type.Object({ id: Id }) }),
  building: NamedReference,
  buyer: Nullable(NamedReference),
  deliveryDate: Nullable(IsoDate),
  deliveryPlace: Nullable(Type.String()),
  message: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  deadline: Nullable(Instant),
  monthlyRate: sumText('percent a month that terms are compared with'),
  lines: Type.Array(QuoteLine),
  suppliers: Type.Array(QuoteSupplier),
  attachments: Type.Array(QuoteAttachment),
  awards: Type.Array(QuoteAward),
  justification: Nullable(Type.String()),
  closeReason: Nullable(Type.String()),
  comparison: QuoteComparison,
  orders: Type.Array(QuoteOrder),
  sentAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
});
export type Quote = Static<typeof Quote>;

/** Row of the list (mock 22b). */
export const QuoteSummary = Type.Object({
  id: Id,
  document: Type.String(),
  title: Type.String(),
  state: QuoteState,
  building: NamedReference,
  lineCount: Type.Integer(),
  suppliers: Type.Array(Type.Object({ supplierId: Id, name: Type.String(), state: QuoteSupplierState })),
  answered: Type.Integer(),
  deadline: Nullable(Instant),
  referenceTotal: Nullable(sumText('null where a reference price is missing')),
  bestTotal: Nullable(
    sumText('landed total of the best combination, of the orders once they are made; null without a complete offer'),
  ),
  bestReference: Nullable(sumText('reference of the lines that the best total buys; null where one is missing')),
  orders: Type.Array(QuoteOrder),
  createdAt: Instant,
  version: Version,
});
export type QuoteSummary = Static<typeof QuoteSummary>;

/** Counts of the views of the list, and sums over its filter (mock 22b). */
export const QuoteTotals = Type.Object({
  all: Type.Integer(),
  draft: Type.Integer(),
  waiting: Type.Integer(),
  toDecide: Type.Integer(),
  ordered: Type.Integer(),
  closed: Type.Integer(),
  openReference: sumText('reference of the quotes that are neither ordered nor closed'),
  answeredReference: sumText('of them, reference of those with a best total'),
  answeredBest: sumText('their best totals'),
  saved: sumText("reference less orders, of this year's quotes that were ordered"),
});
export type QuoteTotals = Static<typeof QuoteTotals>;

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const OptionalId = Type.Optional(Nullable(Id));

/**
 * Line of a request; without an id it is new. It names a product, a description, or both: suppliers read the description,
 * which is the name of the product without one.
 */
const LineBody = Type.Object({
  id: OptionalId,
  productId: OptionalId,
  description: Text(1_000),
  /** That in which the product is bought without it; needed without a product. */
  unitId: OptionalId,
  quantity: Quantity,
  costEstimateGroupId: OptionalId,
  /** That of the cost estimate without it; null: none. */
  referencePrice: Type.Optional(Nullable(Quantity)),
});
export type QuoteLineBody = Static<typeof LineBody>;

/**
 * Body to create or change a request. On a change, what is left out stays; `lines` and `suppliers` list all that remain.
 * Once it was sent, what suppliers read of its lines stays (a line in words may still get its product); suppliers who were
 * asked are revoked, not left out; a deadline is only moved, and everybody who was asked is told.
 */
export const QuoteBody = Type.Object({
  document: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 60,
        pattern: '\\S',
        description: 'Number of the request; the next free one ("COT-0001") without it',
        'x-message': 'Informe até 60 caracteres.',
      }),
    ),
  ),
  title: Name(120),
  buildingId: Id,
  buyerId: OptionalId,
  deliveryDate: Type.Optional(Nullable(IsoDate)),
  deliveryPlace: Text(200),
  message: Text(2_000),
  phone: Text(30),
  deadline: Type.Optional(Nullable(Instant)),
  monthlyRate: Type.Optional(Percentage),
  lines: Type.Optional(Type.Array(LineBody, { maxItems: MAX_QUOTE_LINES })),
  suppliers: Type.Optional(
    Type.Array(
      Type.Object({
        partnerId: Id,
        email: Type.Optional(
          Nullable(Type.String({ maxLength: 254, description: 'That of the register without one' })),
        ),
      }),
      { maxItems: MAX_QUOTE_SUPPLIERS },
    ),
  ),
});
export type QuoteBody = Static<typeof QuoteBody>;

export const QuoteUpdate = Type.Object({
  ...QuoteBody.properties,
  title: Type.Optional(QuoteBody.properties.title),
  buildingId: Type.Optional(QuoteBody.properties.buildingId),
  version: Type.Optional(Version),
});
export type QuoteUpdate = Static<typeof QuoteUpdate>;

export const QuoteAwardsBody = Type.Object({
  awards: Type.Array(QuoteAward, { maxItems: MAX_QUOTE_LINES }),
  justification: Text(500),
  version: Type.Optional(Version),
});
export type QuoteAwardsBody = Static<typeof QuoteAwardsBody>;

/** Suppliers that a call is about; all of the request without it. */
export const supplierIds = Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MAX_QUOTE_SUPPLIERS }));

export const QuoteOrders = Type.Object({ quote: Quote, orders: Type.Array(QuoteOrder) });
export type QuoteOrders = Static<typeof QuoteOrders>;
