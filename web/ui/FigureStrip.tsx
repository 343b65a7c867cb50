import type { ReactNode } from 'react';
import { MoneyText, type MoneyTextProps } from './MoneyText.tsx';
import styles from './FigureStrip.module.css';

export interface Figure {
  label: ReactNode;
  /** Decimal text. */
  value?: string | null | undefined;
  tone?: MoneyTextProps['tone'];
  /** Instead of an amount: "12 de 64". */
  text?: string;
  /** Below the amount. */
  note?: ReactNode;
}

export interface FigureStripProps {
  figures: readonly Figure[];
  /** Full width below the figures: the paid share as a bar. */
  children?: ReactNode;
}

/** Related amounts side by side in one frame; two per row on a phone when there are more than three. */
export const FigureStrip = ({ figures, children }: FigureStripProps) => (
  <div className={styles.strip}>
    <dl className={styles.list} data-many={figures.length > 3 || undefined}>
      {figures.map(({ label, value, tone, text, note }, index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>
            {text === undefined ? (
              <MoneyText value={value} tone={tone} strong />
            ) : (
              <strong className={tone && styles[tone]}>{text}</strong>
            )}
          </dd>
          {note !== undefined && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
    {children}
  </div>
);
