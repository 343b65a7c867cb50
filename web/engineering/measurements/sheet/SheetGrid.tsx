import { CellField } from '#web/form/tree/CellField.tsx';
import { TreeGrid } from '#web/form/tree/TreeGrid.tsx';
import { useTreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useTypingKeys } from '#web/form/tree/useTypingKeys.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { toTenThousandths } from '#domain/money.ts';
import { ConfirmDialog } from '#web/ui/index.ts';
import { formatPercentage, counted } from '#domain/numberFormat.ts';
import { useEffect, useMemo, useState } from 'react';
import { cellText, percentageShown, readCell, type Mode, type TypedColumn } from '../model/cells.ts';
import { shownRows, type MeasuredRow, type Shown } from '../model/rows.ts';
import { useAmending } from '../useAmending.ts';
import { usePresence } from '../usePresence.ts';
import type { Sheet } from '../useSheet.ts';
import { COLUMN_IDS, columnsOf, type ColumnId } from './columns.ts';
import { togetherText } from './People.tsx';
import { SheetRow } from './SheetRow.tsx';
import styles from './sheet.module.css';
import { useSheetCommands } from './useSheetCommands.ts';
import { ConflictBand, WordBand } from './WordBand.tsx';

interface SheetGridProps {
  sheet: Sheet;
  mode: Mode;
  /** Rows of the view, by index. */
  indexes: readonly number[];
  onPhotos: (row: MeasuredRow) => void;
  /** Tells who else has the measurement open, in words. */
  onTogether: (text: string) => void;
}

const LABELS = { percentage: 'Percentual', quantity: 'Quantidade' } as const;

const problemOf = (row: MeasuredRow, column: TypedColumn, mode: Mode, text: string): string | null => {
  if (row.line === null)
    return text.trim() === '' || parseQuantity(text.replace('%', '')) !== null ? null : 'Não é um percentual';
  const read = readCell(row.line, column, mode, text);
  return 'problem' in read ? read.problem : null;
};

/** The tree of a sheet (mock 26), typed in by keyboard. */
export const SheetGrid = ({ sheet, mode, indexes, onPhotos, onTogether }: SheetGridProps) => {
  const { rows, figures, queue, state, writable, head } = sheet;
  const amend = useAmending(sheet);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const shown = useMemo(() => {
    const bandOf = (index: number) => {
      const [row, line] = [rows[index], figures.lineAt(index)];
      if (row && state.conflicts.has(row.facts.id)) return 'conflict';
      const moved = line !== null && toTenThousandths(line.periodQuantity) !== 0n;
      return moved && (line.state === 'ABOVE' || line.state === 'REDUCED') ? 'word' : null;
    };
    return shownRows({ rows, indexes, folded, bandOf });
  }, [rows, indexes, folded, figures, state.conflicts]);
  const keys = useMemo(() => shown.flatMap(({ kind, key }) => (kind === 'row' ? [key] : [])), [shown]);
  const cursor = useTreeCursor(keys, COLUMN_IDS, 'percentage');
  const commands = useSheetCommands({ rows, mode, cursor, queue });
  const byKey = useMemo(() => new Map(rows.map((row) => [row.facts.id, row])), [rows]);
  const toggle = (key: string) =>
    setFolded((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const isOpen = (key: string) => !folded.has(key);
  const handlers = useTypingKeys<ColumnId>({
    ...{ cursor, typed: ['percentage', 'quantity'], columns: COLUMN_IDS, writable, isOpen, onToggle: toggle },
    isGroup: (key) => byKey.get(key)?.group,
    onStage: commands.fillHere,
    onEscape: commands.takeBack,
    onRepeat: commands.repeatAbove,
    onControlEnter: commands.keepPrevious,
    onPaste: commands.paste,
  });
  const { active } = cursor;
  const presence = usePresence(head, byKey.get(active?.key ?? '')?.line ? (active?.key ?? null) : null);
  const together = togetherText(presence.names);
  useEffect(() => onTogether(together), [onTogether, together]);
  const place = active === null ? -1 : shown.findIndex(({ key }) => key === active.key);

  const field = (row: MeasuredRow, column: TypedColumn, index: number) => {
    const { id, description } = row.facts;
    const sums = figures.sumsAt(index);
    const value = row.line
      ? cellText(row.line, column, mode)
      : percentageShown(mode === 'PERIOD' ? sums.periodPercentage : sums.percentage);
    return (
      <CellField
        key={`${id}.${column}.${mode}.${commands.revision}`}
        label={`${LABELS[column]} de ${description}`}
        value={value}
        unread={undefined}
        problem={state.problems[id]}
        right
        problemOf={(text) => problemOf(row, column, mode, text)}
        onType={(text) => commands.typeCell(row, column, text)}
        // A text that does not read is given up with its cell: nothing of it was taken.
        onUnread={() => undefined}
      />
    );
  };
  const band = (one: Shown, row: MeasuredRow, top: number) => {
    const line = figures.lineAt(one.index);
    const theirs = state.conflicts.get(row.facts.id);
    if (!row.line || !line) return null;
    return (
      <div key={one.key} role="row" data-band="" className={styles.band} style={{ top }}>
        <div role="gridcell" className={styles.word}>
          {one.kind === 'conflict' && theirs ? (
            <ConflictBand
              line={row.line}
              unit={row.facts.unit ?? ''}
              theirs={theirs}
              onResolve={(mine) => queue.resolve(row.facts.id, mine)}
            />
          ) : (
            <WordBand
              {...{ row, writable }}
              line={row.line}
              figures={line}
              onType={(entry) => queue.type([{ id: row.facts.id, ...entry }])}
              onAmend={amend && (() => amend(row.facts.id))}
            />
          )}
        </div>
      </div>
    );
  };
  const { filling } = commands;
  return (
    <>
      <TreeGrid
        label="Linhas da medição"
        columns={columnsOf(mode, head.number - 1)}
        usual="percentage"
        count={shown.length}
        readOnly={!writable}
        several={false}
        revision={commands.revision}
        {...{ cursor, place }}
        {...handlers}
      >
        {(index, top) => {
          const one = shown[index];
          const row = one && rows[one.index];
          if (!one || !row) return null;
          if (one.kind !== 'row') return band(one, row, top);
          const { id } = row.facts;
          return (
            <SheetRow
              key={one.key}
              figures={figures.lineAt(one.index)}
              sums={figures.sumsAt(one.index)}
              place={index + 2}
              active={active?.key === id ? active.column : null}
              open={isOpen(id)}
              problem={state.problems[id]}
              photos={sheet.photoCounts.get(id) ?? 0}
              people={presence.at(id)}
              onToggle={() => toggle(id)}
              onPhotos={() => onPhotos(row)}
              field={(column) => field(row, column, one.index)}
              {...{ row, mode, top, writable }}
            />
          );
        }}
      </TreeGrid>
      {filling && (
        <ConfirmDialog
          open
          title={`Preencher ${filling.stage.facts.code} ${filling.stage.facts.description}?`}
          text={`${counted(filling.entries.length, 'serviço em aberto passa', 'serviços em aberto passam')} a ${formatPercentage(filling.percentage)} acumulado. Nenhum serviço diminui.`}
          confirm="Preencher"
          onConfirm={commands.fill}
          onCancel={commands.cancelFill}
        />
      )}
    </>
  );
};
