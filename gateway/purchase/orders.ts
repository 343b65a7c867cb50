import { deliveryFileEndpoints } from '#schema/purchase/orders/deliveryFiles.rest.ts';
import { orderDispatchEndpoints } from '#schema/purchase/orders/dispatch.rest.ts';
import { orderEndpoints } from '#schema/purchase/orders/endpoints.ts';
import { orderReturnEndpoints, type ReturnBody } from '#schema/purchase/orders/returns.rest.ts';
import type { OrderCheckBody } from '#schema/purchase/orders/check.rest.ts';
import type { DeliveryBody, OrderBody, OrderLineBody, OrderUpdate } from '#schema/purchase/orders/orders.rest.ts';
import type {
  OrderCheckInput,
  OrderDeliveryInput,
  OrderFilter,
  OrderInput,
  OrderLineInput,
  OrderPaymentInput,
  OrderReceiptInput,
  OrderReturnInput,
  Resolvers,
} from '../generated/resolvers.ts';
import { toId, toOptionalId, toReference } from '../platform/ids.ts';
import { pick, toPageQuery, toPeriod } from '../platform/lists.ts';

const keyOf = ({ companyId, id }: { companyId: string; id: string }) => ({ companyId: toId(companyId), id: toId(id) });

const toFilter = (filter: OrderFilter | null | undefined) => {
  const { from: deliveryFrom, to: deliveryTo } = toPeriod(filter?.deliveryDate);
  return {
    ...pick(filter, ['state', 'open', 'late', 'approval', 'search']),
    building: toOptionalId(filter?.buildingId),
    supplier: toOptionalId(filter?.supplierId),
    ...toPeriod(filter?.date),
    ...(deliveryFrom !== undefined && { deliveryFrom, deliveryTo }),
  };
};

/** A key that was left out stays so; null clears. */
const reference = <Name extends string>(
  name: Name,
  id: string | null | undefined,
): { [K in Name]?: { id: number } | null } =>
  (id === undefined ? {} : { [name]: toReference(id) }) as { [K in Name]?: { id: number } | null };

const toPayment = ({ payAfterBase, payAfterDay, installmentList }: OrderPaymentInput) => ({
  ...(payAfterBase !== undefined && { payAfterBase }),
  ...(payAfterDay !== undefined && { payAfterDay }),
  ...(installmentList && { installmentList: installmentList.map((one) => ({ ...one })) }),
});

const toReceipt = ({ receivedDate, documentNumber, payment }: OrderReceiptInput) => ({
  ...(receivedDate !== undefined && { receivedDate }),
  ...(documentNumber !== undefined && { documentNumber }),
  ...(payment && { payment: toPayment(payment) }),
});

const toLine = ({
  id,
  productId,
  unitId,
  brandId,
  costEstimateGroupId,
  description,
  quantity,
  price,
  ...marks
}: OrderLineInput): OrderLineBody => ({
  ...(id != null && { id: toId(id) }),
  ...{ product: { id: toId(productId) }, quantity, price },
  ...(description !== undefined && { description }),
  ...reference('unit', unitId),
  ...reference('brand', brandId),
  ...reference('costEstimateGroup', costEstimateGroupId),
  ...pick(marks, ['canceled', 'closed', 'received', 'receivedQuantity']),
});

const toBody = (input: OrderInput): Partial<OrderBody> => ({
  ...pick(input, ['type', 'document', 'createdDate', 'shippingRate', 'discount', 'ipi']),
  ...(input.buildingId != null && { building: { id: toId(input.buildingId) } }),
  ...(input.supplierId != null && { supplier: { id: toId(input.supplierId) } }),
  ...reference('category', input.categoryId),
  ...reference('buyer', input.buyerId),
  ...(input.paymentMethod !== undefined && { paymentMethod: input.paymentMethod }),
  ...(input.notes !== undefined && { notes: input.notes }),
  ...(input.ipiAmount !== undefined && { ipiAmount: input.ipiAmount }),
  ...(input.deliveryDate !== undefined && { delivery: { date: input.deliveryDate } }),
  ...(input.requirement && { requirement: { payment: toPayment(input.requirement) } }),
  ...(input.receipt && { receipt: toReceipt(input.receipt) }),
  ...(input.requirementLineList && { requirementLineList: input.requirementLineList.map(toLine) }),
});

const toCheck = (id: string | null | undefined, input: OrderCheckInput): OrderCheckBody => ({
  ...(id != null && { id: toId(id) }),
  ...pick(input, ['shippingRate', 'discount', 'ipi']),
  ...(input.ipiAmount !== undefined && { ipiAmount: input.ipiAmount }),
  ...reference('building', input.buildingId),
  ...reference('supplier', input.supplierId),
  requirementLineList: input.requirementLineList.map(
    ({ id: lineId, productId, unitId, costEstimateGroupId, quantity, price, ...marks }) => ({
      ...(lineId != null && { id: toId(lineId) }),
      ...reference('product', productId),
      ...reference('unit', unitId),
      ...reference('costEstimateGroup', costEstimateGroupId),
      ...{ quantity: quantity ?? null, price: price ?? null },
      ...pick(marks, ['canceled', 'closed']),
    }),
  ),
});

const toDelivery = ({ lines, installmentList, ...rest }: OrderDeliveryInput): DeliveryBody => ({
  ...pick(rest, ['documentNumber', 'emissionDate', 'receivedDate', 'shippingRate', 'ipiValue', 'discount']),
  lines: lines.map(({ lineId, quantity, ...line }) => ({
    ...{ line: { id: toId(lineId) }, quantity },
    ...pick(line, ['price', 'close']),
  })),
  ...(installmentList && { installmentList: installmentList.map((one) => ({ ...one })) }),
});

