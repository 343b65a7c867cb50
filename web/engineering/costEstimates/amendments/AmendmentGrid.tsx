import { formatMoney, formatQuantity, formatUnitPrice } from '#domain/numberFormat.ts';
import { toTenThousandths } from '#domain/money.ts';
import { isAtEdge } from '#web/form/lines/cells.ts';
import { CellField, type Unread } from '#web/form/tree/CellField.tsx';
import tree from '#web/form/tree/tree.module.css';
import { TreeGrid, type TreeColumn } from '#web/form/tree/TreeGrid.tsx';
import { useTreeCursor } from '#web/form/tree/useTreeCursor.ts';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { signed } from '../prices/PriceTable.tsx';
import styles from './amendments.module.css';
import { cellText, readCell, type EditedRow, type TypedColumn } from './model.ts';

type ColumnId =
  'item' | 'description' | 'unit' | 'quantity' | 'measured' | 'price' | 'change' | 'after' | 'value' | 'total';

const COLUMNS: readonly TreeColumn<ColumnId>[] = [
  { id: 'item', title: 'Item', width: '76px' },
  { id: 'description', title: 'Serviço', width: 'minmax(220px, 1fr)' },
  { id: 'unit', title: 'Un.', width: '52px' },
  { id: 'quantity', title: 'Contratado', width: '100px', right: true },
  { id: 'measured', title: 'Medido', width: '92px', right: true },
  { id: 'price', title: 'Com BDI', width: '92px', right: true },
  { id: 'change', title: 'Aditivo', width: '104px', right: true },
  { id: 'after', title: 'Com aditivo', width: '104px', right: true },
  { id: 'value', title: 'Aditivo (R$)', width: '112px', right: true },
  { id: 'total', title: 'Total com aditivo', width: '122px', right: true },
];
const COLUMN_IDS = COLUMNS.map(({ id }) => id);
const LABELS: Readonly<Record<TypedColumn, string>> = { change: 'Aditivo', after: 'Quantidade com aditivo' };

const isTyped = (column: ColumnId): column is TypedColumn => column === 'change' || column === 'after';

export interface RowsProps {
  rows: readonly EditedRow[];
  writable: boolean;
  /** Texts that do not read, and what the service has refused, by the row's key. */
  unread: Readonly<Record<string, Unread>>;
  problems: Readonly<Record<string, string>>;
  onChange: (row: EditedRow, change: string | null) => void;
  onUnread: (row: EditedRow, unread: Unread | null) => void;
  /** Opens a new line. */
  onOpen: (row: EditedRow) => void;
}

/** The field of a cell, for the grid and for the cards of a phone. */
export const ChangeField = ({
  row,
  column,
  ...props
}: Pick<RowsProps, 'unread' | 'problems' | 'onChange' | 'onUnread'> & { row: EditedRow; column: TypedColumn }) => (
  <CellField
    label={`${LABELS[column]} de ${row.description}`}
    value={cellText(row, column)}
    unread={props.unread[row.key]}
    problem={props.problems[row.key]}
    right
    inputMode="decimal"
    problemOf={(text) => {
      const read = readCell(row, column, text);
      return 'problem' in read ? read.problem : null;
    }}
    onType={(text) => {
      const read = readCell(row, column, text);
      if ('change' in read) props.onChange(row, read.change);
    }}
    onUnread={(unread) => props.onUnread(row, unread)}
  />
);

const toneOf = (change: string | null): string | undefined => {
  if (change === null) return undefined;
  return toTenThousandths(change) < 0n ? styles.down : styles.up;
};

const textOf = (row: EditedRow, column: ColumnId): ReactNode => {
  const { group } = row;
  switch (column) {
    case 'unit':
      return row.unit;
    case 'quantity':
      return group || row.added ? null : formatQuantity(row.quantity);
    case 'measured':
      return group || toTenThousandths(row.measured) === 0n ? null : formatQuantity(row.measured);
    case 'price':
      return group || row.unitPriceWithBdi === null ? null : formatUnitPrice(row.unitPriceWithBdi);
    case 'change':
      return group ? null : <span className={toneOf(row.change)}>{cellText(row, 'change')}</span>;
    case 'after':
      return group || row.change === null ? null : formatQuantity(row.after);
    case 'value':
      return row.value === null ? null : signed(row.value);
    case 'total':
      return formatMoney(row.total);
    default:
      return null;
  }
};

const Name = ({ row, writable, onOpen }: Pick<RowsProps, 'writable' | 'onOpen'> & { row: EditedRow }) => (
  <>
    {Array.from({ length: row.level }, (_, index) => (
      <span key={index} className={tree.guide} aria-hidden="true" />
    ))}
    {row.added && writable ? (
      <button type="button" tabIndex={-1} className={styles.open} onClick={() => onOpen(row)}>
        {row.description}
      </button>
    ) : (
      <span className={tree.name} title={row.description}>
        {row.description}
      </span>
    )}
    {row.added && <span className={styles.new}>novo</span>}
  </>
);

