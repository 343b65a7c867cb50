import type { KeyboardEvent } from 'react';
import { isAtEdge, isWholeSelected, placeOf, type Cells } from './cells.ts';
import type { LineGridProps } from './columns.ts';

/** The lines with one of them a place further up (-1) or down (1). */
export const moved = <Line>(lines: readonly Line[], index: number, by: 1 | -1): readonly Line[] => {
  const other = lines[index + by];
  const line = lines[index];
  if (line === undefined || other === undefined) return lines;
  const next = [...lines];
  next[index] = other;
  next[index + by] = line;
  return next;
};

/**
 * Keys of a grid of lines. Enter goes down the column and from the last line to the field that adds one, Shift+Enter up;
 * Tab goes across by itself. Ctrl+D repeats the cell above, Alt+Up and Alt+Down move a line, Delete removes it unless a
 * part of the text is being edited, Right and Left open and close it, Right goes on to what can be opened inside,
 * Ctrl+Enter follows it, Ctrl+Z undoes.
 */
export const useLineKeys = <Line>(props: LineGridProps<Line>, cells: Cells) => {
  const { lines, keyOf, columns, readOnly, nested, onChange } = props;

  const stepped = (index: number, column: string | undefined, by: 1 | -1): void => {
    const next = lines[index + by];
    if (next !== undefined) cells.focus(keyOf(next), column);
    else if (by === 1) cells.focus(null);
  };
  const repeat = (index: number, column: string | undefined): void => {
    const [line, above] = [lines[index], lines[index - 1]];
    const described = columns.find(({ id }) => id === column);
    if (line === undefined || above === undefined || !described?.repeat) return;
    const next = described.repeat(line, above);
    onChange(lines.map((one) => (one === line ? next : one)));
    cells.focusNext(keyOf(line), column);
  };
  const move = (index: number, column: string | undefined, by: 1 | -1): void => {
    const line = lines[index];
    if (line === undefined || lines[index + by] === undefined) return;
    onChange(moved(lines, index, by));
    cells.focusNext(keyOf(line), column);
  };
  const remove = (index: number, column?: string): void => {
    const line = lines[index];
    if (line === undefined) return;
    const next = lines[index + 1] ?? lines[index - 1];
    cells.focusNext(next === undefined ? null : keyOf(next), column);
    props.onRemove(line, index);
  };

  /** What a key does on a line; undefined where it does nothing of its own. */
  const actionOf = (event: KeyboardEvent, index: number, column: string | undefined): (() => void) | undefined => {
    const line = lines[index];
    if (line === undefined) return undefined;
    const { key, altKey, shiftKey } = event;
    const control = event.ctrlKey || event.metaKey;
    if (key === 'Enter' && control) return props.onFollow && (() => props.onFollow?.(line));
    if (key === 'Enter' && event.target instanceof HTMLInputElement)
      return () => stepped(index, column, shiftKey ? -1 : 1);
    if (nested?.has(line) && key === 'ArrowRight' && isAtEdge(event.target, 'end')) {
      if (!nested.open.has(keyOf(line))) return () => nested.setOpen(keyOf(line), true);
      return () => cells.focusInside(keyOf(line));
    }
    if (nested?.has(line) && key === 'ArrowLeft' && isAtEdge(event.target, 'start') && nested.open.has(keyOf(line)))
      return () => nested.setOpen(keyOf(line), false);
    if (!control && !altKey && key === 'ArrowDown') return () => stepped(index, column, 1);
    if (!control && !altKey && key === 'ArrowUp') return () => stepped(index, column, -1);
    if (readOnly) return undefined;
    if (control && key.toLowerCase() === 'd') return () => repeat(index, column);
    if (altKey && key === 'ArrowUp') return () => move(index, column, -1);
    if (altKey && key === 'ArrowDown') return () => move(index, column, 1);
    if (key === 'Delete' && (control || isWholeSelected(event.target))) return () => remove(index, column);
    return undefined;
  };

  const undoOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (readOnly || !(event.ctrlKey || event.metaKey)) return undefined;
    const key = event.key.toLowerCase();
    if (key === 'z') return event.shiftKey ? props.onRedo : props.onUndo;
    return key === 'y' ? props.onRedo : undefined;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Menus of a line are drawn elsewhere, but their keys bubble through React to here.
    if (!event.currentTarget.contains(event.target as Node) || event.defaultPrevented) return;
    const place = placeOf(event.target);
    const index = place ? lines.findIndex((line) => keyOf(line) === place.key) : -1;
    const act = undoOf(event) ?? (place && index >= 0 ? actionOf(event, index, place.column) : undefined);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { onKeyDown, move, remove };
};
