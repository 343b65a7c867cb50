import type { OrderState } from '#web/generated/purchase.ts';
import type { Noun } from '#web/register/noun.ts';
import type { StatusPill } from '#web/ui/index.ts';
import type { ComponentProps } from 'react';

export const ORDERS = '/home/forms/purchase/orders-and-receipts';
export const OUTCOME = '/home/forms/transactions/outcome';
export const noun: Noun = { one: 'pedido', many: 'pedidos', gender: 'o' };

/** Texts of §8 for failures without their own reason. */
export const failures = {
  one: 'Falha para buscar pedido',
  save: 'Falha para salvar pedido',
  remove: 'Falha para apagar pedido',
};

export const STATES: Readonly<Record<OrderState, { label: string; tone: ComponentProps<typeof StatusPill>['tone'] }>> =
  {
    ORDERED: { label: 'Pedido', tone: 'info' },
    PARTIAL: { label: 'Parcial', tone: 'violet' },
    RECEIVED: { label: 'Recebido', tone: 'in' },
    CANCELED: { label: 'Cancelado', tone: 'neutral' },
  };
