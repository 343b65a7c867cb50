import { formatCoefficient, formatMoney, formatPercentage, formatUnitPrice } from '#domain/numberFormat.ts';
import type { AmendmentFigures } from '#domain/engineering/estimate/amendments.ts';
import { add } from '#domain/money.ts';
import type { TreeColumn } from '#web/form/tree/TreeGrid.tsx';
import type { RowFigures } from '#domain/engineering/estimate/figures.ts';
import { BasePill } from '#web/engineering/tasks/BasePill.tsx';
import { LineIcon } from '#web/engineering/tasks/editor/LineIcon.tsx';
import { ChevronDownIcon, ChevronRightIcon, GripIcon, NoteIcon, ProductGroupIcon } from '#web/ui/icons.ts';
import type { CSSProperties, ReactNode } from 'react';
import { fieldText, NO_PRICE, quantityShown, signedQuantity } from './cellText.ts';
import { typedColumn, type ColumnId } from './columns.ts';
import tree from '#web/form/tree/tree.module.css';
import styles from './estimate.module.css';
import { isTyped } from './model/cells.ts';
import type { EstimateRow } from './model/rows.ts';
import type { InnerLine, Shown } from './model/visible.ts';
import type { Unread } from '#web/form/tree/CellField.tsx';

export interface RowLook {
  figures: RowFigures | null;
  /** Part of the estimate's total; null where that is zero. */
  share: string | null;
  top: number;
  /** Place among the shown rows, from 1. */
  place: number;
  /** Column of the cursor. */
  active: ColumnId | null;
  chosen: boolean;
  marked: boolean;
  open: boolean;
  writable: boolean;
  /** Texts that do not read, and problems, by the row's key and the field. */
  unread: (column: ColumnId) => Unread | undefined;
  problem: (column: ColumnId) => string | undefined;
}

interface GridRowProps extends RowLook {
  columns: readonly TreeColumn<ColumnId>[];
  /** What amendments add to the row; null: nothing. */
  amendment: AmendmentFigures | null;
  shown: Shown;
  onToggle: (row: EstimateRow) => void;
  onMemo: (row: EstimateRow) => void;
  field: (row: EstimateRow, column: ColumnId) => ReactNode;
}

const Guides = ({ level }: { level: number }) =>
  Array.from({ length: level }, (_, index) => <span key={index} className={tree.guide} aria-hidden="true" />);

/** Says that a composition, or the price of an input, is this estimate's own. */
export const LocalMark = ({ row }: { row: EstimateRow }) => {
  if (!row.changed || row.group) return null;
  const [short, whole] =
    row.taskId === null
      ? ['preço alterado', 'Preço alterado neste orçamento']
      : ['alterada', 'Alterada neste orçamento'];
  return (
    <span className={styles.local} title={whole}>
      {short}
    </span>
  );
};

const Description = ({
  row,
  open,
  onToggle,
  onMemo,
}: Pick<GridRowProps, 'open' | 'onToggle' | 'onMemo'> & { row: EstimateRow }) => (
  <>
    {row.group || row.type === 'COMPOSED_TASK' ? (
      <button
        type="button"
        tabIndex={-1}
        className={tree.toggle}
        aria-label={`${open ? 'Fechar' : 'Abrir'} ${row.description}`}
        aria-expanded={open}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(row);
        }}
      >
        {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
      </button>
    ) : (
      <span className={tree.toggle} />
    )}
    {row.group ? (
      <span className={styles.stageIcon} aria-hidden="true">
        <ProductGroupIcon />
      </span>
    ) : (
      <LineIcon kind={row.type === 'PRODUCT' ? 'PRODUCT' : 'TASK'} type={row.productType} />
    )}
    <span className={tree.name} title={row.description}>
      {row.description === '' ? 'sem descrição' : row.description}
    </span>
    <LocalMark row={row} />
    {row.memo !== null && row.memo !== '' && (
      <button
        type="button"
        tabIndex={-1}
        className={styles.memo}
        title={row.memo}
        aria-label={`Memória de cálculo de ${row.description}`}
        onClick={() => onMemo(row)}
      >
        <NoteIcon />
      </button>
    )}
  </>
);

const textOf = (row: EstimateRow, column: ColumnId, figures: RowFigures | null, share: string | null): ReactNode => {
  switch (column) {
    case 'code':
      return row.code;
    case 'base':
      return <BasePill base={row.base} short />;
    case 'unit':
      return row.unit;
    case 'quantity':
      return quantityShown(row.quantity);
    case 'unitPrice':
      if (row.group) return null;
      return row.unitPrice === null ? (
        <span className={styles.missing}>{NO_PRICE}</span>
      ) : (
        formatUnitPrice(row.unitPrice)
      );
    case 'withBdi':
      return figures?.unitPriceWithBdi ? formatUnitPrice(figures.unitPriceWithBdi) : null;
    case 'total':
      return figures?.total ? formatMoney(figures.total) : null;
    case 'share':
      return figures?.total ? (share === null ? '-' : formatPercentage(share)) : null;
    default:
      return null;
  }
};

