import { useMemo, useState } from 'react';
import type { GridContext } from './types.ts';

/** Room for the longest sentence: a cell at the right end has none to its right. */
const WIDTH = 270;

export interface CellProblem {
  text: string;
  /** Under the cell, from the corner of the grid. */
  top: number;
  left: number;
}

/** The grid marks a cell that it cannot take and tells why to the pointer alone; this says it below the cell. */
export const useCellProblem = (hostClass: string) => {
  const [problem, setProblem] = useState<CellProblem | null>(null);
  const context = useMemo<GridContext>(
    () => ({
      report: (text, cell) => {
        const host = cell.closest(`.${hostClass}`)?.getBoundingClientRect();
        const { bottom, left } = cell.getBoundingClientRect();
        const at = host && { top: bottom - host.top + 4, left: Math.min(left - host.left, host.width - WIDTH) };
        queueMicrotask(() => setProblem(text !== null && at ? { text, ...at } : null));
      },
    }),
    [hostClass],
  );
  return { problem, context, clear: () => setProblem(null) };
};
