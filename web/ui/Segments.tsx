import styles from './Segments.module.css';

export interface SegmentsProps<Value extends string> {
  ariaLabel: string;
  value: Value | '';
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A group of toggle buttons, one of which is pressed. */
export const Segments = <Value extends string>({ ariaLabel, value, options, onChange }: SegmentsProps<Value>) => (
  <div className={styles.segments} role="group" aria-label={ariaLabel}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.label}
      </button>
    ))}
  </div>
);
