import { useId } from 'react';
import styles from './supplier.module.css';

interface TypedFieldProps {
  label: string;
  /** Accessible name, where the label alone would be that of another field too. */
  name?: string;
  value: string;
  onChange: (text: string) => void;
  problem?: string | undefined;
  before?: string;
  after?: string;
  hint?: string;
  placeholder?: string;
  maxLength?: number;
  /** A day, chosen on the calendar of the device. */
  day?: boolean;
  /** The earliest day. */
  min?: string;
  /** The number pad with a comma. */
  decimal?: boolean;
  isPrice?: boolean;
}

/** A labelled text field of the page, with its problem below. */
export const TypedField = ({
  label,
  name,
  value,
  onChange,
  problem,
  before,
  after,
  hint,
  ...rest
}: TypedFieldProps) => {
  const id = useId();
  const about = problem ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <span className={styles.control} data-invalid={problem !== undefined || undefined}>
        {before !== undefined && <span>{before}</span>}
        <input
          id={id}
          aria-label={name}
          aria-invalid={problem !== undefined}
          aria-describedby={about === undefined ? undefined : `${id}-about`}
          type={rest.day ? 'date' : 'text'}
          min={rest.min}
          autoComplete="off"
          value={value}
          placeholder={rest.placeholder}
          maxLength={rest.maxLength ?? 30}
          inputMode={rest.decimal ? 'decimal' : undefined}
          data-number={rest.decimal || undefined}
          data-price={rest.isPrice || undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        {after !== undefined && <span>{after}</span>}
      </span>
      {about !== undefined && (
        <span id={`${id}-about`} className={problem === undefined ? styles.hint : styles.problem}>
          {about}
        </span>
      )}
    </div>
  );
};
