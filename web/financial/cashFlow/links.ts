import { stringifyListQuery, type ListFilter } from '#domain/listQuery.ts';
import { addDays, type IsoDate } from '#domain/dates.ts';
import type { AddressChanges } from '#web/client/address.ts';
import { ALL_BUILDINGS } from '#web/list/buildingFilter.ts';
import { findRoute } from '#web/session/routes.ts';
import type { MovementState, TransactionType } from '#web/generated/financial.ts';

export const cashFlowPath = '/home/forms/transactions/cashflow';
const listPaths: Record<TransactionType, string> = {
  DEBIT: '/home/forms/transactions/outcome',
  CREDIT: '/home/forms/transactions/income',
};

const installmentPaths: Record<TransactionType, string> = {
  DEBIT: '/home/forms/transactions/debit-installments',
  CREDIT: '/home/forms/transactions/credit-installments',
};

/** The movements of a figure, as keys of the cash flow's address. */
export interface MovementQuestion {
  from: IsoDate;
  /** Inclusive. */
  to: IsoDate;
  type?: TransactionType | undefined;
  state?: MovementState | undefined;
  /** 'none' means transactions without a category. */
  category?: string | undefined;
  partner?: string | undefined;
}

const keys = {
  from: 'listFrom',
  to: 'listTo',
  type: 'listType',
  state: 'listState',
  category: 'listCategory',
  partner: 'listPartner',
} as const;
export const movementKeys: readonly string[] = Object.values(keys);

const isType = (text: string | null): text is TransactionType => text === 'CREDIT' || text === 'DEBIT';
const isState = (text: string | null): text is MovementState =>
  text === 'PAID' || text === 'FORECAST' || text === 'OVERDUE' || text === 'UPCOMING' || text === 'COMMITTED';

/** Reads the movements from an address; returns null when it has none. */
export const readMovements = (params: URLSearchParams): MovementQuestion | null => {
  const [from, to] = [params.get(keys.from), params.get(keys.to)];
  if (!from || !to) return null;
  const [type, state] = [params.get(keys.type), params.get(keys.state)];
  return {
    from,
    to,
    ...(isType(type) ? { type } : {}),
    ...(isState(state) ? { state } : {}),
    category: params.get(keys.category) ?? undefined,
    partner: params.get(keys.partner) ?? undefined,
  };
};

/** The keys of the address with the movements, or without them (null). */
export const movementChanges = (question: MovementQuestion | null): AddressChanges =>
  Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [key, question?.[name as keyof MovementQuestion] ?? null]),
  );

/**
 * Returns the address of the cash flow with the movements open; figures on other screens link to it. Without
 * `buildingId` the building of the place applies.
 */
export const movementsLink = (question: MovementQuestion, buildingId?: string): string => {
  const params = new URLSearchParams(buildingId ? { building: buildingId } : {});
  for (const [key, value] of Object.entries(movementChanges(question))) if (value !== null) params.set(key, value);
  return `${cashFlowPath}?${params}`;
};

const ORDERS = '/home/forms/purchase/orders-and-receipts';

/** What a movement came from: a transaction, or an order that no nota has replaced. */
interface Origin {
  type: TransactionType;
  transactionId?: string | null | undefined;
  orderId?: string | null | undefined;
}

/** Returns the address of the transaction or order behind a movement; null while its screen does not exist. */
export const originLink = ({ type, transactionId, orderId }: Origin): string | null => {
  const [path, id] = orderId ? [ORDERS, orderId] : [listPaths[type], transactionId];
  return id && findRoute(path) ? `${path}?id=${id}` : null;
};

/** "Pedido PC-0012"; null for an installment. */
export const orderText = ({ orderDocument }: { orderDocument?: string | null | undefined }): string | null =>
  orderDocument ? `Pedido ${orderDocument}` : null;

export interface ListBehind {
  address: string;
  /** "Despesas", "Receitas beta" */
  title: string;
  /** True when the list shows whole transactions, so that its total may differ from the figure. */
  whole: boolean;
}

/**
 * Returns the list that matches a figure, with the same filters. Overdue figures match a list of installments to the
 * cent (for a building, its shares); other figures count by payment date and link to a list of transactions. What orders
 * commit is in no such list.
 */
export const listBehind = (
  type: TransactionType,
  question: MovementQuestion,
  place: { buildingId: string | null; walletId: string | null; allBuildings?: boolean },
): ListBehind | null => {
  const { from, to, state, category, partner } = question;
  // Figures of all buildings lead to a list of all of them, whichever one is chosen in the menu.
  const building = place.allBuildings === true ? ALL_BUILDINGS : place.buildingId;
  if (state === 'COMMITTED') return null;
  const exact = state === 'OVERDUE' && [category, partner].every((id) => id !== 'none');
  const route = findRoute((exact ? installmentPaths : listPaths)[type]);
  if (!route) return null;
  const isOpen = state === 'FORECAST' || state === 'UPCOMING';
  const filters: ListFilter[] = [
    ...(isOpen ? [{ id: 'dueDate', value: { start: from, end: addDays(to, 1) } }] : []),
    ...(state === 'OVERDUE' ? [{ id: 'status', value: 'OVERDUE' }] : []),
    ...(category && category !== 'none' ? [{ id: 'category', value: category }] : []),
    ...(partner && partner !== 'none' ? [{ id: 'partner', value: partner }] : []),
    ...(building === null ? [] : [{ id: 'building', value: building }]),
    ...(place.walletId && !isOpen ? [{ id: 'bank', value: place.walletId }] : []),
  ];
  return { address: `${route.path}?${stringifyListQuery({ filters, sort: [] })}`, title: route.title, whole: !exact };
};
