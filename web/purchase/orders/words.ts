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

/** Word and colour of each state; a canceled order is outlined, for it counts nowhere. */
export const STATES: Readonly<Record<OrderState, { label: string; tone: Tone; forecast?: true }>> = {
  ORDERED: { label: 'Pedido', tone: 'info' },
  PARTIAL: { label: 'Parcial', tone: 'violet' },
  RECEIVED: { label: 'Recebido', tone: 'in' },
  CANCELED: { label: 'Cancelado', tone: 'neutral', forecast: true },
};

/** "NF 15.402"; notas that are received by their NF-e are called so already. */
export const notaName = ({ documentNumber }: { documentNumber: string | null }): string => {
  if (documentNumber === null) return 'nota sem número';
  return /^nf/i.test(documentNumber) ? documentNumber : `NF ${documentNumber}`;
};
/** Words of an order that does not count yet, in place of its state. */
const UNAPPROVED = {
  WAITING: { label: 'Em aprovação', tone: 'warning' },
  REJECTED: { label: 'Reprovado', tone: 'out' },
} as const;

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

/** What is said of where an order stands; of a canceled one, that it is. */
export const standingOf = ({ state, approval }: Standing): { label: string; tone: Tone; forecast?: true } =>
  state === 'CANCELED' || approval === null || approval === 'APPROVED' ? STATES[state] : UNAPPROVED[approval];

/** Whether it may be received now. */
export const isReceivable = (order: Standing): boolean =>
  isOpen(order) && (order.approval === null || order.approval === 'APPROVED');

/** Whether anything of it is still to come. */
export const isOpen = ({ state }: { state: OrderState }): boolean => state === 'ORDERED' || state === 'PARTIAL';
