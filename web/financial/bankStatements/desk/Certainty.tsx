import { formatCount } from '#domain/numberFormat.ts';
import { SURE } from './model.ts';
import styles from './desk.module.css';

/** How sure a suggestion is: green from 90 %, blue from 70 %. */
export const Score = ({ score }: { score: number }) => (
  <span className={styles.score} data-sure={score >= SURE || undefined}>
    {formatCount(score)}%
  </span>
);

/** Height of a row of one entry, as in the stylesheet. */
const ROW = 44;

/** The score between a line and its entries, with a line to each of them. */
export const Certainty = ({ score, entries }: { score: number | null; entries: number }) => (
  <div className={styles.middle}>
    <svg className={styles.joins} viewBox={`0 0 84 ${entries * ROW}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 ${(entries * ROW) / 2}H42`} />
      {Array.from({ length: entries }, (_, index) => {
        const [from, to] = [(entries * ROW) / 2, index * ROW + ROW / 2];
        return <path key={index} d={`M42 ${from}C66 ${from} 60 ${to} 84 ${to}`} />;
      })}
    </svg>
    {score === null ? (
      <span className={styles.score} data-chosen="">
        escolha
      </span>
    ) : (
      <Score score={score} />
    )}
  </div>
);
