import { formatDate, formatShortDate } from '#domain/dates.ts';
import { ChevronDownIcon, ChevronRightIcon, ColumnsIcon, MoreIcon, AddIcon } from '#web/ui/icons.ts';
import { IconButton, Menu } from '#web/ui/index.ts';
import { memo, type ReactNode } from 'react';
import { CELL_LABELS, isTyped, percentText, type CellField } from '../model/cells.ts';
import type { ItemRow, Row } from '../model/rows.ts';
import type { Edit, Schedule } from '../model/schedule.ts';
import { ROW } from '../layout.ts';
import { CellInput } from './CellInput.tsx';
import { floatWords } from '../chart/BarTip.tsx';
import styles from './board.module.css';

/** What a row can be asked for; one object for all rows, so that memoized ones stay. */
export interface RowCommands {
  select: (key: string) => void;
  fold: (stage: string) => void;
  open: (key: string, field: CellField | null) => void;
  step: (key: string, field: CellField, step: -1 | 0 | 1) => void;
  edit: (edit: Edit) => string | null;
  plan: (rowIds: readonly string[]) => void;
  details: (itemId: string) => void;
  milestone: (stageId: string) => void;
  remove: (itemId: string) => void;
  mark: (rowId: string) => void;
  /** Scrolls the chart to the bar of the row. */
  show: (key: string) => void;
}

interface TableRowProps {
  row: Row;
  index: number;
  active: boolean;
  marked: boolean;
  /** The cell that is typed in. */
  typed: CellField | null;
  wide: boolean;
  withYear: boolean;
  /** Given to the row that is typed in, so that memoized ones stay. */
  schedule: Schedule | null;
  /** Text of the predecessors, kept apart from the schedule so that other rows stay as they are. */
  predecessors: string;
  commands: RowCommands;
}

const shortDate = (date: string | undefined, withYear: boolean): string =>
  date === undefined ? '' : withYear ? `${formatShortDate(date)}/${date.slice(2, 4)}` : formatShortDate(date);

const Cell = ({
  field,
  row,
  props,
  children,
}: {
  field: CellField;
  row: ItemRow;
  props: TableRowProps;
  children: ReactNode;
}) => {
  const { typed, schedule, commands } = props;
  const canType = isTyped(field, row.item);
  return (
    <div
      role="gridcell"
      className={`${styles.cell} ${styles[field] ?? ''} ${canType ? styles.typed : ''}`}
      onDoubleClick={() => canType && commands.open(row.key, field)}
    >
      {typed === field && schedule ? (
        <CellInput
          key={field}
          {...{ field, schedule }}
          item={row.item}
          name={row.name}
          onEdit={commands.edit}
          onLeave={(step) => commands.step(row.key, field, step)}
        />
      ) : (
        children
      )}
    </div>
  );
};

const ItemCells = ({ row, props }: { row: ItemRow; props: TableRowProps }) => {
  const { item } = row;
  const { withYear, wide } = props;
  const cells: [CellField, string, string?][] = [
    ['start', shortDate(item.startDate, withYear), formatDate(item.startDate)],
    ['end', shortDate(item.endDate, withYear), formatDate(item.endDate)],
    ['days', item.milestone === null ? String(item.duration) : '—'],
    ...(wide
      ? ([
          ['percent', percentText(item.percentComplete)],
          ['predecessors', props.predecessors, props.predecessors],
        ] satisfies [CellField, string, string?][])
      : []),
  ];
  return cells.map(([field, text, title]) => (
    <Cell key={field} field={field} row={row} props={props}>
      <span title={title}>{text}</span>
    </Cell>
  ));
};

const PlainCells = ({ row, wide, withYear }: { row: Row; wide: boolean; withYear: boolean }) => {
  const dates = row.kind === 'stage' ? row.dates : null;
  const percent = dates?.percent ?? null;
  const texts: [CellField, string][] = [
    ['start', shortDate(dates?.startDate, withYear)],
    ['end', shortDate(dates?.endDate, withYear)],
    ['days', dates ? String(dates.days) : ''],
    ...(wide
      ? ([
          ['percent', percent === null ? '' : `${percent}%`],
          ['predecessors', ''],
        ] satisfies [CellField, string][])
      : []),
  ];
  return texts.map(([field, text]) => (
    <div key={field} role="gridcell" className={`${styles.cell} ${styles[field] ?? ''}`}>
      {text}
    </div>
  ));
};

