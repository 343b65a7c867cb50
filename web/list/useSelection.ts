import { toggled } from '#web/client/address.ts';
import { useState } from 'react';
import type { ListState } from './useListQuery.ts';

export interface Selection<Row = unknown> {
  ids: readonly string[];
  /** The selected rows shown since the screen opened, including those of other pages. */
  rows: Row[];
  /** Sets the selection of the shown page; selections on other pages stay. */
  select: (ids: readonly string[]) => void;
  toggle: (id: string) => void;
  set: SetIds;
}

/** Sets chosen ids; a function gets those that are chosen by now, which may be more than what is rendered. */
export type SetIds = (next: readonly string[] | ((now: readonly string[]) => readonly string[])) => void;

const readIds = (text: string | null): string[] => (text ? text.split(',').filter((id) => /^\d+$/.test(id)) : []);

/** Chosen ids, in the address (`sel`), so that back and shared links restore them. */
export const selectedIds = ({ own, setOwn }: ListState): { ids: readonly string[]; set: SetIds } => ({
  ids: readIds(own('sel')),
  set: (next) =>
    setOwn(
      'sel',
      (now) => {
        const ids = typeof next === 'function' ? next(readIds(now)) : next;
        return ids.length > 0 ? ids.join(',') : null;
      },
      'replace',
    ),
});

/** Returns the selection, kept in the address (`sel`), so that back and shared links restore it. */
export const useSelection = <Row extends { id: string }>(list: ListState, shown: readonly Row[]): Selection<Row> => {
  const [seen, setSeen] = useState<{ from: readonly Row[]; rows: ReadonlyMap<string, Row> }>({
    from: [],
    rows: new Map(),
  });
  if (seen.from !== shown) {
    setSeen({ from: shown, rows: new Map([...seen.rows, ...shown.map((row) => [row.id, row] as const)]) });
  }
  const { ids, set } = selectedIds(list);
  const here = new Set(shown.map(({ id }) => id));
  return {
    ids,
    rows: ids.flatMap((id) => seen.rows.get(id) ?? []),
    set,
    select: (chosen) => set((now) => [...now.filter((id) => !here.has(id)), ...chosen]),
    toggle: (id) => set((now) => toggled(now, id)),
  };
};
