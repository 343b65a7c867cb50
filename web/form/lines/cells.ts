import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';

const FIELD = 'input, select, textarea, button[data-cell]';

export interface Cells {
  root: RefObject<HTMLDivElement | null>;
  /** Focuses the field of a cell; without one, the field that adds a line. */
  focus: (key: string | null, column?: string) => void;
  /** The same, after the lines have been rendered anew. */
  focusNext: (key: string | null, column?: string) => void;
  /** Focuses the first button of the rows inside an open line, which bear its key as `data-inside`. */
  focusInside: (key: string) => void;
}

const escaped = (text: string): string => CSS.escape(text);
const lineSelector = (key: string): string => `[data-line="${escaped(key)}"]`;

/** Moves the focus between the cells of a grid of lines: `data-line` marks a line, `data-column` a cell. */
export const useCells = (): Cells => {
  const root = useRef<HTMLDivElement>(null);
  const waiting = useRef<{ key: string | null; column: string | undefined } | null>(null);
  const focus = useCallback((key: string | null, column?: string) => {
    const line = key === null ? null : root.current?.querySelector(lineSelector(key));
    const cell = column === undefined ? line : line?.querySelector(`[data-column="${escaped(column)}"]`);
    const field = (cell ?? line)?.querySelector<HTMLElement>(FIELD) ?? line?.querySelector<HTMLElement>('button');
    const adds = root.current?.querySelector<HTMLElement>('[data-adds] input, [data-adds] button');
    (field ?? adds)?.focus();
  }, []);
  // Without dependencies: the lines are rendered by their form, which this hook does not know. An effect of a render
  // before the change may run after it was asked for, hence a layout effect, and a new line is waited for.
  useLayoutEffect(() => {
    const next = waiting.current;
    if (!next || (next.key !== null && !root.current?.querySelector(lineSelector(next.key)))) return;
    waiting.current = null;
    focus(next.key, next.column);
  });
  const focusNext = useCallback((key: string | null, column?: string) => {
    waiting.current = { key, column };
  }, []);
  const focusInside = useCallback((key: string) => {
    root.current?.querySelector<HTMLElement>(`[data-inside="${escaped(key)}"] button`)?.focus();
  }, []);
  return { root, focus, focusNext, focusInside };
};

export interface CellPlace {
  key: string;
  column: string | undefined;
}

/** Line and column of an element inside a grid. */
export const placeOf = (target: EventTarget | null): CellPlace | null => {
  if (!(target instanceof HTMLElement)) return null;
  const key = target.closest<HTMLElement>('[data-line]')?.dataset.line;
  return key === undefined ? null : { key, column: target.closest<HTMLElement>('[data-column]')?.dataset.column };
};

/** The whole text of a field is selected, as it is when a key has brought the focus there; true outside of a text. */
export const isWholeSelected = (target: EventTarget | null): boolean =>
  !(target instanceof HTMLInputElement) || (target.selectionStart === 0 && target.selectionEnd === target.value.length);

/** An arrow would leave the text of the field at this end; true outside of a text. */
export const isAtEdge = (target: EventTarget | null, edge: 'start' | 'end'): boolean => {
  if (!(target instanceof HTMLInputElement)) return true;
  return edge === 'start' ? target.selectionStart === 0 : target.selectionEnd === target.value.length;
};