/** The rows of the contract, with what the amendment changes of them. */
export const AmendmentGrid = (props: RowsProps) => {
  const { rows, writable, unread, problems, onChange, onOpen } = props;
  const keys = rows.map(({ key }) => key);
  const cursor = useTreeCursor<ColumnId>(keys, COLUMN_IDS, 'change');
  const { active, at } = cursor;
  /** Fields begin anew after a change was taken back. */
  const [round, setRound] = useState(0);
  const dropped = useRef<string | null>(null);
  const takeUnread: RowsProps['onUnread'] = (row, text) => {
    if (text === null || dropped.current !== row.key) props.onUnread(row, text);
  };
  const editable = (row: EditedRow, column: ColumnId): column is TypedColumn =>
    writable && !row.group && row.added === null && isTyped(column);
  const nextLine = (by: 1 | -1): string | undefined => {
    for (let place = at + by; place >= 0 && place < rows.length; place += by)
      if (rows[place]?.group === false) return rows[place]?.key;
    return undefined;
  };
  const here = rows[at];
  const enter = (by: 1 | -1): void => {
    if (by === 1 && writable && here?.added) {
      onOpen(here);
      return;
    }
    const key = nextLine(by);
    if (key !== undefined && active) cursor.go({ key, column: isTyped(active.column) ? active.column : 'change' });
  };
  const actOf = (event: KeyboardEvent): (() => void) | undefined => {
    switch (event.key) {
      case 'Enter':
        return () => enter(event.shiftKey ? -1 : 1);
      case 'ArrowDown':
        return () => void cursor.step(1);
      case 'ArrowUp':
        return () => void cursor.step(-1);
      case 'PageDown':
        return () => void cursor.step(20);
      case 'PageUp':
        return () => void cursor.step(-20);
      case 'ArrowRight':
        return isAtEdge(event.target, 'end') ? () => cursor.across(1) : undefined;
      case 'ArrowLeft':
        return isAtEdge(event.target, 'start') ? () => cursor.across(-1) : undefined;
      case 'Escape':
        return writable && here && !here.group && !here.added
          ? () => {
              // The field that goes would tell its text once more.
              dropped.current = here.key;
              setTimeout(() => (dropped.current = null));
              props.onUnread(here, null);
              onChange(here, null);
              setRound((before) => before + 1);
              cursor.keep();
            }
          : undefined;
      default:
        return undefined;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || active === null) return;
    const act = actOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <div className={styles.grid}>
      <TreeGrid
        label="Linhas do aditivo"
        columns={COLUMNS}
        usual="change"
        count={rows.length}
        place={at}
        readOnly={!writable}
        several={false}
        revision={round}
        {...{ cursor, onKeyDown }}
      >
        {(index, top) => {
          const row = rows[index];
          if (!row) return null;
          const column = active?.key === row.key ? active.column : null;
          const wrong = unread[row.key]?.problem ?? problems[row.key];
          return (
            <div
              key={row.key}
              role="row"
              aria-rowindex={index + 2}
              aria-level={row.level + 1}
              data-row={row.key}
              className={[tree.row, row.group && (row.level === 0 ? tree.stage : tree.subStage)]
                .filter(Boolean)
                .join(' ')}
              style={{ top }}
            >
              {COLUMNS.map(({ id, right }) => {
                const typed = editable(row, id);
                const focused = column === id;
                const problem = typed && id === 'change' ? wrong : undefined;
                return (
                  <div
                    key={id}
                    role="gridcell"
                    data-column={id}
                    {...(focused && !typed ? { 'data-active': '', tabIndex: 0 } : {})}
                    aria-invalid={problem !== undefined || undefined}
                    title={focused ? undefined : problem}
                    className={[
                      tree.cell,
                      right && tree.right,
                      typed && styles.typed,
                      focused && tree.active,
                      problem !== undefined && tree.wrong,
                    ]
                      .filter(Boolean)
                      .join(' ')}
                  >
                    {id === 'item' && row.code}
                    {id === 'description' && <Name {...{ row, writable, onOpen }} />}
                    {focused && typed ? (
                      <ChangeField key={round} {...props} row={row} column={id} onUnread={takeUnread} />
                    ) : (
                      ((id === 'change' ? unread[row.key]?.text : undefined) ?? textOf(row, id))
                    )}
                  </div>
                );
              })}
            </div>
          );
        }}
      </TreeGrid>
    </div>
  );
};
