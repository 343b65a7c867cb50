import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import {
  DECIMAL_FORMAT,
  Decimal,
  Id,
  IsoDate,
  NamedReference,
  Nullable,
  Reference,
  Version,
} from '../../platform/shapes.ts';
import { Order } from '../orders/orders.rest.ts';

/** Items of one NF-e. */
const MAX_ITEMS = 990;

const ItemNumber = Type.Integer({
  minimum: 1,
  maximum: MAX_ITEMS,
  description: 'Number of an item of the nota (nItem)',
});

/** Something that the nota is checked for, in words. A failed one that blocks keeps the nota from being received. */
const InvoiceCheck = Type.Object({
  code: Type.Union([
    Type.Literal('RECEIVER'),
    Type.Literal('KEY'),
    Type.Literal('SUPPLIER'),
    Type.Literal('TOTAL'),
    Type.Literal('INSTALLMENTS'),
  ]),
  ok: Type.Boolean(),
  blocks: Type.Boolean(),
  text: Type.String(),
});
export type InvoiceCheck = Static<typeof InvoiceCheck>;

const InvoiceItem = Type.Object({
  number: ItemNumber,
  code: Type.String({ description: "The supplier's own" }),
  ean: Nullable(Type.String()),
  name: Type.String(),
  ncm: Nullable(Type.String()),
  unit: Type.String(),
  quantity: Type.String({ description: 'Decimal as text, as the nota has it' }),
  unitPrice: Type.String({ description: 'Decimal as text, as the nota has it' }),
  value: Decimal,
  discount: Decimal,
  counts: Type.Boolean({ description: 'False: its value is no part of the total' }),
});

const Invoice = Type.Object({
  accessKey: Type.String(),
  number: Type.String(),
  series: Type.String(),
  emissionDate: IsoDate,
  operation: Type.String(),
  issuer: Type.Object({
    taxId: Type.String(),
    name: Type.String(),
    tradeName: Nullable(Type.String()),
    street: Nullable(Type.String()),
    streetNumber: Nullable(Type.String()),
    district: Nullable(Type.String()),
    city: Nullable(Type.String()),
    state: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    phone: Nullable(Type.String()),
  }),
  receiver: Type.Object({ taxId: Nullable(Type.String()), name: Type.String() }),
  orderNumbers: Type.Array(Type.String(), { description: "Numbers of the buyer's orders that the nota names (xPed)" }),
  items: Type.Array(InvoiceItem),
  productsValue: Type.String({ description: 'Decimal as text: products and services' }),
  shippingRate: Type.String({ description: 'Decimal as text: freight, insurance and other charges' }),
  ipiValue: Type.String({ description: 'Decimal as text: IPI and the other taxes that add to the total' }),
  discount: Decimal,
  value: Type.String({ description: 'Decimal as text: value of the nota (vNF)' }),
  installmentList: Type.Array(Type.Object({ dueDate: Nullable(IsoDate), grossValue: Decimal }), {
    description: 'Its duplicatas; empty where it has none',
  }),
  notes: Nullable(Type.String()),
});

/** An open order of the supplier that the nota may be of. */
const CandidateOrder = Type.Object({
  id: Id,
  document: Type.String(),
  building: NamedReference,
  supplier: NamedReference,
  date: IsoDate,
  grossValue: Decimal,
  missingValue: Type.String({ description: 'Decimal as text: what has not come of it' }),
  named: Type.Boolean({ description: 'The nota names it' }),
  matchedItems: Type.Integer({ description: 'Items of the nota that have a line in it' }),
});

const DifferenceCode = Type.Union([
  Type.Literal('PRICE_ABOVE'),
  Type.Literal('PRICE_BELOW'),
  Type.Literal('OVER_QUANTITY'),
  Type.Literal('SHORT'),
  Type.Literal('NOT_ORDERED'),
  Type.Literal('UNIT_UNKNOWN'),
]);

/** A difference with its figures, null where they do not concern it, and in words. */
const InvoiceDifference = Type.Object({
  code: DifferenceCode,
  percent: Nullable(Type.String({ description: 'Decimal as text, two places: of the price against the ordered one' })),
  amount: Nullable(Type.String({ description: 'Decimal as text: in reais, at the quantity of the nota' })),
  quantity: Nullable(Type.String({ description: 'Decimal as text: too much, or still missing' })),
  needsReason: Type.Boolean({ description: 'It is received only with a reason' }),
  text: Type.String(),
});
export type InvoiceDifference = Static<typeof InvoiceDifference>;

const ProposedItem = Type.Object({
  number: ItemNumber,
  line: Nullable(Reference),
  match: Nullable(
    Type.Union([Type.Literal('REMEMBERED'), Type.Literal('CODE'), Type.Literal('NAME')], {
      description: 'How its line was found: as in an earlier nota, by code, by name',
    }),
  ),
  similarity: Nullable(Type.Integer({ description: 'Percent of the words, of a match by name' })),
  factor: Nullable(Type.String({ description: 'Decimal as text: units of the line in one unit of the nota' })),
  factorOrigin: Nullable(
    Type.Union([Type.Literal('REMEMBERED'), Type.Literal('SAME'), Type.Literal('INVOICE'), Type.Literal('KNOWN')]),
  ),
  quantity: Nullable(Type.String({ description: 'Decimal as text, in the unit of the line' })),
  differences: Type.Array(InvoiceDifference),
});

