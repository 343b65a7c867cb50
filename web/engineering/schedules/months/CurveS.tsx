import { formatDate, formatShortMonth, startOfMonth, type IsoDate } from '#domain/dates.ts';
import { formatPercentage } from '#domain/numberFormat.ts';
import type { Months } from './months.ts';
import styles from './months.module.css';

const HEIGHT = 220;
const EDGE = { left: 40, right: 14, top: 12, bottom: 24 };
/** A label of a month has room for so many pixels. */
const LABEL = 46;

interface CurveSProps {
  months: Months['months'];
  width: number;
  today: IsoDate;
}

/** Share of the total for screen readers and tips: "-" without a total. */
const percent = (value: string | null | undefined): string => (value == null ? '-' : formatPercentage(value));

/** What has accumulated as a line, each month as a bar, in percent of the total; the table beside it has the figures. */
export const CurveS = ({ months, width, today }: CurveSProps) => {
  // Numbers are pixels here, never amounts that are shown.
  const inner = { width: Math.max(0, width - EDGE.left - EDGE.right), height: HEIGHT - EDGE.top - EDGE.bottom };
  const slot = inner.width / Math.max(1, months.length);
  const x = (index: number): number => EDGE.left + slot * (index + 0.5);
  const y = (value: string | null | undefined): number => EDGE.top + inner.height * (1 - Number(value ?? 0) / 100);
  const every = Math.max(1, Math.ceil(LABEL / Math.max(1, slot)));
  const current = months.findIndex(({ month }) => month === startOfMonth(today));
  const said = months
    .map(({ month, accumulatedPercentage }) => `${formatShortMonth(month)} ${percent(accumulatedPercentage)}`)
    .join('; ');
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={`Curva S, acumulado por mês: ${said}`}>
      {['0', '25', '50', '75', '100'].map((tick) => (
        <g key={tick}>
          <line x1={EDGE.left} x2={EDGE.left + inner.width} y1={y(tick)} y2={y(tick)} className={styles.grid} />
          <text x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end" className={styles.tick}>{`${tick}%`}</text>
        </g>
      ))}
      {months.map(({ month, percentage, accumulatedPercentage }, index) => (
        <g key={month}>
          <rect
            x={x(index) - slot * 0.32}
            width={slot * 0.64}
            y={y(percentage)}
            height={EDGE.top + inner.height - y(percentage)}
            rx={2}
            className={styles.bar}
          />
          {index % every === 0 && (
            <text x={x(index)} y={HEIGHT - 8} textAnchor="middle" className={styles.tick}>
              {formatShortMonth(month)}
            </text>
          )}
          <title>{`${formatShortMonth(month)}: ${percent(percentage)} no mês, ${percent(accumulatedPercentage)} acumulado`}</title>
        </g>
      ))}
      {current >= 0 && (
        <line x1={x(current)} x2={x(current)} y1={EDGE.top} y2={EDGE.top + inner.height} className={styles.today}>
          <title>{`Hoje, ${formatDate(today)}`}</title>
        </line>
      )}
      <polyline
        points={months.map(({ accumulatedPercentage }, index) => `${x(index)},${y(accumulatedPercentage)}`).join(' ')}
        className={styles.line}
      />
      {months.map(({ month, accumulatedPercentage }, index) => (
        <circle key={month} cx={x(index)} cy={y(accumulatedPercentage)} r={3} className={styles.point} />
      ))}
    </svg>
  );
};
