import { useState } from 'react';
import type { ListState } from './useListQuery.ts';

export interface Selection<Row = unknown> {
  ids: readonly string[];
  /** The selected rows shown since the screen opened, including those of other pages. */
  rows: Row[];
  /** Sets the selection of the shown page; selections on other pages stay. */
  select: (ids: readonly string[]) => void;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
}

const readIds = (text: string | null): string[] => (text ? text.split(',').filter((id) => /^\d+$/.test(id)) : []);

/** Returns the selection, kept in the address (`sel`), so that back and shared links restore it. */
export const useSelection = <Row extends { id: string }>(list: ListState, shown: readonly Row[]): Selection<Row> => {
  const [seen, setSeen] = useState<{ from: readonly Row[]; rows: ReadonlyMap<string, Row> }>({
    from: [],
    rows: new Map(),
  });
  if (seen.from !== shown) {
    setSeen({ from: shown, rows: new Map([...seen.rows, ...shown.map((row) => [row.id, row] as const)]) });
  }
  const ids = readIds(list.own('sel'));
  const set = (next: readonly string[]) => list.setOwn('sel', next.length > 0 ? next.join(',') : null, 'replace');
  const here = new Set(shown.map(({ id }) => id));
  return {
    ids,
    rows: ids.flatMap((id) => seen.rows.get(id) ?? []),
    set,
    select: (chosen) => set([...ids.filter((id) => !here.has(id)), ...chosen]),
    toggle: (id) => set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
  };
};
