import styles from './BeforeAfter.module.css';
import { ArrowRightIcon } from './icons.ts';
import { MoneyText } from './MoneyText.tsx';

export interface BeforeAfterProps {
  before: string;
  after: string;
}

/** A balance before an act and after it, at the end of its line. */
export const BeforeAfter = ({ before, after }: BeforeAfterProps) => (
  <span className={styles.figures}>
    <MoneyText value={before} />
    <ArrowRightIcon aria-label="passa a" />
    <MoneyText value={after} tone="sign" strong />
  </span>
);