/** Of the columns of amendments; undefined for the others. */
const amendedText = (
  row: EstimateRow,
  column: ColumnId,
  figures: RowFigures | null,
  amendment: AmendmentFigures | null,
): ReactNode => {
  if (column === 'amendment' && row.amendment !== null) return signedQuantity(row.amendment);
  if (column !== 'current' || !figures?.total) return undefined;
  return formatMoney(amendment ? add(figures.total, amendment.total) : figures.total);
};

const lineText = (line: InnerLine, column: ColumnId): ReactNode => {
  switch (column) {
    case 'code':
      return line.code;
    case 'base':
      return <BasePill base={line.base} short />;
    case 'unit':
      return line.unit;
    case 'quantity':
      return formatCoefficient(line.quantity);
    case 'unitPrice':
      return line.unitPrice === null ? NO_PRICE : formatUnitPrice(line.unitPrice);
    default:
      return null;
  }
};

interface LineRowProps extends Pick<GridRowProps, 'columns' | 'place' | 'top'> {
  shown: Extract<Shown, { kind: 'line' }>;
}

const LineRow = ({ shown, columns, place, top }: LineRowProps) => {
  const { line, row, code } = shown;
  return (
    <div
      role="row"
      aria-rowindex={place}
      aria-level={row.level + 2}
      className={`${tree.row} ${styles.line} ${styles.inner}`}
      style={{ top }}
    >
      {columns.map(({ id, right }) => (
        <div key={id} role="gridcell" className={`${tree.cell} ${right ? tree.right : ''}`} data-column={id}>
          {id === 'item' && code}
          {id === 'description' && (
            <>
              <Guides level={row.level + 1} />
              <span className={tree.toggle} />
              {line && <LineIcon kind={line.kind} type={line.productType} />}
              <span className={tree.name}>{line?.name ?? 'Carregando…'}</span>
            </>
          )}
          {line && lineText(line, id)}
        </div>
      ))}
    </div>
  );
};

/** One row of the tree: its cells as text, the one with the cursor as a field where it is typed in. */
export const GridRow = ({ shown, columns, amendment, onToggle, onMemo, field, ...look }: GridRowProps) => {
  const { top, place, active, writable, figures, share } = look;
  if (shown.kind === 'line') return <LineRow {...{ shown, columns, place, top }} />;
  const { row, code } = shown;
  const style: CSSProperties = { top };
  const classes = [
    tree.row,
    styles.line,
    row.group && styles.group,
    row.group && (row.level === 0 ? tree.stage : tree.subStage),
    row.group && row.level > 1 && tree.deepStage,
    look.chosen && tree.chosen,
    look.marked && tree.marked,
  ];
  return (
    <div
      role="row"
      aria-rowindex={place}
      aria-level={row.level + 1}
      aria-selected={look.chosen}
      aria-expanded={row.group || row.type === 'COMPOSED_TASK' ? look.open : undefined}
      data-row={row.key}
      className={classes.filter(Boolean).join(' ')}
      style={style}
    >
      {columns.map(({ id, right }) => {
        const typed = typedColumn(id);
        const editable = writable && typed !== null && isTyped(row, typed);
        const here = active === id;
        const unread = look.unread(id);
        const problem = unread?.problem ?? look.problem(id);
        return (
          <div
            key={id}
            role="gridcell"
            data-column={id}
            {...(here && !editable ? { 'data-active': '', tabIndex: 0 } : {})}
            aria-invalid={problem !== undefined || undefined}
            title={here ? undefined : problem}
            className={[
              tree.cell,
              right && tree.right,
              editable && id !== 'description' && tree.tinted,
              here && tree.active,
              problem !== undefined && tree.wrong,
            ]
              .filter(Boolean)
              .join(' ')}
          >
            {id === 'item' && code}
            {id === 'item' && writable && (
              <span className={styles.grip} aria-hidden="true">
                <GripIcon />
              </span>
            )}
            {id === 'description' && <Guides level={row.level} />}
            {id === 'description' && !(here && editable) && (
              <Description {...{ row, open: look.open, onToggle, onMemo }} />
            )}
            {here && editable
              ? field(row, id)
              : (unread?.text ??
                (typed && row.formula !== null && id === 'quantity' ? (
                  <span className={styles.formula} title={fieldText(row, 'quantity')}>
                    {quantityShown(row.quantity)}
                  </span>
                ) : (
                  (amendedText(row, id, figures, amendment) ?? textOf(row, id, figures, share))
                )))}
          </div>
        );
      })}
    </div>
  );
};
