import { inPurchaseUnit } from '#domain/engineering/purchaseOverview/figures.ts';
import type { ListQuery } from '#domain/listQuery.ts';
import type { PurchaseOverviewFilter, PurchaseState } from '#web/generated/purchase.ts';
import { filterText, isId, oneOf, sentOf, specs, type FilterSpecs } from '#web/list/listFilters.ts';
import type { Row } from './rows.ts';

export const STATE_WORDS: Readonly<Record<PurchaseState, string>> = {
  OPEN: 'com saldo',
  COMPLETE: 'completo',
  EXCEEDED: 'excedido',
  OUTSIDE: 'fora do orçamento',
};
const isState = (text: string): text is PurchaseState => Object.hasOwn(STATE_WORDS, text);

/** Inputs without a group. */
export const NO_GROUP = '-1';

/** Keys of the address: filters, and how the columns are shown. */
export const filters: FilterSpecs = {
  search: specs.search,
  building: specs.choice('Obra'),
  group: { label: 'Grupo', reads: (text) => text === NO_GROUP || isId(text) },
  moving: { label: 'Só com pedido ou saldo', reads: oneOf('true') },
  state: {
    label: 'Situação',
    reads: isState,
    shows: (text) => (isState(text) ? STATE_WORDS[text] : text),
  },
  show: { label: 'Colunas', reads: oneOf('quantity', 'value') },
  unit: { label: 'Unidade', reads: oneOf('purchase') },
};

export type Shown = 'quantity' | 'value' | 'both';

/** How the address asks for the columns. */
export const shownOf = (query: ListQuery): Shown => {
  const { show } = sentOf(query, filters, ['show']);
  return show === 'quantity' || show === 'value' ? show : 'both';
};

/** Quantities in the unit that each input is bought in. */
export const inPurchaseUnits = (query: ListQuery): boolean => filterText(query, 'unit') === 'purchase';

/** What the services narrow by. */
export const filterOf = (query: ListQuery): PurchaseOverviewFilter => {
  const { search, group, moving, state } = sentOf(query, filters, ['search', 'group', 'moving', 'state']);
  return {
    ...(search !== undefined && { search }),
    ...(group !== undefined && { groupId: group }),
    ...(moving !== undefined && { moving: true }),
    ...(state !== undefined && isState(state) && { state }),
  };
};

/** Filters that clearing takes away; the obra and the columns stay. */
export const NARROWING = ['search', 'group', 'moving', 'state'];

/** A quantity of a row as it is shown: in its own unit, or in the one that it is bought in. */
export const quantityIn = (row: Row, quantity: string | null, purchase: boolean): string | null =>
  purchase && quantity !== null && row.purchaseUnit && row.purchaseFactor
    ? inPurchaseUnit(quantity, row.purchaseFactor)
    : quantity;

export const unitIn = (row: Row, purchase: boolean): string =>
  ((purchase ? row.purchaseUnit : null) ?? row.unit)?.acronyms ?? '';
