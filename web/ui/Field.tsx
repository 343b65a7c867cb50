import { Field as FluentField } from '@fluentui/react-components';
import type { ReactElement } from 'react';
import styles from './Field.module.css';

export interface FieldProps {
  label: string;
  /** One control: TextInput, MoneyInput, DateInput, Combobox … The field passes it its name, error and hint. */
  children: ReactElement;
  /** Portuguese sentence; screen readers announce it. */
  error?: string;
  /** A warning to consider; it does not block saving. */
  warning?: string;
  hint?: string;
  /** Marks the value as one that came from a file: "veio do XML". */
  mark?: string;
  required?: boolean;
  /** Spans the whole row of a FormSection. */
  wide?: boolean;
  className?: string;
}

/** A control with its label, hint and error. */
export const Field = ({ label, children, error, warning, hint, mark, required, wide, className }: FieldProps) => (
  <FluentField
    label={{
      children:
        mark === undefined ? (
          label
        ) : (
          <>
            {label} <span className={styles.mark} title={mark} aria-hidden="true" />
          </>
        ),
      ...{ size: 'small', className: styles.label },
    }}
    required={required}
    hint={
      mark === undefined ? (
        hint
      ) : (
        <>
          {hint} <span className="visuallyHidden">{mark}</span>
        </>
      )
    }
    validationState={error !== undefined ? 'error' : warning !== undefined ? 'warning' : 'none'}
    validationMessage={error ?? warning}
    className={[styles.field, wide && styles.wide, className].filter(Boolean).join(' ')}
  >
    {children}
  </FluentField>
);
