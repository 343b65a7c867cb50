import type { ComponentPropsWithRef, ReactElement } from 'react';
import { CloseIcon } from './icons.ts';
import styles from './FilterChip.module.css';

/** What else a button takes (`onClick`, what a popover gives its trigger) is the chip's own. */
export interface FilterChipProps extends Omit<ComponentPropsWithRef<'button'>, 'value' | 'type'> {
  /** "Vencimento" */
  label: string;
  /** "15/11/2026 – 31/12/2026" */
  value: string;
  icon?: ReactElement;
  /** Absent: the filter cannot be taken away. */
  onClear?: () => void;
}

/** One applied filter, as a sentence; pressing changes it, the cross takes it away. */
export const FilterChip = ({ label, value, icon, onClear, ...button }: FilterChipProps) => (
  <span className={styles.chip}>
    <button {...button} type="button" data-printed className={styles.main}>
      {icon}
      {label}: <strong>{value}</strong>
    </button>
    {onClear !== undefined && (
      <button type="button" className={styles.clear} aria-label={`Limpar ${label}`} title="Limpar" onClick={onClear}>
        <CloseIcon />
      </button>
    )}
  </span>
);
