import type { GridApi } from 'ag-grid-community';
import { useEffect, useRef } from 'react';

const apply = (api: GridApi, selected: readonly string[]) => {
  const wanted = new Set(selected);
  api.forEachNode((node) => {
    if (node.id !== undefined && node.isSelected() !== wanted.has(node.id))
      node.setSelected(wanted.has(node.id), false, 'api');
  });
};

const keyOf = (ids: readonly string[]): string => [...ids].sort().join(',');

/**
 * Selects the rows that the screen says. What the grid itself has told the screen comes back a moment later, when a held key may
 * have selected more: that is not applied. Returns what the grid has to call with the selection that it tells.
 */
export const useSelectedRows = <Row>(
  api: GridApi<Row> | null,
  selected: readonly string[] | undefined,
  rows: readonly Row[],
): ((ids: readonly string[]) => void) => {
  /** Selections that were told and have not come back, the oldest first. */
  const told = useRef<string[]>([]);
  /** What the screen said last: it says the same at each of its renders. */
  const said = useRef('');
  useEffect(() => {
    if (!api || !selected) return;
    const key = keyOf(selected.filter((id) => api.getRowNode(id) !== undefined));
    const place = told.current.indexOf(key);
    const isOnItsWay = place >= 0 || (key === said.current && told.current.length > 0);
    said.current = key;
    if (isOnItsWay) {
      told.current = told.current.slice(place + 1);
      return;
    }
    told.current = [];
    apply(api, selected);
  }, [api, selected, rows]);
  return (ids) => {
    told.current.push(keyOf(ids));
  };
};
