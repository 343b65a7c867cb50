import { formatCurrency, formatMoney, formatUnitPrice } from '#domain/numberFormat.ts';
import type { LineFigures } from '#domain/engineering/measurements/line.ts';
import type { SumFigures } from '#domain/engineering/measurements/sheet.ts';
import { toTenThousandths } from '#domain/money.ts';
import tree from '#web/form/tree/tree.module.css';
import { ChevronDownIcon, ChevronRightIcon, PhotoIcon } from '#web/ui/icons.ts';
import type { ReactNode } from 'react';
import { cellText, percentageShown, quantityShown, type Mode, type TypedColumn } from '../model/cells.ts';
import type { MeasuredRow } from '../model/rows.ts';
import type { ColumnId } from './columns.ts';
import { COLUMN_IDS } from './columns.ts';
import { People } from './People.tsx';
import { Progress } from './Progress.tsx';
import styles from './sheet.module.css';

interface SheetRowProps {
  row: MeasuredRow;
  /** Null for stages. */
  figures: LineFigures | null;
  sums: SumFigures;
  mode: Mode;
  top: number;
  place: number;
  /** Column of the cursor. */
  active: ColumnId | null;
  open: boolean;
  writable: boolean;
  problem: string | undefined;
  photos: number;
  /** Others at this line. */
  people: readonly string[];
  onToggle: () => void;
  onPhotos: () => void;
  field: (column: TypedColumn) => ReactNode;
}

const RIGHT: readonly ColumnId[] = ['contracted', 'price', 'previous', 'percentage', 'quantity', 'balance', 'value'];

const percent = (percentage: string | null): string => (percentage === null ? '—' : `${percentageShown(percentage)}%`);

/** The field that a cell is while it has the cursor; a stage takes a percentage for its open lines. */
export const typedColumn = (column: ColumnId, group: boolean): TypedColumn | null => {
  if (column === 'percentage') return 'percentage';
  return column === 'quantity' && !group ? 'quantity' : null;
};

const stageText = (column: ColumnId, sums: SumFigures, mode: Mode): ReactNode => {
  switch (column) {
    case 'previous':
      return percent(sums.previousPercentage);
    case 'percentage':
      return percent(mode === 'PERIOD' ? sums.periodPercentage : sums.percentage);
    case 'balance':
      return formatCurrency(sums.balanceValue);
    case 'value':
      return sums.periodValue === '0.00' ? '—' : formatMoney(sums.periodValue);
    default:
      return null;
  }
};

const lineText = (column: ColumnId, row: MeasuredRow, figures: LineFigures, mode: Mode): ReactNode => {
  const { line, facts } = row;
  if (line === null) return null;
  switch (column) {
    case 'unit':
      return facts.unit;
    case 'contracted':
      return line.quantity === null ? '—' : quantityShown(line.quantity);
    case 'price':
      return line.unitPrice === null ? (
        <span className={styles.missing}>sem preço</span>
      ) : (
        formatUnitPrice(line.unitPrice)
      );
    case 'previous':
      return percent(figures.previousPercentage);
    case 'percentage':
    case 'quantity':
      return cellText(line, column, mode);
    case 'balance':
      return quantityShown(figures.balance);
    case 'value':
      return toTenThousandths(figures.periodQuantity) === 0n ? '—' : formatMoney(figures.periodValue);
    default:
      return null;
  }
};

const Photos = ({ row, photos, onPhotos }: Pick<SheetRowProps, 'row' | 'photos' | 'onPhotos'>) =>
  photos > 0 && (
    <button
      type="button"
      tabIndex={-1}
      className={styles.photos}
      aria-label={`${photos} ${photos === 1 ? 'foto' : 'fotos'} de ${row.facts.description}`}
      onClick={onPhotos}
    >
      <PhotoIcon /> {photos}
    </button>
  );

const Name = ({ row, open, people, onToggle }: Pick<SheetRowProps, 'row' | 'open' | 'people' | 'onToggle'>) => {
  const { facts, level, group } = row;
  return (
    <>
      {Array.from({ length: level }, (_, index) => (
        <span key={index} className={styles.indent} aria-hidden="true" />
      ))}
      {group ? (
        <button
          type="button"
          tabIndex={-1}
          className={tree.toggle}
          aria-label={`${open ? 'Fechar' : 'Abrir'} ${facts.description}`}
          aria-expanded={open}
          onClick={onToggle}
        >
          {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
        </button>
      ) : (
        <span className={tree.toggle} />
      )}
      <span className={tree.name} title={facts.description}>
        {facts.description}
      </span>
      <People names={people} />
    </>
  );
};

const rowClass = ({ group, level }: MeasuredRow): string =>
  [tree.row, styles.line, group && (level === 0 ? tree.stage : tree.subStage), group && level > 1 && tree.deepStage]
    .filter(Boolean)
    .join(' ');

/** One row of the sheet; its cell with the cursor is a field where it is typed in. */
export const SheetRow = (props: SheetRowProps) => {
  const { row, figures, sums, mode, active, writable, problem } = props;
  const { facts, group } = row;
  const warned = figures?.state === 'ABOVE' || figures?.state === 'REDUCED';
  const textOf = (column: ColumnId): ReactNode => {
    if (column === 'item') return facts.code;
    if (column === 'description') return <Name {...props} />;
    if (column === 'photos') return <Photos {...props} />;
    if (column === 'progress')
      return (
        <Progress
          previous={figures ? figures.previousPercentage : sums.previousPercentage}
          now={figures ? figures.percentage : sums.percentage}
        />
      );
    return figures ? lineText(column, row, figures, mode) : stageText(column, sums, mode);
  };
  return (
    <div
      role="row"
      aria-rowindex={props.place}
      aria-level={row.level + 1}
      aria-expanded={group ? props.open : undefined}
      data-row={facts.id}
      data-here={active !== null || undefined}
      className={rowClass(row)}
      style={{ top: props.top }}
    >
      {COLUMN_IDS.map((id) => {
        const typed = writable ? typedColumn(id, group) : null;
        const here = active === id;
        return (
          <div
            key={id}
            role="gridcell"
            data-column={id}
            data-warned={(warned && (typed !== null || id === 'balance')) || undefined}
            {...(here && typed === null ? { 'data-active': '', tabIndex: 0 } : {})}
            aria-invalid={(typed !== null && problem !== undefined) || undefined}
            title={typed !== null ? problem : undefined}
            className={[
              tree.cell,
              RIGHT.includes(id) && tree.right,
              typed !== null && !group && !here && styles.typed,
              here && tree.active,
              typed !== null && problem !== undefined && tree.wrong,
            ]
              .filter(Boolean)
              .join(' ')}
          >
            {here && typed !== null ? props.field(typed) : textOf(id)}
          </div>
        );
      })}
    </div>
  );
};
