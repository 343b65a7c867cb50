import { useMemo, useState } from 'react';
import type { GridContext } from './types.ts';

/** Width in px of the longest sentence; moves the message left for a cell at the right edge. */
const WIDTH = 270;

export interface CellProblem {
  text: string;
  /** Position below the cell, relative to the grid's corner. */
  top: number;
  left: number;
}

/** AG Grid shows why a cell is invalid only on hover; this hook returns the problem to render below the cell. */
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