/** Actions of a row at its name: fold, plan, or the menu of an item. */
const RowMenu = ({ row, commands }: { row: Row; commands: RowCommands }) => {
  const trigger = <IconButton size="small" tabIndex={-1} label={`Ações de ${row.name}`} icon={<MoreIcon />} />;
  if (row.kind === 'item') {
    const { id } = row.item;
    return (
      <Menu
        trigger={trigger}
        actions={[
          { label: 'Editar tarefa', shortcut: 'Ctrl Enter', onClick: () => commands.details(id) },
          { label: 'Digitar predecessoras', shortcut: 'D', onClick: () => commands.open(row.key, 'predecessors') },
          { label: 'Ir à barra', shortcut: 'V', onClick: () => commands.show(row.key) },
          { label: 'Retirar do cronograma', shortcut: 'Del', separated: true, onClick: () => commands.remove(id) },
        ]}
      />
    );
  }
  if (row.kind === 'free') return null;
  const actions = [{ label: 'Novo marco nesta etapa', shortcut: 'M', onClick: () => commands.milestone(row.id) }];
  const whole = { label: 'Planejar a etapa inteira', shortcut: 'P', onClick: () => commands.plan([row.id]) };
  return <Menu trigger={trigger} actions={row.free ? [whole, ...actions] : actions} />;
};

const Name = ({ row, marked, commands }: { row: Row; marked: boolean; commands: RowCommands }) => (
  <div role="gridcell" className={`${styles.cell} ${styles.name}`} style={{ paddingLeft: 6 + row.level * 12 }}>
    {row.kind === 'stage' ? (
      <button
        type="button"
        tabIndex={-1}
        className={styles.fold}
        aria-label={row.folded ? `Abrir ${row.name}` : `Fechar ${row.name}`}
        onClick={() => commands.fold(row.id)}
      >
        {row.folded ? <ChevronRightIcon /> : <ChevronDownIcon />}
      </button>
    ) : (
      <span className={styles.fold} />
    )}
    <span className={styles.text} title={row.name}>
      {marked && <span className={styles.mark}>✓ </span>}
      {row.name}
    </span>
    {row.kind === 'item' && row.item.critical && (
      <span className={styles.critical} title={`Caminho crítico: ${floatWords(row.item.totalFloat)}`}>
        crítico
      </span>
    )}
    <span className={styles.actions}>
      {row.kind === 'free' && (
        <IconButton
          size="small"
          tabIndex={-1}
          label={`Planejar ${row.name}`}
          icon={<AddIcon />}
          onClick={() => commands.plan([row.id])}
        />
      )}
      <RowMenu row={row} commands={commands} />
    </span>
  </div>
);

/** A row of the table beside the chart. */
export const TableRow = memo((props: TableRowProps) => {
  const { row, index, active, marked, wide, withYear, commands } = props;
  return (
    <div
      role="row"
      aria-level={row.level + 1}
      aria-rowindex={index + 2}
      aria-selected={active}
      aria-expanded={row.kind === 'stage' ? !row.folded : undefined}
      tabIndex={active ? 0 : -1}
      data-key={row.key}
      data-kind={row.kind}
      className={styles.row}
      style={{ top: index * ROW }}
      onClick={() => commands.select(row.key)}
      onFocus={(event) => event.target === event.currentTarget && commands.select(row.key)}
    >
      <div role="gridcell" className={`${styles.cell} ${styles.code}`}>
        {row.code}
      </div>
      <Name {...{ row, marked, commands }} />
      {row.kind === 'item' ? <ItemCells row={row} props={props} /> : <PlainCells {...{ row, wide, withYear }} />}
    </div>
  );
});
TableRow.displayName = 'TableRow';

interface TableHeadProps {
  wide: boolean;
  width: number;
  onWide: (wide: boolean) => void;
}

export const TableHead = ({ wide, width, onWide }: TableHeadProps) => (
  <div role="row" aria-rowindex={1} className={styles.tableHead} style={{ width }}>
    <div role="columnheader" className={styles.code}>
      Item
    </div>
    <div role="columnheader" className={styles.name}>
      Tarefa
      <span className={styles.columns}>
        <IconButton
          size="small"
          label="Colunas de avanço e predecessoras"
          icon={<ColumnsIcon />}
          pressed={wide}
          onClick={() => onWide(!wide)}
        />
      </span>
    </div>
    {(['start', 'end', 'days', ...(wide ? (['percent', 'predecessors'] as const) : [])] as const).map((field) => (
      <div key={field} role="columnheader" className={styles[field]}>
        {field === 'percent' ? '%' : CELL_LABELS[field]}
      </div>
    ))}
  </div>
);
