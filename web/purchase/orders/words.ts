import { ORDER_STANDINGS, orderStandingOf, type OrderStanding } from '#domain/lists/orders.ts';
import { DELETE_ORDER_FAILED } from '#domain/messages.ts';
import type { ApprovalStatus, OrderState } from '#web/generated/purchase.ts';
import type { Noun } from '#web/register/noun.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';

export const ORDERS = '/home/forms/purchase/orders-and-receipts';
/** Orçado × realizado, for who has ENGINEERING. */
export const STAGES = '/home/forms/engineering/appropriate-overview';
export const OVERVIEW = '/home/forms/purchase/purchase-overview';
export const OUTCOME = '/home/forms/transactions/outcome';
export const noun: Noun = { one: 'pedido', many: 'pedidos', gender: 'o' };

/** Texts for failures without their own reason; that of a deletion is of §8. */
export const failures = {
  list: 'Falha para buscar todos os pedidos',
  one: 'Falha para buscar pedido',
  save: 'Falha para salvar pedido',
  receive: 'Falha para confirmar recebimento',
  undo: 'Falha para desfazer recebimento',
  send: 'Falha para enviar pedido',
  decide: 'Falha para responder ao fornecedor',
  giveBack: 'Falha para registrar devolução',
  undoReturn: 'Falha para desfazer devolução',
  remove: DELETE_ORDER_FAILED,
};

/** Colour of what is said of an order; a canceled one is outlined, for it counts nowhere. */
const LOOKS: Readonly<Record<OrderStanding, { tone: Tone; forecast?: true }>> = {
  ORDERED: { tone: 'info' },
  PARTIAL: { tone: 'violet' },
  RECEIVED: { tone: 'in' },
  CANCELED: { tone: 'neutral', forecast: true },
  UNAPPROVED: { tone: 'warning' },
  DISAPPROVED: { tone: 'out' },
};

interface Standing {
  state: OrderState;
  approval: ApprovalStatus | null;
}

/** State and approval of an order whose approval is known in full. */
export const bothOf = ({
  state,
  approval,
}: {
  state: OrderState;
  approval: { status: ApprovalStatus } | null;
}): Standing => ({ state, approval: approval?.status ?? null });

/** Word and colour of where an order stands. */
export const standingOf = (order: Standing): { label: string; tone: Tone; forecast?: true } => {
  const standing = orderStandingOf(order);
  return { label: ORDER_STANDINGS[standing], ...LOOKS[standing] };
};

/** Whether it may be received now. */
export const isReceivable = (order: Standing): boolean =>
  isOpen(order) && (order.approval === null || order.approval === 'APPROVED');

/** Whether anything of it is still to come. */
export const isOpen = ({ state }: { state: OrderState }): boolean => state === 'ORDERED' || state === 'PARTIAL';
