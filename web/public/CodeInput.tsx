import type { Ref } from 'react';
import styles from './CodeInput.module.css';

const LENGTH = 6;
const PLACES = Array.from({ length: LENGTH }, (_, at) => at);

export interface CodeInputProps {
  id: string;
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (code: string) => void;
  invalid: boolean;
  autoFocus?: boolean;
  /** Only where no label names the input. */
  ariaLabel?: string;
  /** Ids of the elements that describe the input. */
  describedBy?: string | undefined;
}

/** A code of six digits: one input, drawn as six boxes, so that pasting and the phone's proposal fill all of them. */
export const CodeInput = ({ value, onChange, invalid, describedBy, ariaLabel, ...input }: CodeInputProps) => (
  <div className={styles.code}>
    <input
      {...input}
      className={styles.typed}
      name="otp"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      aria-label={ariaLabel}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      value={value}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, LENGTH))}
    />
    <div className={styles.boxes} aria-hidden="true">
      {PLACES.map((at) => (
        <span
          key={at}
          className={[styles.box, at === Math.min(value.length, LENGTH - 1) && styles.next].filter(Boolean).join(' ')}
        >
          {value[at]}
        </span>
      ))}
    </div>
  </div>
);
