import { isAtEdge, isWholeSelected } from '#web/form/lines/cells.ts';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { COLUMNS, typedColumn } from './columns.ts';
import { isTyped } from './model/cells.ts';
import type { EstimateRow } from './model/rows.ts';
import type { Commands } from './useCommands.ts';
import type { ContentState } from './useContent.ts';
import type { Cursor } from './useCursor.ts';

interface KeysOptions {
  content: ContentState;
  cursor: Cursor;
  commands: Commands;
  writable: boolean;
  isOpen: (row: EstimateRow) => boolean;
  onToggle: (row: EstimateRow) => void;
  /** Opens the composition of a row. */
  onComposition: (row: EstimateRow | undefined) => void;
  /** Opens the search that inserts a row. */
  onInsert: () => void;
  onFind: () => void;
  /** Asks where the chosen rows go. */
  onMove: () => void;
}

/** Rows of a step by page. */
const PAGE = 20;

const opens = ({ group, type }: EstimateRow): boolean => group || type === 'COMPOSED_TASK';

/**
 * Keys of the tree, as decision 35 has them for lines: Enter and arrows go along the rows, Tab along the cells that are
 * typed in, Shift chooses several, Alt moves and indents, Right and Left open and close where the text gives them up.
 */
export const useGridKeys = (options: KeysOptions) => {
  const { content, cursor, commands, writable, isOpen, onToggle, onComposition, onInsert, onFind, onMove } = options;
  const { rows } = content.now;
  const row = rows[commands.index];

  const isField = (one: EstimateRow, column: string): boolean => {
    const typed = COLUMNS.find(({ id }) => id === column);
    const field = typed && typedColumn(typed.id);
    return field !== null && field !== undefined && isTyped(one, field);
  };
  /** The next cell that is typed in, over the ends of rows. */
  const tab = (by: 1 | -1): boolean => {
    if (!cursor.active) return false;
    const byKey = new Map(rows.map((one) => [one.key, one]));
    const { active, keys } = cursor;
    let column = COLUMNS.findIndex(({ id }) => id === active.column) + by;
    for (let at = cursor.at; at >= 0 && at < keys.length; at += by) {
      const key = keys[at] ?? '';
      const one = byKey.get(key);
      for (; column >= 0 && column < COLUMNS.length; column += by) {
        const id = COLUMNS[column]?.id;
        if (one && id && isField(one, id)) {
          cursor.go({ key, column: id });
          return true;
        }
      }
      column = by === 1 ? 0 : COLUMNS.length - 1;
    }
    return false;
  };
  const enter = (shift: boolean): void => {
    if (!cursor.step(shift ? -1 : 1) && !shift && writable) onInsert();
  };
  const sideways = (event: KeyboardEvent, by: 1 | -1): (() => void) | undefined => {
    if (!row || !isAtEdge(event.target, by === 1 ? 'end' : 'start')) return undefined;
    if (opens(row) && isOpen(row) === (by === -1)) return () => onToggle(row);
    return () => cursor.across(by);
  };

  const plain = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey } = event;
    switch (key) {
      case 'Enter':
        return () => enter(shiftKey);
      case 'ArrowDown':
        return () => cursor.step(1, shiftKey);
      case 'ArrowUp':
        return () => cursor.step(-1, shiftKey);
      case 'PageDown':
        return () => cursor.step(PAGE, shiftKey);
      case 'PageUp':
        return () => cursor.step(-PAGE, shiftKey);
      case 'ArrowRight':
        return shiftKey ? undefined : sideways(event, 1);
      case 'ArrowLeft':
        return shiftKey ? undefined : sideways(event, -1);
      case 'Escape':
        return cursor.several && cursor.active ? () => cursor.go(cursor.active) : undefined;
    }
    if (!writable) return undefined;
    if (key === 'Insert') return onInsert;
    if (key === 'Delete' && (cursor.several || isWholeSelected(event.target))) return commands.remove;
    if (key.toLowerCase() === 'n' && !(event.target instanceof HTMLInputElement)) return onInsert;
    return undefined;
  };
  const alt = ({ key, code }: KeyboardEvent): (() => void) | undefined => {
    // By its place: with Alt, some keyboards type another letter.
    if (code === 'KeyM') return cursor.active === null ? undefined : onMove;
    const { up, down, indent, outdent } = commands;
    return { ArrowUp: up, ArrowDown: down, ArrowRight: indent, ArrowLeft: outdent }[key];
  };
  const control = (event: KeyboardEvent): (() => void) | undefined => {
    const key = event.key.toLowerCase();
    if (key === 'f') return onFind;
    if (key === 'enter' && row?.taskId != null) return () => onComposition(row);
    if (key === 'home') return () => cursor.step(-cursor.keys.length, event.shiftKey);
    if (key === 'end') return () => cursor.step(cursor.keys.length, event.shiftKey);
    if (!writable) return undefined;
    if (key === 'd') return commands.fill;
    if (key === 'z') return event.shiftKey ? content.redo : content.undo;
    if (key === 'y') return content.redo;
    if (key === 'delete') return commands.remove;
    return undefined;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    if (event.key === 'Tab') {
      if (writable && tab(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const command = event.ctrlKey || event.metaKey;
    const act = command ? control(event) : event.altKey ? (writable ? alt(event) : undefined) : plain(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
    // Steps back and forth leave the cursor where it is, on a field that begins anew.
    if (act === content.undo || act === content.redo) cursor.keep();
  };

  /** Rows are copied from any cell that is no field, and wherever several are chosen; else the text of the field. */
  const takesRows = (event: ClipboardEvent): boolean =>
    cursor.active !== null && (cursor.several || !(event.target instanceof HTMLInputElement));
  const onCopy = (event: ClipboardEvent): void => {
    if (!takesRows(event)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', commands.copy());
  };
  const onCut = (event: ClipboardEvent): void => {
    if (!writable || !takesRows(event)) return;
    onCopy(event);
    commands.remove();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (writable && commands.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return { onKeyDown, onCopy, onCut, onPaste };
};
