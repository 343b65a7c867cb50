import { Type, type Static } from 'typebox';
import { PURCHASE_ACTIONS, type PurchaseAction } from '#domain/purchase/changes/words.ts';
import { Id, Instant, NamedReference, Nullable } from '../platform/shapes.ts';

/** A field with its values before and after; rows that it refers to by their names of today. */
const ChangedField = Type.Object({
  field: Type.String({
    description:
      'Of an order or a quote document, title, building, supplier, category, buyer, createdDate, deliveryDate, deliveryPlace, deadline, monthlyRate, paymentMethod, shippingRate, discount, ipi, ipiValue, notes, message, email, phone, reason, justification, note, decision, orders; of a nota documentNumber, receivedDate, returnDate, value, accessKey, attachment; of a line product, description, quantity, price, unit, brand, stage, supplier, canceled, closed; of an installment dueDate, grossValue; of a supplier email',
  }),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
});

const PurchaseChangedPart = Type.Object({
  part: Type.Union([
    Type.Literal('DOCUMENT'),
    Type.Literal('LINE'),
    Type.Literal('INSTALLMENT'),
    Type.Literal('SUPPLIER'),
  ]),
  change: Type.Union([Type.Literal('ADDED'), Type.Literal('CHANGED'), Type.Literal('REMOVED')]),
  name: Nullable(Type.String({ description: 'Of a line or a supplier' })),
  number: Nullable(Type.Integer({ description: 'Of an installment' })),
  fields: Type.Array(ChangedField),
});
export type PurchaseChangedPart = Static<typeof PurchaseChangedPart>;

/** One change of an order or a quote, from the history, as far as the reader may see it. */
export const PurchaseChange = Type.Object({
  id: Id,
  at: Instant,
  user: Nullable(NamedReference),
  program: Nullable(Type.String({ description: 'Name of the token of a program that acted for the user' })),
  action: Type.Unsafe<PurchaseAction>(Type.Union(PURCHASE_ACTIONS.map((action) => Type.Literal(action)))),
  parts: Type.Array(PurchaseChangedPart, { description: 'At most 20' }),
  moreParts: Type.Integer({ description: 'Changed parts that are not among them' }),
  hidden: Type.Boolean({ description: 'It is of a building that the reader may not see' }),
});
export type PurchaseChange = Static<typeof PurchaseChange>;