/** Three-way check of a line: ordered, received before, missing, and what the nota brings. */
const ProposedLine = Type.Object({
  line: Reference,
  product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  unit: Type.String(),
  orderedQuantity: Decimal,
  receivedQuantity: Decimal,
  missingQuantity: Decimal,
  orderedPrice: Decimal,
  items: Type.Array(ItemNumber, { description: 'Items of the nota that are of it' }),
  quantity: Type.String({ description: 'Decimal as text: now, in the unit of the line' }),
  price: Type.String({ description: 'Decimal as text: of the nota; less its discount where the order has none' }),
  value: Type.String({ description: 'Decimal as text: quantity × price' }),
  percent: Nullable(Type.String({ description: 'Decimal as text: price of the nota against the ordered one' })),
  amount: Type.String({ description: 'Decimal as text: the same in reais' }),
  differences: Type.Array(InvoiceDifference),
});

/** What would be received of the chosen order. Items without line or factor are not in the figures of lines. */
const ProposedReceipt = Type.Object({
  id: Id,
  document: Type.String(),
  version: Version,
  building: NamedReference,
  supplier: NamedReference,
  items: Type.Array(ProposedItem),
  lines: Type.Array(ProposedLine),
  unmatchedLines: Type.Array(
    Type.Object({
      line: Reference,
      product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
      unit: Type.String(),
      missingQuantity: Decimal,
      orderedPrice: Decimal,
    }),
    { description: 'Open lines that no item is of' },
  ),
  shippingRate: Decimal,
  ipiValue: Decimal,
  discount: Decimal,
  value: Decimal,
});

export const InvoiceProposal = Type.Object({
  invoice: Invoice,
  checks: Type.Array(InvoiceCheck),
  supplier: Nullable(NamedReference),
  orders: Type.Array(CandidateOrder, { description: 'Open orders of the supplier, the likeliest first; at most 20' }),
  order: Nullable(ProposedReceipt),
});
export type InvoiceProposal = Static<typeof InvoiceProposal>;

/** What becomes of an item: a line, or nothing of the order, for a reason. Nothing of its figures is taken from the caller. */
const ItemChoice = Type.Object({
  number: ItemNumber,
  line: Type.Optional(Nullable(Reference)),
  factor: Type.Optional(
    Nullable(
      Type.String({
        format: DECIMAL_FORMAT,
        pattern: '^\\d{1,9}(\\.\\d{1,9})?$',
        description: 'Decimal as text: units of the line in one unit of the nota; without it, the one that is known',
        'x-message': 'Informe um fator maior que zero, com até 9 casas.',
      }),
    ),
  ),
  reason: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 500,
        description: 'Why its differences are accepted, or why it is no item of the order',
      }),
    ),
  ),
  close: Type.Optional(Type.Boolean({ description: 'What is still missing of its line will not come any more' })),
});

export const InvoiceDeliveryBody = Type.Object({
  version: Type.Optional(Version),
  receivedDate: Type.Optional(Nullable(IsoDate)),
  items: Type.Array(ItemChoice, { minItems: 1, maxItems: MAX_ITEMS, description: 'Every item of the nota, once' }),
});
export type InvoiceDeliveryBody = Static<typeof InvoiceDeliveryBody>;

const purchase = '/api/v1/purchase/company/:companyId';

/** Invoices (NF-e) of orders: read, and received (domain.md §3, §4; docs/decisions/0060). */
export const orderInvoiceEndpoints = {
  propose: endpoint({
    method: 'POST',
    path: `${purchase}/order-invoice`,
    summary: 'What an NF-e (XML in part "file", up to 2 MB) says, and what would be received by it; nothing is stored',
    failure: 'Falha para ler a nota',
    params: Type.Object({ companyId: Id }),
    query: Type.Object({ orderId: Type.Optional(Id) }),
    bodyKind: 'multipart',
    answer: InvoiceProposal,
  }),
  receive: endpoint({
    method: 'POST',
    path: `${purchase}/order/:id/invoice-delivery`,
    summary: 'Receives a delivery by its NF-e: multipart with parts "delivery" (JSON) and "file" (XML, up to 2 MB)',
    failure: 'Falha para receber a nota',
    params: Type.Object({ companyId: Id, id: Id }),
    body: InvoiceDeliveryBody,
    multipart: { json: 'delivery', file: 'file' },
    answer: Order,
  }),
  download: endpoint({
    method: 'GET',
    path: `${purchase}/order/:id/deliveries/:deliveryId/invoice`,
    summary: 'XML of the NF-e that a delivery was received by',
    params: Type.Object({ companyId: Id, id: Id, deliveryId: Id }),
    answer: Type.Unknown(),
    bare: true,
  }),
};
