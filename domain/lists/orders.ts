import { formatDate } from '../dates.ts';
import type { ListColumn } from './column.ts';

interface Named {
  name: string;
}

type OrderState = 'ORDERED' | 'PARTIAL' | 'RECEIVED' | 'CANCELED';
type Approval = 'WAITING' | 'APPROVED' | 'REJECTED';

/** How far an order is on its way to the supplier. */
export interface DispatchStanding {
  state: 'SENT' | 'OPENED' | 'CONFIRMED' | 'PROPOSED' | 'KEPT';
  mail?: 'WAITING' | 'DELIVERED' | 'FAILED' | null;
  revoked: boolean;
  outdated: boolean;
}

/** What the columns read of an order. */
export interface OrderRow {
  document: string;
  total: string;
  date: string;
  deliveryDate?: string | null;
  state: OrderState;
  approval?: Approval | null;
  late: boolean;
  building: Named;
  supplier: Named;
  items: readonly string[];
  itemCount: number;
  receivedValue: string;
  linesValue: string;
  receivedPercentage: number;
  documentNumbers: readonly string[];
  dispatch?: DispatchStanding | null;
}

export const ORDER_LIST_TITLE = 'Pedidos e notas';

/** What is said of where an order stands. */
export type OrderStanding = OrderState | 'UNAPPROVED' | 'DISAPPROVED';

export const ORDER_STANDINGS: Readonly<Record<OrderStanding, string>> = {
  ORDERED: 'Pedido',
  PARTIAL: 'Parcial',
  RECEIVED: 'Recebido',
  CANCELED: 'Cancelado',
  UNAPPROVED: 'Em aprovação',
  DISAPPROVED: 'Reprovado',
};

/** Of an order that does not count yet, its approval; of a canceled one, that it is. */
export const orderStandingOf = ({ state, approval }: Pick<OrderRow, 'state' | 'approval'>): OrderStanding => {
  if (state === 'CANCELED' || approval == null || approval === 'APPROVED') return state;
  return approval === 'WAITING' ? 'UNAPPROVED' : 'DISAPPROVED';
};

export const DISPATCHES = {
  OUTDATED: 'Confirmou versão anterior',
  CONFIRMED: 'Confirmado',
  PROPOSED: 'Propõe outra data',
  REVOKED: 'Links revogados',
  UNDELIVERED: 'E-mail não entregue',
  KEPT: 'Data mantida',
  OPENED: 'Aberto',
  SENT: 'Enviado',
};

/** How far an order is on its way, as a key of `DISPATCHES`. */
export const dispatchOf = ({ state, revoked, mail, outdated }: DispatchStanding): keyof typeof DISPATCHES => {
  if (outdated && state === 'CONFIRMED') return 'OUTDATED';
  if (state === 'CONFIRMED' || state === 'PROPOSED') return state;
  if (revoked) return 'REVOKED';
  if (mail === 'FAILED') return 'UNDELIVERED';
  return state;
};

/** How far an order is on its way to the supplier, while nothing of it has come. */
export const shownDispatchOf = <Sent>({ dispatch, state }: { dispatch?: Sent | null; state: OrderState }) =>
  dispatch && state === 'ORDERED' ? dispatch : null;

/** "NF 15.402"; notas that are received by their NF-e are called so already. */
export const notaName = ({ documentNumber }: { documentNumber: string | null }): string => {
  if (documentNumber === null) return 'nota sem número';
  return /^nf/i.test(documentNumber) ? documentNumber : `NF ${documentNumber}`;
};

/** "Cimento · Areia média e mais 3": up to ten, which is what the list is told. */
export const itemsText = ({ items, itemCount }: Pick<OrderRow, 'items' | 'itemCount'>): string => {
  const rest = itemCount - items.length;
  return `${items.join(' · ')}${rest > 0 ? ` e mais ${rest}` : ''}`;
};

export const deliveryText = ({ deliveryDate, state }: Pick<OrderRow, 'deliveryDate' | 'state'>): string | null =>
  deliveryDate == null || state === 'CANCELED' ? null : formatDate(deliveryDate);

export const notasText = ({ documentNumbers }: Pick<OrderRow, 'documentNumbers'>): string =>
  documentNumbers.map((documentNumber) => notaName({ documentNumber })).join(' · ');

const dispatchText = (row: OrderRow): string | null => {
  const dispatch = shownDispatchOf(row);
  return dispatch && DISPATCHES[dispatchOf(dispatch)];
};

export const orderColumns: readonly ListColumn<OrderRow>[] = [
  { id: 'document', title: 'Pedido', value: ({ document }) => document },
  { id: 'state', title: 'Situação', value: (row) => ORDER_STANDINGS[orderStandingOf(row)] },
  { id: 'supplierName', title: 'Fornecedor', value: ({ supplier }) => supplier.name },
  { id: 'items', title: 'Itens', value: itemsText },
  { id: 'buildingName', title: 'Obra', value: ({ building }) => building.name },
  { id: 'deliveryDate', title: 'Entrega', value: deliveryText },
  {
    ...{ id: 'receivedPercentage', title: 'Recebido' },
    value: ({ state, receivedPercentage }) => (state === 'CANCELED' ? null : `${receivedPercentage}%`),
  },
  { id: 'documentNumbers', title: 'Nota', value: notasText },
  { id: 'total', title: 'Valor (R$)', kind: 'money', value: ({ total }) => total },
];

/** Columns of the file besides those of the grid. */
export const orderFileColumns: readonly ListColumn<OrderRow>[] = [
  { id: 'date', title: 'Emissão', kind: 'date', value: ({ date }) => date },
  { id: 'dispatch', title: 'Envio', value: dispatchText },
  { id: 'late', title: 'Atrasado', value: ({ late }) => (late ? 'sim' : 'não') },
  { id: 'linesValue', title: 'Itens (R$)', kind: 'money', value: ({ linesValue }) => linesValue },
  { id: 'receivedValue', title: 'Recebido em itens (R$)', kind: 'money', value: ({ receivedValue }) => receivedValue },
];
