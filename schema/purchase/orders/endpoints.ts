import { DELETE_ORDER_FAILED } from '#domain/messages.ts';
import { Type } from 'typebox';
import { endpoint } from '../../platform/endpoint.ts';
import { allIdsKey, Id, IsoDate, listKeys, Page, PageWithIds, Version } from '../../platform/shapes.ts';
import { PurchaseChange } from '../history.rest.ts';
import { ApprovalStatus, DecisionBody } from './approval.rest.ts';
import { OrderCheck, OrderCheckBody } from './check.rest.ts';
import { DeliveryBody, Order, OrderBody, OrderState, OrderSummary, OrderTotals, OrderUpdate } from './orders.rest.ts';

const company = Type.Object({ companyId: Id });
const ofOrder = Type.Object({ companyId: Id, id: Id });
const collection = '/api/v1/purchase/company/:companyId/order';

/** Filters that list and totals share. */
const filters = {
  building: Type.Optional(Id),
  supplier: Type.Optional(Id),
  state: Type.Optional(OrderState),
  open: Type.Optional(Type.Boolean({ description: 'Something is to be received: ordered or partial' })),
  late: Type.Optional(Type.Boolean({ description: 'The delivery date is over, and something is missing' })),
  approval: Type.Optional(ApprovalStatus),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
  deliveryFrom: Type.Optional(IsoDate),
  deliveryTo: Type.Optional(IsoDate),
};
const summarized = Type.Optional(Type.Boolean({ description: 'True: lists answer summaries always (§7)' }));
const { building: _, ...ofBuilding } = filters;
const idsOfOrders = Type.Optional(
  Type.String({ maxLength: 12_000, pattern: '^\\d+(,\\d+)*$', description: 'Ids of orders: 1,2,3' }),
);

/** Orders and receipts (§7; domain.md §4). */
export const orderEndpoints = {
  list: endpoint({
    method: 'GET',
    path: collection,
    summary: 'Orders of a company, summarized',
    params: company,
    query: Type.Object({ ...listKeys, ...allIdsKey, ...filters, summarized }),
    answer: PageWithIds(OrderSummary),
    watched: { entity: 'order', places: ['PURCHASE'] },
  }),
  listOfBuilding: endpoint({
    method: 'GET',
    path: `${collection}/building/:buildingId`,
    summary: 'Orders of a building, summarized',
    params: Type.Object({ companyId: Id, buildingId: Id }),
    query: Type.Object({ ...listKeys, ids: idsOfOrders, ...ofBuilding, summarized }),
    answer: Page(OrderSummary),
    watched: { entity: 'order', places: ['PURCHASE'] },
  }),
  totals: endpoint({
    method: 'GET',
    path: `${collection}/totals`,
    summary: 'Counts and sums of orders over a filter',
    params: company,
    query: Type.Object({ search: listKeys.search, ...filters }),
    answer: OrderTotals,
  }),
  get: endpoint({
    method: 'GET',
    path: `${collection}/:id`,
    summary: 'One order with its lines and deliveries',
    params: ofOrder,
    answer: Order,
  }),
  history: endpoint({
    method: 'GET',
    path: `${collection}/:id/history`,
    summary: 'Who changed an order, and what, with before and after; the latest first',
    params: ofOrder,
    query: Type.Object({ page: listKeys.page, size: listKeys.size }),
    answer: Page(PurchaseChange),
  }),
  print: endpoint({
    method: 'GET',
    path: `${collection}/:id/pdf`,
    summary: 'The order as PDF, for its supplier: live lines, charges and payment',
    params: ofOrder,
    answer: Type.Unknown(),
    bare: true,
  }),
  check: endpoint({
    method: 'POST',
    path: `${collection}/check`,
    summary:
      'What is known about an order before it is saved: prices beside its lines, and warnings; nothing is written',
    params: company,
    body: OrderCheckBody,
    answer: OrderCheck,
  }),
  create: endpoint({
    method: 'POST',
    path: collection,
    summary: 'Creates an order',
    params: company,
    body: OrderBody,
    answer: Order,
  }),
  update: endpoint({
    method: 'PUT',
    path: collection,
    summary: 'Changes the order whose id is in the body',
    params: company,
    body: OrderUpdate,
    echo: Order,
    answer: Order,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: `${collection}/:id`,
    summary: 'Deletes an order with its deliveries and their expense, while nothing of it is paid',
    params: ofOrder,
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Type.Object({ id: Id }),
    failure: DELETE_ORDER_FAILED,
  }),
  decide: endpoint({
    method: 'POST',
    path: `${collection}/:id/approval`,
    summary: 'Approves or rejects an order that waits for approval',
    params: ofOrder,
    body: DecisionBody,
    answer: Order,
  }),
  receive: endpoint({
    method: 'POST',
    path: `${collection}/:id/deliveries`,
    summary: 'Receives a delivery (nota): makes or updates the one expense of the order',
    params: ofOrder,
    body: DeliveryBody,
    answer: Order,
  }),
  undoDelivery: endpoint({
    method: 'DELETE',
    path: `${collection}/:id/deliveries/:deliveryId`,
    summary: 'Undoes a delivery, while nothing of the expense is paid',
    params: Type.Object({ companyId: Id, id: Id, deliveryId: Id }),
    query: Type.Object({ version: Type.Optional(Version) }),
    answer: Order,
  }),
};
