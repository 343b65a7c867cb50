import { Type, type Static } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { Id, IsoDate, Name, Nullable, Reference, Version } from '../../platform/shapes.ts';
import { Quantity } from '../amounts.ts';
import { MAX_ORDER_LINES, Order } from './orders.rest.ts';

/**
 * A return of part of one delivery, at most what it brought and has not gone back. What the supplier replaces is missing again;
 * the rest is no longer expected. Its landed value leaves the open installments of the expense: those of the nota, the latest
 * first.
 */
export const ReturnBody = Type.Object({
  returnDate: Type.Optional(Nullable(IsoDate)),
  documentNumber: Type.Optional(Nullable(Type.String({ maxLength: 60, description: 'Of the nota de devolução' }))),
  reason: Name(500),
  lines: Type.Array(
    Type.Object({
      line: Reference,
      quantity: Quantity,
      replaced: Type.Optional(
        Type.Boolean({ description: 'The supplier sends it again, else it does not come any more; true without it' }),
      ),
    }),
    { minItems: 1, maxItems: MAX_ORDER_LINES },
  ),
  version: Type.Optional(Version),
});
export type ReturnBody = Static<typeof ReturnBody>;

const order = '/api/v1/purchase/company/:companyId/order/:id';

/** Goods that go back to their supplier (domain.md §4). */
export const orderReturnEndpoints = {
  returnGoods: endpoint({
    method: 'POST',
    path: `${order}/deliveries/:deliveryId/returns`,
    summary: 'Returns goods of a delivery: lowers what was received, and the open installments of the expense',
    params: Type.Object({ companyId: Id, id: Id, deliveryId: Id }),
    body: ReturnBody,
    answer: Order,
  }),
  undoReturn: endpoint({
    method: 'DELETE',
    path: `${order}/returns/:returnId`,
    summary: 'Undoes a return, unless what it returned has been replaced',
    params: Type.Object({ companyId: Id, id: Id, returnId: Id }),
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Order,
  }),
};
