import styles from './sheet.module.css';

interface ProgressProps {
  /** Percentages as text; null: nothing is contracted. */
  previous: string | null;
  now: string | null;
}

/** Widths of a bar need no exact arithmetic. */
const share = (percentage: string | null): number => Math.max(0, Number(percentage ?? 0));

/** What was measured before, what is measured now, and what is above the contract. */
export const Progress = ({ previous, now }: ProgressProps) => {
  const [before, until] = [share(previous), share(now)];
  const whole = Math.max(100, until, before);
  const part = (from: number, to: number): string => `${(Math.max(0, to - from) / whole) * 100}%`;
  const kept = Math.min(before, until, 100);
  return (
    <span className={styles.bar} aria-hidden="true">
      <span data-part="before" style={{ width: part(0, kept) }} />
      <span data-part="now" style={{ width: part(kept, Math.min(until, 100)) }} />
      <span data-part="taken" style={{ width: part(until, Math.min(before, 100)) }} />
      <span data-part="above" style={{ width: part(100, until) }} />
    </span>
  );
};
