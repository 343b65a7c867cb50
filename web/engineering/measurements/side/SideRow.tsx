import { formatMoney, formatUnitPrice } from '#domain/numberFormat.ts';
import type { Money } from '#domain/money.ts';
import tree from '#web/form/tree/tree.module.css';
import { Checkbox } from '#web/ui/index.ts';
import type { ReactNode } from 'react';
import { quantityShown } from '../model/cells.ts';
import { isTyped, type ColumnId, type TypedColumn } from './columns.ts';
import { isGroup, type ContractedLine, type EstimateRow } from './model.ts';
import styles from './side.module.css';

interface SideRowProps {
  row: EstimateRow;
  columns: readonly { id: ColumnId; right?: true }[];
  /** Undefined: not in the contract. */
  line: ContractedLine | undefined;
  /** Value of the line, or of the lines of the stage. */
  total: Money;
  /** Whether all lines within are in the contract, or some. */
  included: boolean | 'mixed';
  top: number;
  place: number;
  /** Column of the cursor. */
  active: ColumnId | null;
  writable: boolean;
  onInclude: (included: boolean) => void;
  field: (column: TypedColumn) => ReactNode;
}

export const cellText = (line: ContractedLine | undefined, column: TypedColumn): string => {
  if (!line) return '';
  return column === 'quantity' ? quantityShown(line.quantity) : formatUnitPrice(line.unitPrice);
};

const rowClass = (row: EstimateRow): string =>
  [
    tree.row,
    isGroup(row) && (row.level === 0 ? tree.stage : tree.subStage),
    isGroup(row) && row.level > 1 && tree.deepStage,
  ]
    .filter(Boolean)
    .join(' ');

/** One row of the contract of a contractor; its cell with the cursor is a field where it is typed in. */
export const SideRow = (props: SideRowProps) => {
  const { row, line, total, writable } = props;
  const group = isGroup(row);
  const textOf = (column: ColumnId): ReactNode => {
    switch (column) {
      case 'included':
        return (
          <Checkbox
            ariaLabel={`Incluir ${row.description}`}
            checked={props.included}
            disabled={!writable}
            onChange={props.onInclude}
          />
        );
      case 'item':
        return row.code;
      case 'description':
        return (
          <span className={tree.name} style={{ paddingInlineStart: row.level * 16 }} title={row.description}>
            {row.description}
          </span>
        );
      case 'unit':
        return row.unit;
      case 'estimated':
        return group || row.quantity === null ? null : quantityShown(row.quantity);
      case 'cost':
        return group || row.unitPrice === null ? null : formatUnitPrice(row.unitPrice);
      case 'total':
        return line || group ? formatMoney(total) : null;
      default:
        return cellText(line, column);
    }
  };
  return (
    <div
      role="row"
      aria-rowindex={props.place}
      aria-level={row.level + 1}
      data-row={row.id}
      className={rowClass(row)}
      style={{ top: props.top }}
    >
      {props.columns.map(({ id, right }) => {
        const typed = writable && !group && isTyped(id) ? id : null;
        const here = props.active === id;
        return (
          <div
            key={id}
            role="gridcell"
            data-column={id}
            {...(here && typed === null ? { 'data-active': '', tabIndex: 0 } : {})}
            className={[
              tree.cell,
              right && tree.right,
              typed !== null && !here && tree.tinted,
              here && tree.active,
              id === 'included' && styles.check,
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
