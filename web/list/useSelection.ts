import { useState } from 'react';
import type { ListState } from './useListQuery.ts';

export interface Selection<Row = unknown> {
  ids: readonly string[];
  /** The selected rows that were shown since the screen opened; another page's stay selected. */
  rows: Row[];
  /** What is selected on the shown page; selections on other pages stay. */
  select: (ids: readonly string[]) => void;
  toggle: (id: string) => void;
  set: (ids: readonly string[]) => void;
}

const readIds = (text: string | null): string[] => (text ? text.split(',').filter((id) => /^\d+$/.test(id)) : []);

/** The selection, kept in the address (`sel`): going back, or opening the link elsewhere, finds it again. */
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
