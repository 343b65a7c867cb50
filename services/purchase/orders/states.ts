import type { OrderSummary } from '#schema/purchase/orders/orders.rest.ts';

/** States of an order as files name them. */
export const ORDER_STATES: Record<OrderSummary['state'], string> = {
  ORDERED: 'Pedido',
  PARTIAL: 'Recebido em parte',
  RECEIVED: 'Recebido',
  CANCELED: 'Cancelado',
};
