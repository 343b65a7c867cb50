import type { ConfirmBody, OrderConfirmation, ProposeBody } from '#schema/purchase/orders/dispatch.rest.ts';
import { send } from '#web/public/supplier/calls.ts';

/** Address of what a link leads to. */
export const pathOf = (token: string, rest = ''): string =>
  `/api/v1/purchase/order-confirmation/${encodeURIComponent(token)}${rest}`;

/** The calls of one link. */
export const confirmationApi = (token: string) => ({
  open: () => send<OrderConfirmation>(pathOf(token), 'GET'),
  confirm: (body: ConfirmBody) => send<OrderConfirmation>(pathOf(token, '/confirm'), 'POST', body),
  propose: (body: ProposeBody) => send<OrderConfirmation>(pathOf(token, '/propose'), 'POST', body),
});
export type ConfirmationApi = ReturnType<typeof confirmationApi>;

/** The order of a page that takes an answer. */
export type SentOrder = NonNullable<OrderConfirmation['order']>;
