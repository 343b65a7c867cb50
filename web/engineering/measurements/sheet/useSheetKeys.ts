import { isAtEdge } from '#web/form/lines/cells.ts';
import type { TreeCursor } from '#web/form/tree/useTreeCursor.ts';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import type { MeasuredRow } from '../model/rows.ts';
import { COLUMN_IDS, type ColumnId } from './columns.ts';
import type { SheetCommands } from './useSheetCommands.ts';
import { typedColumn } from './SheetRow.tsx';

interface KeysOptions {
  cursor: TreeCursor<ColumnId>;
  rowOf: (key: string) => MeasuredRow | undefined;
  commands: SheetCommands;
  writable: boolean;
  isOpen: (row: MeasuredRow) => boolean;
  onToggle: (row: MeasuredRow) => void;
}

const PAGE = 20;
type Act = (() => void) | undefined;

/** Keys of a sheet (mock 26): Enter and Shift+Enter go along its lines, Tab along what is typed in, Esc takes back. */
export const useSheetKeys = ({ cursor, rowOf, commands, writable, isOpen, onToggle }: KeysOptions) => {
  const { active, keys, at } = cursor;
  const row = active === null ? undefined : rowOf(active.key);
  /** The next line in this direction; stages are passed by. */
  const nextLine = (by: 1 | -1): string | undefined => {
    for (let place = at + by; place >= 0 && place < keys.length; place += by)
      if (rowOf(keys[place] ?? '')?.group === false) return keys[place];
    return undefined;
  };
  const enter = (by: 1 | -1): void => {
    if (active === null || commands.fillHere()) return;
    const key = nextLine(by);
    if (key !== undefined) cursor.go({ key, column: typedColumn(active.column, false) ?? 'percentage' });
  };
  const tab = (by: 1 | -1): boolean => {
    if (active === null) return false;
    const column = COLUMN_IDS.find(
      (id, place) => (place - COLUMN_IDS.indexOf(active.column)) * by > 0 && typedColumn(id, false) !== null,
    );
    const within = by === 1 ? column : active.column === 'quantity' ? 'percentage' : undefined;
    if (within !== undefined && row?.group === false) {
      cursor.go({ key: active.key, column: within });
      return true;
    }
    const key = nextLine(by);
    if (key === undefined) return false;
    cursor.go({ key, column: by === 1 ? 'percentage' : 'quantity' });
    return true;
  };
  const sideways = (event: KeyboardEvent, by: 1 | -1): Act => {
    if (!row || !isAtEdge(event.target, by === 1 ? 'end' : 'start')) return undefined;
    if (row.group && isOpen(row) === (by === -1)) return () => onToggle(row);
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
      case 'Escape':
        return writable ? commands.takeBack : undefined;
      default:
        return undefined;
    }
  };
  const control = (event: KeyboardEvent): Act => {
    const key = event.key.toLowerCase();
    if (key === 'home') return () => cursor.step(-keys.length);
    if (key === 'end') return () => cursor.step(keys.length);
    if (!writable) return undefined;
    if (key === 'd') return commands.repeatAbove;
    return key === 'enter' ? commands.keepPrevious : undefined;
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    // The bands below lines have fields of their own.
    if (event.defaultPrevented || !(event.target as Element).closest('[data-row], [role="treegrid"]')) return;
    if ((event.target as Element).closest('[data-band]')) return;
    if (event.key === 'Tab') {
      if (writable && !commands.fillHere() && tab(event.shiftKey ? -1 : 1)) event.preventDefault();
      return;
    }
    const act = event.ctrlKey || event.metaKey ? control(event) : event.altKey ? undefined : plain(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const onPaste = (event: ClipboardEvent): void => {
    if (writable && commands.paste(event.clipboardData.getData('text/plain'))) event.preventDefault();
  };
  return { onKeyDown, onPaste };
};
