import { useArrowNavigationGroup } from '@fluentui/react-components';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import type { ReactElement, ReactNode } from 'react';
import { ChevronDownIcon, CloseIcon } from './icons.ts';
import { Menu, type MenuAction } from './Menu.tsx';
import styles from './BulkBar.module.css';
import { useBarKeys } from './useBarKeys.ts';

export interface BulkAction {
  label: string;
  icon?: ReactElement;
  disabled?: boolean;
  onClick?: () => void;
  /** Opens a menu of these in place of a click. */
  choices?: readonly MenuAction[];
}

export interface BulkBarProps {
  count: number;
  /** "selecionado"; default "selecionada". */
  selected?: string;
  /** Decimal text: sum of the selected rows. */
  sum?: string;
  /** Before the sum, where it is not plain which one it is: "saldo". */
  sumLabel?: string;
  actions: readonly BulkAction[];
  onClear: () => void;
  /** A field before the actions. */
  children?: ReactNode;
}

/**
 * Actions for the selected rows, above the foot of the grid; renders nothing when no row is selected. One tab stop with arrow
 * keys; Alt+B goes to it from anywhere on the screen, Esc back to the rows, and there Esc clears the selection.
 */
export const BulkBar = (props: BulkBarProps) => (props.count === 0 ? null : <Bar {...props} />);

const Bar = ({ count, selected = 'selecionada', sum, sumLabel, actions, onClear, children }: BulkBarProps) => {
  const arrows = useArrowNavigationGroup({ axis: 'both', circular: true, memorizeCurrent: true });
  const { barRef, ...keys } = useBarKeys(onClear);
  return (
    <div
      ref={barRef}
      className={styles.bar}
      role="toolbar"
      aria-label="Ações para os selecionados"
      aria-keyshortcuts="Alt+B"
      {...arrows}
      {...keys}
    >
      <span className={styles.count} role="status">
        <strong>{counted(count, selected)}</strong>
        {sum !== undefined && (
          <span> · {[sumLabel, formatCurrency(sum).replace('-', '−')].filter(Boolean).join(' ')}</span>
        )}
      </span>
      {children}
      {actions.map((action) => (
        <Action key={action.label} {...action} />
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
};

const Action = ({ label, icon, disabled, onClick, choices }: BulkAction) => {
  const button = (
    <button type="button" className={styles.action} disabled={disabled} onClick={onClick}>
      {icon}
      {label}
      {choices && <ChevronDownIcon />}
    </button>
  );
  return choices ? <Menu trigger={button} actions={choices} /> : button;
};
