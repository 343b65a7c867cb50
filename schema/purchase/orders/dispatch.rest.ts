import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, Instant, IsoDate, Nullable, Version } from '../../platform/shapes.ts';
import { MAX_DISPATCH_TEXT } from './limits.ts';
import { Order } from './orders.rest.ts';

const EMAIL = Type.String({ maxLength: 254, description: 'E-mail; that of the register without it' });

const one = '/api/v1/purchase/company/:companyId/order/:id';
const ofOrder = Type.Object({ companyId: Id, id: Id });

/** What a mail to the supplier says beside the order. */
const OrderSendBody = Type.Object({
  email: Type.Optional(Nullable(EMAIL)),
  phone: Type.Optional(Nullable(Type.String({ maxLength: 30, description: 'Telephone for questions' }))),
  message: Type.Optional(Nullable(Type.String({ maxLength: MAX_DISPATCH_TEXT }))),
  version: Type.Optional(Version),
});
export type OrderSendBody = Static<typeof OrderSendBody>;

export const OrderDateDecision = Type.Union([
  Type.Literal('ACCEPT', { description: 'It becomes the delivery date, and installments counted from it move along' }),
  Type.Literal('KEEP', { description: 'The delivery date stays, and the supplier is told' }),
  Type.Literal('UNDO', { description: 'Takes an acceptance back: the delivery date is as before' }),
]);
export type OrderDateDecision = Static<typeof OrderDateDecision>;

const OrderDateBody = Type.Object({ decision: OrderDateDecision, version: Type.Optional(Version) });

/** How an order goes to its supplier, and what is decided about the date that he proposes. */
export const orderDispatchEndpoints = {
  send: endpoint({
    method: 'POST',
    path: `${one}/send`,
    summary: 'Mails the order to its supplier: the PDF and a link to confirm it, before anything of it has come',
    params: ofOrder,
    body: OrderSendBody,
    answer: Order,
  }),
  link: endpoint({
    method: 'POST',
    path: `${one}/link`,
    summary: 'Makes a link for the supplier, to be sent by other means; it is answered only now',
    params: ofOrder,
    answer: Type.Object({ order: Order, url: Type.String() }),
  }),
  revoke: endpoint({
    method: 'POST',
    path: `${one}/revoke`,
    summary: 'All links of the order stop working; what the supplier answered stays',
    params: ofOrder,
    answer: Order,
  }),
  decide: endpoint({
    method: 'POST',
    path: `${one}/proposed-date`,
    summary: 'Decides about the delivery date that the supplier proposed',
    params: ofOrder,
    body: OrderDateBody,
    answer: Order,
  }),
};

/** What the link of a supplier leads to. A wrong token answers 404, as a missing one does. */
const OrderConfirmationState = Type.Union([
  Type.Literal('OPEN'),
  Type.Literal('RECEIVED', { description: 'Something of it has come' }),
  Type.Literal('CANCELED'),
  Type.Literal('UNAPPROVED', { description: 'The buyer changed it, and may not order it so yet' }),
  Type.Literal('REVOKED'),
]);

const Amount = (description: string) => Type.String({ description: `Decimal as text: ${description}` });

/**
 * What a supplier sees: the order as it is printed for him, and his own answer. Never a stage, another supplier, what was
 * received, or who wrote what. `order` and `answer` are null unless the state is OPEN.
 */
export const OrderConfirmation = Type.Object({
  state: OrderConfirmationState,
  company: Type.String({ description: 'Name of who buys' }),
  document: Type.String({ description: 'Number of the order' }),
  phone: Nullable(Type.String({ description: 'Telephone for questions' })),
  order: Nullable(
    Type.Object({
      revision: Type.Integer({ description: 'What an answer has read' }),
      changedAt: Nullable(Type.String({ format: 'date-time', description: 'When it was changed after it was sent' })),
      supplier: Type.String(),
      buyer: Nullable(Type.String()),
      building: Type.String(),
      address: Nullable(Type.String({ description: 'Of the building' })),
      message: Nullable(Type.String()),
      createdDate: IsoDate,
      deliveryDate: Nullable(IsoDate),
      lines: Type.Array(
        Type.Object({
          code: Type.String(),
          name: Type.String(),
          description: Nullable(Type.String()),
          brand: Nullable(Type.String()),
          unit: Type.String(),
          quantity: Amount('four places'),
          price: Amount('four places'),
          total: Amount('quantity × price'),
        }),
      ),
      linesValue: Amount('lines'),
      shippingRate: Amount('freight'),
      ipi: Nullable(Amount('percent; null where the amount was named')),
      ipiValue: Amount('IPI'),
      discount: Amount('discount'),
      grossValue: Amount('lines, freight and IPI less discount'),
      paymentMethod: Nullable(Type.String()),
      installments: Type.Array(Type.Object({ dueDate: IsoDate, grossValue: Amount('installment') })),
      notes: Nullable(Type.String()),
    }),
  ),
  answer: Nullable(
    Type.Object({
      type: Type.Union([Type.Literal('CONFIRMED'), Type.Literal('PROPOSED')]),
      at: Instant,
      date: Nullable(IsoDate),
      note: Nullable(Type.String()),
      supplierDocument: Nullable(Type.String()),
      decision: Nullable(Type.Union([Type.Literal('ACCEPTED'), Type.Literal('KEPT')])),
      outdated: Type.Boolean({ description: 'The order was changed after it' }),
    }),
  ),
});
export type OrderConfirmation = Static<typeof OrderConfirmation>;

const revision = Type.Integer({
  minimum: 1,
  description: 'Of the order as it was read; 409 when it was changed since',
});
const note = Type.Optional(Nullable(Type.String({ maxLength: MAX_DISPATCH_TEXT })));

const ConfirmBody = Type.Object({
  revision,
  note,
  supplierDocument: Type.Optional(Nullable(Type.String({ maxLength: 60, description: 'His own number of the order' }))),
});
export type ConfirmBody = Static<typeof ConfirmBody>;

const ProposeBody = Type.Object({ revision, note, date: IsoDate });
export type ProposeBody = Static<typeof ProposeBody>;

const ofToken = Type.Object({ token: Type.String({ minLength: 1, maxLength: 100 }) });
const path = '/api/v1/purchase/order-confirmation/:token';

/** The page of a supplier (`/order-confirmation/:token`); open calls, limited by address and by order. */
export const orderConfirmationEndpoints = {
  get: endpoint({
    method: 'GET',
    path,
    summary: 'The order that a link leads to; opening it is noted',
    params: ofToken,
    answer: OrderConfirmation,
  }),
  print: endpoint({
    method: 'GET',
    path: `${path}/pdf`,
    summary: 'The order that a link leads to, as PDF',
    params: ofToken,
    answer: Type.Unknown(),
    bare: true,
  }),
  confirm: endpoint({
    method: 'POST',
    path: `${path}/confirm`,
    summary: 'Confirms the order with its delivery date; replaces an earlier answer',
    params: ofToken,
    body: ConfirmBody,
    answer: OrderConfirmation,
  }),
  propose: endpoint({
    method: 'POST',
    path: `${path}/propose`,
    summary: 'Proposes another delivery date; replaces an earlier answer',
    params: ofToken,
    body: ProposeBody,
    answer: OrderConfirmation,
  }),
};
