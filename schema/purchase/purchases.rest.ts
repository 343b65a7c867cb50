import { Type, type Static } from 'typebox';
import { endpoint } from '../platform/endpoint.ts';
import { Decimal, Id, IsoDate, listKeys, NamedReference, Nullable, Page } from '../platform/shapes.ts';

/** A line of a nota that was received: what was bought of a product, less what went back. */
export const Purchase = Type.Object({
  id: Type.String({ description: 'Key among all purchases: ids of the delivery and of the line' }),
  date: Type.String({ format: 'date', description: 'Day of the receipt' }),
  order: Type.Object({ id: Id, document: Type.String() }),
  documentNumber: Nullable(Type.String({ description: 'Of the nota' })),
  supplier: NamedReference,
  building: NamedReference,
  product: Type.Object({ id: Id, code: Type.String(), name: Type.String() }),
  quantity: Type.String({ description: 'In the unit that it was bought in, less what went back; four places' }),
  unit: Type.String({ description: 'Acronym of that unit' }),
  value: Type.String({ description: 'Landed: with its share of freight, IPI and discount; two places' }),
  price: Type.String({ description: 'value ÷ quantity, four places half-even' }),
});
export type Purchase = Static<typeof Purchase>;

export const PurchasePage = Type.Object({
  ...Page(Purchase).properties,
  total: Type.Intersect([Decimal], { description: 'Landed value of all that match' }),
  products: Type.Integer({ description: 'Number of products among them' }),
});
export type PurchasePage = Static<typeof PurchasePage>;

const query = Type.Object({
  page: listKeys.page,
  size: listKeys.size,
  sort: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'date, product, supplier, building, document or value; ":desc" turns it',
    }),
  ),
  search: Type.Optional(Type.String({ maxLength: 100, description: 'Words of the product, in any order' })),
  product: Type.Optional(Id),
  supplier: Type.Optional(Id),
  building: Type.Optional(Id),
  from: Type.Optional(IsoDate),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day, included' })),
});
export type PurchasesQuery = Static<typeof query>;

export const purchaseEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/purchase/company/:companyId/purchases',
    summary: 'Lines of received notas, newest first, with their landed value',
    replica: true,
    params: Type.Object({ companyId: Id }),
    query,
    answer: PurchasePage,
  }),
};
