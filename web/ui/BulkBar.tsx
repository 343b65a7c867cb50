import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ReactElement } from 'react';
import { CloseIcon } from './icons.ts';
import styles from './BulkBar.module.css';

export interface BulkAction {
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  disabled?: boolean;
}

export interface BulkBarProps {
  count: number;
  /** "selecionado"; default "selecionada". */
  selected?: string;
  /** Decimal text: sum of the selected rows. */
  sum?: string;
  actions: readonly BulkAction[];
  onClear: () => void;
}

/** Actions for the selected rows, above the foot of the grid; renders nothing when no row is selected. */
export const BulkBar = ({ count, selected = 'selecionada', sum, actions, onClear }: BulkBarProps) =>
  count === 0 ? null : (
    <div className={styles.bar} role="toolbar" aria-label="Ações para os selecionados">
      <span className={styles.count} role="status">
        <strong>{counted(count, selected)}</strong>
        {sum !== undefined && <span> · {formatCurrency(sum)}</span>}
      </span>
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          className={styles.action}
          disabled={action.disabled}
          onClick={action.onClick}
        >
          {action.icon}
          {action.label}
        </button>
      ))}
      <button
        type="button"
        aria-label="Limpar seleção"
        title="Limpar seleção"
        onClick={onClear}
        className={styles.clear}
      >
        <CloseIcon />
      </button>
    </div>
  );
