import type { GridApi } from 'ag-grid-community';
import { useLayoutEffect, useRef } from 'react';

/** A checkbox, such as that of a selected row, takes no letters. */
const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable="true"]');

/** The dialog or drawer that has the keys instead. */
const isCovered = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * J and K go to the next and the previous row of a grid whose rows open, while nothing is open; Enter opens the row. The
 * first one returns to the row that had the focus last, at the beginning the first row.
 */
export const useRowKeys = <Row>(api: GridApi<Row> | null, opens: boolean, focus: (step: -1 | 0 | 1) => void): void => {
  const current = useRef(focus);
  useLayoutEffect(() => {
    current.current = focus;
  });
  // With the render that has the grid: a key pressed before the effects that follow the paint would be lost.
  useLayoutEffect(() => {
    if (!api || !opens) return undefined;
    const press = (event: KeyboardEvent) => {
      const key = event.key.toLowerCase();
      if ((key !== 'j' && key !== 'k') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || isCovered()) return;
      // Before the grid, which would begin to edit the focused cell with the letter.
      event.preventDefault();
      event.stopPropagation();
      const isInside = api.getFocusedCell() !== null && document.activeElement?.closest('.ag-row') != null;
      current.current(isInside ? (key === 'j' ? 1 : -1) : 0);
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [api, opens]);
};
