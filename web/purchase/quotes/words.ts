import type { QuoteState, QuoteSupplierState } from '#web/generated/purchase.ts';
import type { Noun } from '#web/register/noun.ts';
import type { Tone } from '#web/ui/StatusPill.tsx';

export const QUOTES = '/home/forms/purchase/quotes';
export const ORDERS = '/home/forms/purchase/orders-and-receipts';
export const noun: Noun = { one: 'cotação', many: 'cotações', gender: 'a' };

/** Texts for failures without their own reason. */
export const failures = {
  list: 'Falha para buscar todas as cotações',
  one: 'Falha para buscar cotação',
  save: 'Falha para salvar cotação',
  send: 'Falha para enviar cotação',
  award: 'Falha para guardar a escolha',
  order: 'Falha para gerar pedidos',
  remove: 'Não foi possível excluir a cotação.',
  attach: 'Falha para anexar arquivo',
  file: 'Falha para baixar anexo',
  inputs: 'Falha para buscar o que falta comprar',
};

export const STATES: Readonly<Record<QuoteState, { label: string; tone: Tone; forecast?: true }>> = {
  DRAFT: { label: 'Rascunho', tone: 'neutral', forecast: true },
  WAITING: { label: 'Aguardando', tone: 'info' },
  TO_DECIDE: { label: 'Para decidir', tone: 'warning' },
  ORDERED: { label: 'Pedidos gerados', tone: 'in' },
  CLOSED: { label: 'Sem pedido', tone: 'neutral' },
};

export const SUPPLIER_STATES: Readonly<Record<QuoteSupplierState, string>> = {
  CHOSEN: 'escolhido',
  UNOPENED: 'não aberta',
  OPENED: 'aberta',
  FILLING: 'preenchendo',
  ANSWERED: 'respondida',
  DECLINED: 'recusou',
  REVOKED: 'acesso revogado',
};

/** Whether a supplier was asked and may still answer for the first time. */
export const isPending = ({ state }: { state: QuoteSupplierState }): boolean =>
  state === 'UNOPENED' || state === 'OPENED' || state === 'FILLING';

/** "em 7 dias", "há 4 dias", "hoje". */
export const daysAwayText = (days: number): string => {
  if (days === 0) return 'hoje';
  if (Math.abs(days) === 1) return days > 0 ? 'amanhã' : 'ontem';
  return days > 0 ? `em ${days} dias` : `há ${-days} dias`;
};
