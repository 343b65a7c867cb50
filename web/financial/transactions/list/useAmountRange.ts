import type { ListQuery } from '#domain/listQuery.ts';
import { filterText, withFilter } from '#web/list/listFilters.ts';
import type { ListState } from '#web/list/useListQuery.ts';
import { useState } from 'react';

type End = 'valueFrom' | 'valueTo';

export interface AmountRange {
  /** Decimal text, '' for none. */
  valueOf: (end: End) => string;
  type: (end: End, value: string) => void;
  commit: () => void;
}

/**
 * The ends of the filter by value while they are typed: the address gets them when the fields are left, or the panel is
 * closed, so that the list is not asked at each key.
 */
export const useAmountRange = ({ query, setQuery }: Pick<ListState, 'query' | 'setQuery'>): AmountRange => {
  const [typed, setTyped] = useState<Partial<Record<End, string>>>({});
  const stored = (end: End): string => filterText(query, end) ?? '';
  const valueOf = (end: End): string => typed[end] ?? stored(end);
  return {
    valueOf,
    type: (end, value) => setTyped((now) => ({ ...now, [end]: value })),
    commit: () => {
      const changed = (['valueFrom', 'valueTo'] as const).filter((end) => valueOf(end) !== stored(end));
      setTyped({});
      if (changed.length === 0) return;
      setQuery((now) => changed.reduce<ListQuery>((next, end) => withFilter(next, end, valueOf(end) || null), now));
    },
  };
};
