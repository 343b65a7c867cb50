import type { ReactElement, Ref } from 'react';
import { CloseIcon } from './icons.ts';
import styles from './FilterChip.module.css';

export interface FilterChipProps {
  /** "Vencimento" */
  label: string;
  /** "15/11/2026 – 31/12/2026" */
  value: string;
  icon?: ReactElement;
  /** Opens what changes it. */
  onClick?: () => void;
  /** Absent: the filter cannot be taken away. */
  onClear?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** One applied filter, as a sentence; pressing changes it, the cross takes it away. */
export const FilterChip = ({ label, value, icon, onClick, onClear, ref }: FilterChipProps) => (
  <span className={styles.chip}>
    <button type="button" ref={ref} onClick={onClick} className={styles.main}>
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
