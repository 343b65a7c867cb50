import { counted } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { notifyError, notifyUndo } from '#web/client/notify.ts';
import { rowsOf } from '#web/form/lines/pasted.ts';
import type { TreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useRef, useState } from 'react';
import { isTyped, type ColumnId, type TypedColumn } from './columns.ts';
import { isGroup, lineAt, linesWithin, type ContractedLine, type ContractedLines, type EstimateRow } from './model.ts';

interface CommandOptions {
  rows: readonly EstimateRow[];
  lines: ContractedLines;
  /** Part of the price without BDI that new lines get, in percent. */
  percentage: string;
  cursor: TreeCursor<ColumnId>;
  onChange: (lines: ContractedLines) => void;
}

const FIELD = { quantity: 'quantity', price: 'unitPrice' } as const;
const TYPED: readonly TypedColumn[] = ['quantity', 'price'];

const without = (lines: ContractedLines, ids: readonly string[]): ContractedLines => {
  const gone = new Set(ids);
  return Object.fromEntries(Object.entries(lines).filter(([id]) => !gone.has(id)));
};

/** What is done to the lines of a contractor by keys, boxes and paste. */
export const useSideCommands = ({ rows, lines, percentage, cursor, onChange }: CommandOptions) => {
  const [revision, setRevision] = useState(0);
  /** The line with the cursor before it was typed in, for Esc. */
  const origin = useRef<{ id: string; line: ContractedLine | undefined } | null>(null);
  const { active, keys, at } = cursor;
  const rowOf = (key: string | undefined) => rows.find(({ id }) => id === key);
  const renew = () => {
    setRevision((now) => now + 1);
    cursor.keep();
  };
  const change = (next: ContractedLines, said: string | null) => {
    onChange(next);
    renew();
    if (said !== null)
      notifyUndo(said, () => {
        onChange(lines);
        setRevision((now) => now + 1);
      });
  };
  /** The lines with a readable text in a cell; an emptied cell takes its line out of the contract. */
  const withCell = (all: ContractedLines, row: EstimateRow, column: TypedColumn, text: string): ContractedLines => {
    if (text.trim() === '') return without(all, [row.id]);
    const value = parseQuantity(text);
    return value === null
      ? all
      : { ...all, [row.id]: { ...(all[row.id] ?? lineAt(row, percentage)), [FIELD[column]]: value } };
  };
  const include = (row: EstimateRow, included: boolean): void => {
    const within = linesWithin(rows, rows.indexOf(row));
    const ids = within.map(({ id }) => id);
    const added = Object.fromEntries(within.map((one) => [one.id, lines[one.id] ?? lineAt(one, percentage)]));
    const said = `${counted(ids.length, 'serviço', 'serviços')} ${included ? 'no contrato' : 'fora do contrato'}`;
    change(included ? { ...lines, ...added } : without(lines, ids), isGroup(row) ? said : null);
  };

  return {
    revision,
    include,
    typeCell: (row: EstimateRow, column: TypedColumn, text: string): void => {
      if (origin.current?.id !== row.id) origin.current = { id: row.id, line: lines[row.id] };
      onChange(withCell(lines, row, column, text));
    },
    /** Space: puts the row with the cursor into the contract, or takes it out. */
    toggleHere: (): void => {
      const row = rowOf(active?.key);
      if (!row) return;
      include(row, !linesWithin(rows, rows.indexOf(row)).every(({ id }) => lines[id]));
    },
    /** Esc: the line as it was before it was typed in. */
    takeBack: (): void => {
      const before = origin.current;
      origin.current = null;
      if (before?.id !== active?.key || !before) return renew();
      const rest = without(lines, [before.id]);
      return change(before.line ? { ...rest, [before.id]: before.line } : rest, null);
    },
    /** Ctrl+D: the cell of the contracted line above. */
    repeatAbove: (): void => {
      const row = rowOf(active?.key);
      const above = keys.slice(0, Math.max(0, at)).findLast((key) => lines[key]);
      const line = above === undefined ? undefined : lines[above];
      if (!row || isGroup(row) || !line || !active || !isTyped(active.column)) return;
      change(withCell(lines, row, active.column, line[FIELD[active.column]].replace('.', ',')), null);
    },
    /** Cells of a spreadsheet go down and to the right from the cell with the cursor. */
    paste: (text: string): boolean => {
      const pasted = rowsOf(text);
      if (!active || !isTyped(active.column) || (pasted.length < 2 && (pasted[0]?.length ?? 0) < 2)) return false;
      const columns = TYPED.slice(TYPED.indexOf(active.column));
      const targets = keys.slice(at).flatMap((key) => {
        const row = rowOf(key);
        return row && !isGroup(row) ? [row] : [];
      });
      let next = lines;
      let lost = Math.max(0, pasted.length - targets.length);
      for (const [index, cells] of pasted.slice(0, targets.length).entries()) {
        const row = targets[index];
        if (!row) continue;
        for (const [place, column] of columns.entries()) {
          const cell = cells[place] ?? '';
          if (cell === '') continue;
          if (parseQuantity(cell) === null) lost += 1;
          else next = withCell(next, row, column, cell);
        }
      }
      change(next, counted(Math.min(pasted.length, targets.length), 'linha colada', 'linhas coladas'));
      if (lost > 0) notifyError(`${counted(lost, 'valor não foi lido', 'valores não foram lidos')}.`);
      return true;
    },
  };
};
