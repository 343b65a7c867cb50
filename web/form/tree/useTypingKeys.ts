import { isAtEdge } from '#web/form/lines/cells.ts';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { TreeCursor } from './useTreeCursor.ts';

/** What the keys of a tree need of its rows. */
export interface TypingKeysOptions<Column extends string> {
  cursor: TreeCursor<Column>;
  /** Columns that a line is typed in, from left to right; the cursor enters a line at the first. */
  typed: readonly [Column, ...Column[]];
  columns: readonly Column[];
  /** Undefined: there is no such row. */
  isGroup: (key: string) => boolean | undefined;
  isOpen: (key: string) => boolean;
  onToggle: (key: string) => void;
  writable: boolean;
  /** Enter and Tab in a stage; whether they were meant for it. */
  onStage?: () => boolean;
  /** Esc: the cell as it was. */
  onEscape: () => void;
  /** Ctrl+D: the cell of the line above. */
  onRepeat: () => void;
  /** Ctrl+Enter. */
  onControlEnter?: () => void;
  /** Space, which no number contains. */
  onSpace?: () => void;
  /** Whether the text was taken as several cells. */
  onPaste: (text: string) => boolean;
}

const PAGE = 20;
type Act = (() => void) | undefined;

/** Keys of a tree whose lines are typed in: Enter and Shift+Enter go along its lines, Tab along their cells, Esc takes back. */
export const useTypingKeys = <Column extends string>(options: TypingKeysOptions<Column>) => {
  const { cursor, typed, columns, isGroup, isOpen, onToggle, writable } = options;
  const { active, keys, at } = cursor;
  const [usual] = typed;
  const onStage = () => options.onStage?.() ?? false;
  /** The next line in this direction; stages are passed by. */
  const nextLine = (by: 1 | -1): string | undefined => {
    for (let place = at + by; place >= 0 && place < keys.length; place += by)
      if (isGroup(keys[place] ?? '') === false) return keys[place];
    return undefined;
  };
  const enter = (by: 1 | -1): void => {
    if (active === null || onStage()) return;
    const key = nextLine(by);
    if (key !== undefined) cursor.go({ key, column: typed.includes(active.column) ? active.column : usual });
  };
  /** The next cell of the row that is typed in. */
  const within = (by: 1 | -1): Column | undefined => {
    if (active === null || isGroup(active.key) !== false) return undefined;
    const place = columns.indexOf(active.column);
    const beyond = typed.filter((id) => (columns.indexOf(id) - place) * by > 0);
    return by === 1 ? beyond[0] : beyond.at(-1);
  };
  const tab = (by: 1 | -1): boolean => {
    const column = within(by);
    const key = column === undefined ? nextLine(by) : active?.key;
    if (active === null || key === undefined) return false;
    cursor.go({ key, column: column ?? (by === 1 ? usual : (typed.at(-1) ?? usual)) });
    return true;
  };
  const sideways = (event: KeyboardEvent, by: 1 | -1): Act => {
    if (active === null || !isAtEdge(event.target, by === 1 ? 'end' : 'start')) return undefined;
    const { key } = active;
    if (isGroup(key) && isOpen(key) === (by === -1)) return () => onToggle(key);
    return () => cursor.across(by);
  };
  const plain = (event: KeyboardEvent): Act => {
    switch (event.key) {
      case 'Enter':
        return () => enter(event.shiftKey ? -1 : 1);
      case 'ArrowDown':
        return () => cursor.step(1);
      case 'ArrowUp':
        return () => cursor.step(-1);
      case 'PageDown':
        return () => cursor.step(PAGE);
      case 'PageUp':
        return () => cursor.step(-PAGE);
      case 'ArrowRight':
        return event.shiftKey ? undefined : sideways(event, 1);
      case 'ArrowLeft':
        return event.shiftKey ? undefined : sideways(event, -1);
      case ' ':
        return writable ? options.onSpace : undefined;
      case 'Escape':
        return writable ? options.onEscape : undefined;
      default:
        return undefined;
    }
  };
  const control = (event: KeyboardEvent): Act => {
    const key = event.key.toLowerCase();
    if (key === 'home') return () => cursor.step(-keys.length);
    if (key === 'end') return () => cursor.step(keys.length);
    if (!writable) return undefined;
    if (key === 'd') return options.onRepeat;
    return key === 'enter' ? options.onControlEnter : undefined;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // Fields between the rows, such as those of bands below lines, have keys of their own.
    if (event.defaultPrevented || !(event.target as Element).closest('[data-row], [role="treegrid"]')) return;
    if ((event.target as Element).closest('[data-band]')) return;
    if (event.key === 'Tab') {
      if (writable && !onStage() && tab(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const act = event.ctrlKey || event.metaKey ? control(event) : event.altKey ? undefined : plain(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (writable && options.onPaste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return { onKeyDown, onPaste };
};
