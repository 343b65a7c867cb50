import type { ComponentPropsWithRef, ReactElement } from 'react';
import { CloseIcon } from './icons.ts';
import styles from './FilterChip.module.css';
import { useShownFilter } from './shownFilters.ts';

/** The main button also takes the usual button props (`onClick`, the props a popover gives its trigger). */
export interface FilterChipProps extends Omit<ComponentPropsWithRef<'button'>, 'value' | 'type'> {
  /** "Vencimento" */
  label: string;
  /** "15/11/2026 – 31/12/2026" */
  value: string;
  icon?: ReactElement;
  /** Absent: the filter cannot be removed. */
  onClear?: () => void;
}

/** One applied filter as label and value; a click changes it, the cross removes it. */
export const FilterChip = ({ label, value, icon, onClear, ...button }: FilterChipProps) => {
  useShownFilter(label, value);
  return (
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
};
