import { Field as FluentField } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** One control: TextInput, MoneyInput, DateInput, Combobox … It gets its name, error and hint from the field. */
  children: ReactElement;
  /** Portuguese sentence; also announced. */
  error?: string;
  /** What to think twice about; it keeps nothing from being saved. */
  warning?: string;
  hint?: string;
  required?: boolean;
  /** Takes the whole row of a FormSection. */
  wide?: boolean;
  className?: string;
}

/** Label, control, and what is wrong with it. */
export const Field = ({ label, children, error, warning, hint, required, wide, className }: FieldProps) => (
  <FluentField
    label={{ children: label, size: 'small', className: styles.label }}
    required={required}
    hint={hint}
    validationState={error !== undefined ? 'error' : warning !== undefined ? 'warning' : 'none'}
    validationMessage={error ?? warning}
    className={[styles.field, wide && styles.wide, className].filter(Boolean).join(' ')}
  >
    {children}
  </FluentField>
);
