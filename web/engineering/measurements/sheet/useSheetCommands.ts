import { fillStage } from '#domain/engineering/measurements/fill.ts';
import { counted } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { notifyError, notifyUndo } from '#web/client/notify.ts';
import type { TreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useRef, useState } from 'react';
import { cellText, readCell, type Mode, type TypedColumn } from '../model/cells.ts';
import type { Entry, LineQueue } from '../model/lineQueue.ts';
import type { MeasuredRow } from '../model/rows.ts';
import type { ColumnId } from './columns.ts';
import { typedColumn } from './SheetRow.tsx';

type Entries = ({ id: string } & Partial<Entry>)[];

/** A stage that is to be filled, with what its lines would get. */
export interface Filling {
  stage: MeasuredRow;
  percentage: string;
  entries: Entries;
}

interface CommandOptions {
  rows: readonly MeasuredRow[];
  mode: Mode;
  cursor: TreeCursor<ColumnId>;
  queue: LineQueue;
}

const entryOf = (row: MeasuredRow | undefined): Partial<Entry> => {
  if (!row?.line) return {};
  const { accumulated, excessConfirmed, reason } = row.line;
  return { accumulated, excessConfirmed, reason };
};

/** What is done to the lines of a sheet by keys, paste and the percentage of a stage. */
export const useSheetCommands = ({ rows, mode, cursor, queue }: CommandOptions) => {
  const [revision, setRevision] = useState(0);
  const [filling, setFilling] = useState<Filling | null>(null);
  /** What was in the cell before it was typed in, for Esc. */
  const origin = useRef<{ cell: string; id: string; entry: Partial<Entry> } | null>(null);
  /** Text in the percentage of a stage, which changes nothing by itself. */
  const stageText = useRef<{ key: string; text: string } | null>(null);
  const { active, keys, at } = cursor;
  const rowOf = (key: string | undefined) => rows.find(({ facts }) => facts.id === key);
  const column = active === null ? null : typedColumn(active.column, false);
  const lineKeys = (from: readonly string[]): MeasuredRow[] =>
    from.flatMap((key) => {
      const row = rowOf(key);
      return row?.line ? [row] : [];
    });
  const renew = () => {
    setRevision((now) => now + 1);
    cursor.keep();
  };
  const typeMany = (entries: Entries, said: string | null) => {
    const before = entries.map(({ id }) => ({ id, ...entryOf(rowOf(id)) }));
    queue.type(entries);
    renew();
    if (said !== null)
      notifyUndo(said, () => {
        queue.type(before);
        setRevision((now) => now + 1);
      });
  };
  const setHere = (entry: Partial<Entry>) => {
    if (active !== null && rowOf(active.key)?.line) typeMany([{ id: active.key, ...entry }], null);
  };

  return {
    revision,
    filling,
    /** Takes a readable text of a cell. */
    typeCell: (row: MeasuredRow, typed: TypedColumn, text: string): void => {
      const { id } = row.facts;
      if (row.line === null) {
        stageText.current = { key: id, text };
        return;
      }
      const cell = `${id}.${typed}`;
      if (origin.current?.cell !== cell) origin.current = { cell, id, entry: entryOf(row) };
      const read = readCell(row.line, typed, mode, text);
      if ('accumulated' in read) queue.type([{ id, accumulated: read.accumulated }]);
    },
    /** Asks about filling the stage with the cursor; whether a percentage was typed there. */
    fillHere: (): boolean => {
      const stage = rowOf(active?.key);
      const typed = stageText.current;
      if (!stage || typed === null || typed.key !== active?.key || typed.text.trim() === '') return false;
      const percentage = parseQuantity(typed.text.replace('%', ''));
      stageText.current = null;
      if (percentage === null) return false;
      const entries = fillStage(rows, rows.indexOf(stage), percentage).flatMap(({ index, accumulated }) => {
        const row = rows[index];
        return row ? [{ id: row.facts.id, accumulated }] : [];
      });
      if (entries.length > 0) setFilling({ stage, percentage, entries });
      else notifyError('Nenhum serviço em aberto desta etapa fica abaixo deste percentual.');
      return true;
    },
    fill: (): void => {
      if (filling)
        typeMany(filling.entries, `${counted(filling.entries.length, 'serviço preenchido', 'serviços preenchidos')}`);
      setFilling(null);
    },
    cancelFill: (): void => {
      setFilling(null);
      renew();
    },
    /** Esc: the cell as it was before it was typed in. */
    takeBack: (): void => {
      const before = origin.current;
      stageText.current = null;
      origin.current = null;
      if (before && active && before.cell === `${active.key}.${active.column}`)
        typeMany([{ id: before.id, ...before.entry }], null);
      else renew();
    },
    /** Ctrl+D: the cell of the line above. */
    repeatAbove: (): void => {
      const above = lineKeys(keys.slice(0, Math.max(0, at))).at(-1)?.line;
      const line = rowOf(active?.key)?.line;
      if (!above || !line || column === null) return;
      const read = readCell(line, column, mode, cellText(above, column, mode));
      if ('accumulated' in read) setHere({ accumulated: read.accumulated });
    },
    /** Ctrl+Enter: what was measured up to the measurement before. */
    keepPrevious: (): void => {
      const line = rowOf(active?.key)?.line;
      if (line) setHere({ accumulated: line.previous });
    },
    /** Values of a spreadsheet go down from the cell with the cursor; a single one is the text of its field. */
    paste: (text: string): boolean => {
      const values = text.replace(/\r?\n$/, '').split(/\r?\n/);
      if (values.length < 2 || column === null || at < 0) return false;
      const cells = values.map((value) => value.split('\t')[0]?.trim() ?? '');
      const lines = lineKeys(keys.slice(at)).slice(0, cells.length);
      // A line beside an empty cell stays as it is.
      const entries = lines.flatMap(({ facts, line }, index) => {
        const cell = cells[index] ?? '';
        const read = line && cell !== '' && readCell(line, column, mode, cell);
        return read && 'accumulated' in read ? [{ id: facts.id, accumulated: read.accumulated }] : [];
      });
      const lost = cells.filter((cell) => cell !== '').length - entries.length;
      if (entries.length > 0) typeMany(entries, counted(entries.length, 'valor colado', 'valores colados'));
      if (lost > 0) notifyError(`${counted(lost, 'valor não foi lido', 'valores não foram lidos')}.`);
      return true;
    },
  };
};

export type SheetCommands = ReturnType<typeof useSheetCommands>;
