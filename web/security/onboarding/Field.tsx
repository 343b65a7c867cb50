import type { ReactNode } from 'react';
import { Check } from './icons.tsx';
import type { Notice, Problems, TextField } from './model.ts';
import { LONGEST } from './model.ts';
import styles from './Field.module.css';
import type { Wizard } from './useWizard.ts';

export interface FieldProps {
  wizard: Wizard;
  field: TextField;
  label: string;
  optional?: boolean;
  hint?: string;
  /** What is said of the value while it is typed. */
  notice?: Notice;
  type?: 'text' | 'email';
  autoComplete?: string;
  inputMode?: 'text' | 'email' | 'decimal' | 'numeric';
  /** In front of the value. */
  prefix?: string;
  onBlur?: () => void;
}

/** The line below a field: its problem, else what is said of its value, else the hint. */
export const FieldFoot = ({
  id,
  problem,
  notice,
  hint,
}: {
  id: string;
  problem?: string | undefined;
  notice?: Notice | undefined;
  hint?: string | undefined;
}) => (
  <div
    id={`${id}-foot`}
    className={styles.foot}
    data-tone={problem ? 'bad' : notice?.tone}
    role={problem ? 'alert' : undefined}
  >
    {problem ?? notice?.text ?? hint}
  </div>
);

export const Label = ({
  htmlFor,
  children,
  optional,
}: {
  htmlFor: string;
  children: ReactNode;
  optional?: boolean | undefined;
}) => (
  <label htmlFor={htmlFor} className={styles.label}>
    {children}
    {optional && <span> opcional</span>}
  </label>
);

const invalid = (problems: Problems, field: TextField, notice: Notice | undefined): boolean =>
  problems[field] !== undefined || notice?.tone === 'bad';

/** A labelled text input of the sign-up. */
export const Field = ({ wizard, field, label, optional, hint, notice, prefix, onBlur, ...input }: FieldProps) => (
  <div className={styles.field}>
    <Label htmlFor={field} optional={optional}>
      {label}
    </Label>
    <div className={styles.box}>
      {prefix && <span className={styles.prefix}>{prefix}</span>}
      <input
        {...input}
        id={field}
        name={field}
        maxLength={LONGEST[field]}
        aria-describedby={`${field}-foot`}
        aria-invalid={invalid(wizard.problems, field, notice)}
        data-prefixed={prefix ? true : undefined}
        autoCapitalize={field === 'login' ? 'none' : undefined}
        spellCheck={false}
        value={wizard.form[field]}
        onChange={(event) => wizard.type(field, event.target.value)}
        onBlur={onBlur}
      />
      {notice?.tone === 'good' && (
        <span className={styles.good}>
          <Check size={12} />
        </span>
      )}
    </div>
    <FieldFoot id={field} problem={wizard.problems[field]} notice={notice} hint={hint} />
  </div>
);