const toReturn = ({ lines, ...rest }: OrderReturnInput): ReturnBody => ({
  ...pick(rest, ['returnDate', 'documentNumber']),
  reason: rest.reason,
  lines: lines.map(({ lineId, quantity, replaced }) => ({
    ...{ line: { id: toId(lineId) }, quantity },
    ...(replaced != null && { replaced }),
  })),
});

/** REST calls a reference by its row and terms by their place, the input of GraphQL by its own names. */
const fieldNames = (path: string): string =>
  path
    .replace(/(^|\.)(building|supplier|category|buyer|product|unit|brand|costEstimateGroup)(\.id)?$/, '$1$2Id')
    .replace(/^delivery\.date$/, 'deliveryDate')
    .replace(/^requirement\.payment/, 'requirement')
    .replace(/^lines\.(\d+)\.line(\.id)?$/, 'lines.$1.lineId');

/** Orders and receipts: pedidos, notas and what they make. */
export const orders: Resolvers = {
  Query: {
    orders: (_, { companyId, filter, ...page }, { rest }) =>
      rest.call(orderEndpoints.list, {
        params: { companyId: toId(companyId) },
        query: { ...toPageQuery(page), ...toFilter(filter), summarized: true },
      }),
    orderTotals: (_, { companyId, filter }, { rest }) =>
      rest.call(orderEndpoints.totals, { params: { companyId: toId(companyId) }, query: toFilter(filter) }),
    checkOrder: (_, { companyId, id, input }, { rest }) =>
      rest.call(orderEndpoints.check, {
        params: { companyId: toId(companyId) },
        body: toCheck(id, input),
        fieldNames,
      }),
    order: (_, key, { rest }) => rest.call(orderEndpoints.get, { params: keyOf(key) }),
    orderHistory: (_, { companyId, id, ...page }, { rest }) =>
      rest.call(orderEndpoints.history, { params: keyOf({ companyId, id }), query: toPageQuery(page) }),
  },
  Mutation: {
    createOrder: async (_, { companyId, input }, { rest }) => ({
      // Safe cast: the service refuses what is missing at its field.
      order: await rest.call(orderEndpoints.create, {
        params: { companyId: toId(companyId) },
        body: toBody(input) as OrderBody,
        fieldNames,
      }),
    }),
    updateOrder: async (_, { companyId, id, version, input }, { rest }) => ({
      order: await rest.call(orderEndpoints.update, {
        params: { companyId: toId(companyId) },
        body: { ...toBody(input), id: toId(id), version } satisfies OrderUpdate,
        fieldNames,
      }),
    }),
    deleteOrder: async (_, { version, ...key }, { rest }) => {
      await rest.call(orderEndpoints.remove, { params: keyOf(key), query: version == null ? {} : { version } });
      return { id: key.id };
    },
    receiveOrder: async (_, { version, input, ...key }, { rest }) => ({
      order: await rest.call(orderEndpoints.receive, {
        params: keyOf(key),
        body: { ...toDelivery(input), version },
        fieldNames,
      }),
    }),
    decideOrder: async (_, { version, input, ...key }, { rest }) => ({
      order: await rest.call(orderEndpoints.decide, {
        params: keyOf(key),
        body: { version, decision: input.decision, ...pick(input, ['reason']) },
      }),
    }),
    undoOrderDelivery: async (_, { version, deliveryId, ...key }, { rest }) => ({
      order: await rest.call(orderEndpoints.undoDelivery, {
        params: { ...keyOf(key), deliveryId: toId(deliveryId) },
        query: version == null ? {} : { version },
      }),
    }),
    deleteOrderAttachment: async (_, { deliveryId, attachmentId, ...key }, { rest }) => ({
      order: await rest.call(deliveryFileEndpoints.detach, {
        params: { ...keyOf(key), deliveryId: toId(deliveryId), attachmentId: toId(attachmentId) },
      }),
    }),
    sendOrder: async (_, { version, email, phone, message, ...key }, { rest }) => ({
      order: await rest.call(orderDispatchEndpoints.send, {
        params: keyOf(key),
        body: { version, ...pick({ email, phone, message }, ['email', 'phone', 'message']) },
      }),
    }),
    createOrderLink: (_, key, { rest }) => rest.call(orderDispatchEndpoints.link, { params: keyOf(key) }),
    revokeOrderLinks: async (_, key, { rest }) => ({
      order: await rest.call(orderDispatchEndpoints.revoke, { params: keyOf(key) }),
    }),
    decideOrderDate: async (_, { version, decision, ...key }, { rest }) => ({
      order: await rest.call(orderDispatchEndpoints.decide, { params: keyOf(key), body: { version, decision } }),
    }),
    returnOrderGoods: async (_, { version, deliveryId, input, ...key }, { rest }) => ({
      order: await rest.call(orderReturnEndpoints.returnGoods, {
        params: { ...keyOf(key), deliveryId: toId(deliveryId) },
        body: { ...toReturn(input), ...(version != null && { version }) },
        fieldNames,
      }),
    }),
    undoOrderReturn: async (_, { version, returnId, ...key }, { rest }) => ({
      order: await rest.call(orderReturnEndpoints.undoReturn, {
        params: { ...keyOf(key), returnId: toId(returnId) },
        query: version == null ? {} : { version },
      }),
    }),
  },
};
