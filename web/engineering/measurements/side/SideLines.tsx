import { counted, formatCount, formatCurrency } from '#domain/numberFormat.ts';
import { parseQuantity } from '#domain/quantityInput.ts';
import { CellField } from '#web/form/tree/CellField.tsx';
import { foundIndexes } from '#web/form/tree/foundIndexes.ts';
import { TreeGrid } from '#web/form/tree/TreeGrid.tsx';
import { useTreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useTypingKeys } from '#web/form/tree/useTypingKeys.ts';
import { Field, QuantityInput, SearchBox, useIsPhone } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import { columnsFor, type ColumnId, type TypedColumn } from './columns.ts';
import { isGroup, sumsOf, valueOf, type ContractedLines, type EstimateRow } from './model.ts';
import { cellText, SideRow } from './SideRow.tsx';
import { useSideCommands } from './useSideCommands.ts';
import styles from './side.module.css';

interface SideLinesProps {
  rows: readonly EstimateRow[];
  lines: ContractedLines;
  writable: boolean;
  /** Why the percentage of new prices does not read. */
  problem: string | undefined;
  onChange: (lines: ContractedLines) => void;
}

const LABELS = { quantity: 'Quantidade', price: 'Preço' } as const;

const problemOf = (text: string): string | null =>
  text.trim() === '' || parseQuantity(text) !== null ? null : 'Não é um número';

/** Whether all lines within each row are in the contract, or some of them. */
const inclusionOf = (rows: readonly EstimateRow[], lines: ContractedLines) => {
  const counts = new Map<string, { all: number; included: number }>();
  const above: EstimateRow[] = [];
  for (const row of rows) {
    while ((above.at(-1)?.level ?? -1) >= row.level) above.pop();
    if (isGroup(row)) counts.set(row.id, { all: 0, included: 0 });
    else
      for (const { id } of above) {
        const count = counts.get(id);
        if (!count) continue;
        count.all += 1;
        if (lines[row.id]) count.included += 1;
      }
    above.push(row);
  }
  return (row: EstimateRow): boolean | 'mixed' => {
    const count = counts.get(row.id);
    if (!count) return lines[row.id] !== undefined;
    if (count.included === 0) return false;
    return count.included === count.all ? true : 'mixed';
  };
};

/** What a contractor does, at his quantities and prices: the tree of the cost estimate, typed in by keyboard. */
export const SideLines = ({ rows, lines, writable, problem, onChange }: SideLinesProps) => {
  const phone = useIsPhone();
  const [search, setSearch] = useState('');
  const [percentage, setPercentage] = useState('100');
  const shown = useMemo(
    () => foundIndexes(rows, search, (row) => ({ ...row, group: isGroup(row) })).flatMap((at) => rows[at] ?? []),
    [rows, search],
  );
  const keys = useMemo(() => shown.map(({ id }) => id), [shown]);
  const columns = columnsFor(phone);
  const columnIds = useMemo(() => columns.map(({ id }) => id), [columns]);
  const cursor = useTreeCursor<ColumnId>(keys, columnIds, 'quantity');
  const commands = useSideCommands({ rows, lines, percentage, cursor, onChange });
  const byId = useMemo(() => new Map(rows.map((row) => [row.id, row])), [rows]);
  const sums = useMemo(() => sumsOf(rows, lines), [rows, lines]);
  const inclusion = useMemo(() => inclusionOf(rows, lines), [rows, lines]);
  const handlers = useTypingKeys<ColumnId>({
    ...{ cursor, typed: ['quantity', 'price'], columns: columnIds, writable },
    isGroup: (key) => {
      const row = byId.get(key);
      return row && isGroup(row);
    },
    // Stages are always open.
    ...{ isOpen: () => true, onToggle: () => undefined },
    onEscape: commands.takeBack,
    onRepeat: commands.repeatAbove,
    onSpace: commands.toggleHere,
    onPaste: commands.paste,
  });
  const { active } = cursor;
  const field = (row: EstimateRow, column: TypedColumn) => (
    <CellField
      key={`${row.id}.${column}.${commands.revision}`}
      label={`${LABELS[column]} de ${row.description}`}
      value={cellText(lines[row.id], column)}
      unread={undefined}
      problem={undefined}
      right
      inputMode="decimal"
      problemOf={problemOf}
      onType={(text) => commands.typeCell(row, column, text)}
      // A text that does not read is given up with its cell: nothing of it was taken.
      onUnread={() => undefined}
    />
  );
  return (
    <div className={styles.lines}>
      <div className={styles.tools}>
        <SearchBox label="Item ou serviço" value={search} onChange={setSearch} />
        {writable && (
          <Field
            label="Preço dos incluídos: % do custo"
            error={problem}
            hint="Preço unitário sem BDI, vezes este percentual."
          >
            <QuantityInput path="prices" places={2} value={percentage} onChange={setPercentage} />
          </Field>
        )}
      </div>
      <TreeGrid
        label="Serviços do contrato"
        {...{ columns, cursor }}
        usual="quantity"
        count={shown.length}
        place={active === null ? -1 : keys.indexOf(active.key)}
        readOnly={!writable}
        several={false}
        narrow
        revision={commands.revision}
        {...handlers}
      >
        {(index, top) => {
          const row = shown[index];
          if (!row) return null;
          const line = lines[row.id];
          return (
            <SideRow
              key={row.id}
              {...{ row, columns, line, top, writable }}
              total={line ? valueOf(line) : sums.of(row.id)}
              included={inclusion(row)}
              place={index + 2}
              active={active?.key === row.id ? active.column : null}
              onInclude={(included) => commands.include(row, included)}
              field={(column) => field(row, column)}
            />
          );
        }}
      </TreeGrid>
      <div className={styles.foot} role="status">
        <span>
          {counted(Object.keys(lines).length, 'serviço', 'serviços')} de{' '}
          {formatCount(rows.filter((row) => !isGroup(row)).length)}
        </span>
        <strong>Contrato {formatCurrency(sums.total)}</strong>
      </div>
    </div>
  );
};
