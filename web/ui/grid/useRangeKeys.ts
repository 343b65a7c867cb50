import type { CellKeyDownEvent } from 'ag-grid-community';
import { useRef } from 'react';

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

interface Range {
  /** Row that it began with. */
  from: number;
  /** Row that it has reached. */
  to: number;
}

/** Shift+↓ and Shift+↑ select the rows that the focus passes, and let go of them on the way back. */
export const useRangeKeys = <Row>() => {
  const range = useRef<Range | null>(null);
  return ({ event, api, node, rowIndex }: CellKeyDownEvent<Row>): void => {
    if (!(event instanceof KeyboardEvent) || rowIndex === null || api.getEditingCells().length > 0) return;
    const step = STEPS[event.key];
    if (!event.shiftKey || step === undefined) return;
    const next = api.getDisplayedRowAtIndex(rowIndex + step);
    if (!next) return;
    const from = range.current?.to === rowIndex ? range.current.from : rowIndex;
    range.current = { from, to: rowIndex + step };
    const isOnTheWayBack = Math.abs(rowIndex + step - from) < Math.abs(rowIndex - from);
    api.setNodesSelected({
      nodes: isOnTheWayBack ? [node] : [node, next],
      newValue: !isOnTheWayBack,
      source: 'spaceKey',
    });
  };
};
