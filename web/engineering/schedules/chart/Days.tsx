import type { IsoDate } from '#domain/dates.ts';
import { memo } from 'react';
import { endOf, headOf, shadesOf, xOf, type TimeScale } from '../model/timeScale.ts';
import styles from './chart.module.css';

interface DaysProps {
  scale: TimeScale;
  from: number;
  to: number;
  height: number;
  isWorkingDay: (day: IsoDate) => boolean;
  daysOff: ReadonlySet<IsoDate>;
  today: IsoDate;
}

/** Days without work, the beginnings of the head's upper row, and today, behind the bars. */
export const Days = memo(({ scale, from, to, height, isWorkingDay, daysOff, today }: DaysProps) => {
  const now = xOf(scale, today);
  return (
    <g>
      {shadesOf(scale, { from, to }, { isWorkingDay, daysOff }).map(({ x, width, kind }) => (
        <rect key={x} className={styles[kind]} x={x} y={0} width={width} height={height} />
      ))}
      {headOf(scale, from, to).top.map(({ x }) => (
        <path key={x} className={styles.month} d={`M${x} 0V${height}`} />
      ))}
      {now >= 0 && now <= scale.width && (
        <path className={styles.today} d={`M${now + scale.dayWidth / 2} 0V${height}`} />
      )}
    </g>
  );
});
Days.displayName = 'Days';

/** Head of the chart: months and weeks, or as the zoom wants, and "hoje". */
export const TimeHead = memo(
  ({ scale, from, to, today }: { scale: TimeScale; from: number; to: number; today: IsoDate }) => {
    const { top, bottom } = headOf(scale, from, to);
    const now = (xOf(scale, today) + endOf(scale, today)) / 2;
    return (
      <div className={styles.head} style={{ width: scale.width }} aria-hidden="true">
        {top.map(({ x, label }) => (
          <span key={x} className={styles.top} style={{ left: Math.max(0, x) }}>
            {label}
          </span>
        ))}
        {bottom.map(({ x, label }) => (
          <span key={x} className={styles.bottom} style={{ left: x }}>
            {label}
          </span>
        ))}
        {now >= 0 && now <= scale.width && (
          <span className={styles.now} style={{ left: now }}>
            hoje
          </span>
        )}
      </div>
    );
  },
);
TimeHead.displayName = 'TimeHead';
