import { filterText } from '#web/list/listFilters.ts';
import type { ListQuery } from '#domain/listQuery.ts';
import type { Wallet } from './useWallets.ts';

/** Views of the list, by the filter `active` of the address (§2): all, 'true', 'false'. */
export const views = [
  { id: '', label: 'Todas' },
  { id: 'true', label: 'Ativas' },
  { id: 'false', label: 'Inativas' },
] as const;
export type View = (typeof views)[number]['id'];

export const viewOf = (query: ListQuery): View =>
  views.find(({ id }) => id === (filterText(query, 'active') ?? ''))?.id ?? '';

export const isShown = ({ active }: Pick<Wallet, 'active'>, view: View): boolean =>
  view === '' || String(active) === view;
