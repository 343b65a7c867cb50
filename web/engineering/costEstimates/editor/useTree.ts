import { codesOf } from '#domain/engineering/estimate/outline.ts';
import { useMemo, useState } from 'react';
import type { Resources } from './composition/readComposition.ts';
import { indexOfKey, type EstimateRow, type Rows } from './model/rows.ts';
import { foldedAt, shownRows, unfolded } from './model/visible.ts';
import { useInnerLines } from './useInnerLines.ts';

/** Which rows the tree shows: stages are folded, compositions opened. */
export const useTree = (id: string, rows: Rows, saved: Rows, resources: Resources) => {
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [level, setShownLevel] = useState<number | null>(null);
  const inner = useInnerLines(id, rows, saved, resources);
  const shown = useMemo(() => shownRows(rows, folded, inner.opened), [rows, folded, inner.opened]);
  return {
    ...{ shown, level },
    isOpen: ({ group, key }: EstimateRow) => (group ? !folded.has(key) : inner.opened.has(key)),
    toggle: (row: EstimateRow) => {
      if (!row.group) return inner.toggle(row);
      setShownLevel(null);
      setFolded((now) =>
        now.has(row.key) ? new Set([...now].filter((key) => key !== row.key)) : new Set([...now, row.key]),
      );
    },
    setLevel: (levels: number) => {
      setShownLevel(levels);
      setFolded(foldedAt(rows, levels));
    },
    /** Unfolds what a row is in, in a list that is not shown yet where rows have just moved. */
    reveal: (index: number, list: Rows = rows) => setFolded((now) => unfolded(list, now, index)),
    codeOf: (key: string) => codesOf(rows)[indexOfKey(rows, key)] ?? '',
  };
};
