import { toneOfIndex } from '#domain/engineering/earnedValue/texts.ts';
import { add, compare, isZero } from '#domain/money.ts';
import { useId } from 'react';
import committed from './committed.module.css';
import styles from './stages.module.css';
import { barShare, type Figures } from './rows.ts';

/**
 * Cost as a bar over the estimate, what orders commit hatched behind it, with a stroke at what was measured; red when it
 * earns too little, or is beyond it.
 */
export const Progress = ({ figures }: { figures: Figures }) => {
  const hatch = useId();
  const { estimateTotal, actualValue, committedValue, measuredValue, cpi } = figures;
  if (!estimateTotal || isZero(estimateTotal)) return null;
  const spent = barShare(actualValue, estimateTotal);
  const ordered = barShare(add(actualValue, committedValue), estimateTotal) - spent;
  return (
    <svg
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className={styles.progress}
      data-tone={compare(actualValue, estimateTotal) > 0 ? 'out' : toneOfIndex(cpi)}
      aria-hidden="true"
    >
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect width="1.8" height="4" className={committed.pattern} />
        </pattern>
      </defs>
      <rect y="2" width="100" height="6" className={styles.rest} />
      <rect y="2" width={spent} height="6" className={styles.spent} />
      {ordered > 0 && <rect x={spent} y="2" width={ordered} height="6" fill={`url(#${hatch})`} />}
      {measuredValue && (
        <line x1={barShare(measuredValue, estimateTotal)} x2={barShare(measuredValue, estimateTotal)} y2="10" />
      )}
    </svg>
  );
};
