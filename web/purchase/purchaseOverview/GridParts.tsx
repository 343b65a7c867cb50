import { isBelowZero } from '#domain/engineering/purchaseOverview/figures.ts';
import { ChevronDownIcon, ChevronRightIcon } from '#web/ui/icons.ts';
import { Checkbox } from '#web/ui/index.ts';
import { useRef, type ReactNode } from 'react';
import styles from './grid.module.css';

interface CheckProps {
  label: string;
  checked: boolean | 'mixed';
  onChange: (extending: boolean) => void;
}

/** The checkbox of a row; with Shift, the rows up to it. */
export const Check = ({ label, checked, onChange }: CheckProps) => {
  const extending = useRef(false);
  return (
    <span className={styles.check} onClickCapture={({ shiftKey }) => (extending.current = shiftKey)}>
      <Checkbox ariaLabel={label} checked={checked} onChange={() => onChange(extending.current)} />
    </span>
  );
};

/** Opens and closes a row by mouse; by keyboard, the arrows do. */
export const Fold = ({ open, name, onToggle }: { open: boolean; name: string; onToggle: () => void }) => (
  <button
    type="button"
    tabIndex={-1}
    className={styles.fold}
    aria-label={`${open ? 'Fechar' : 'Abrir'} ${name}`}
    onClick={(event) => {
      event.stopPropagation();
      onToggle();
    }}
  >
    {open ? <ChevronDownIcon /> : <ChevronRightIcon />}
  </button>
);

interface NumberCellProps {
  text: string;
  /** Decimal text: red below zero. */
  value?: string | null;
  /** First of a group of columns. */
  first?: boolean;
  signed?: boolean;
  strong?: boolean;
}

/** An amount; a balance below zero is red and has its sign. */
export const NumberCell = ({ text, value, first = false, signed = false, strong = false }: NumberCellProps) => (
  <div
    role="gridcell"
    className={[styles.number, first && styles.first, strong && styles.strong].filter(Boolean).join(' ')}
    data-tone={signed && isBelowZero(value) ? 'out' : undefined}
  >
    {text}
  </div>
);

/** Whether a click in a row was meant for something in it. */
export const isOnControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

export const Cell = ({ className, children }: { className?: string | undefined; children?: ReactNode }) => (
  <div role="gridcell" className={`${styles.cell} ${className ?? ''}`}>
    {children}
  </div>
);
