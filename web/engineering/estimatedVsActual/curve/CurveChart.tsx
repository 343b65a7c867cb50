import { endOfMonth, formatDate, formatShortMonth, type IsoDate } from '#domain/dates.ts';
import { axisLabel } from '#web/ui/chartScale.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import { useId, useState } from 'react';
import { amountText } from '#domain/engineering/earnedValue/texts.ts';
import type { Overview } from '../rows.ts';
import { geometryOf, lineOf, pathOf, type Geometry, type Line } from './geometry.ts';
import styles from './curve.module.css';

const margin = { top: 22, right: 14, bottom: 26, left: 58 };
const HEIGHT = 262;

interface CurveChartProps {
  overview: Overview;
  /** Shows amounts in percent of the estimate. */
  percent: boolean;
  /** Opens the documents of a month. */
  onOpen?: ((from: IsoDate, to: IsoDate) => void) | undefined;
}

/**
 * Planned, measured and actual values over time, with what orders commit on top of the actual one; what is to come is dashed
 * or hatched. A hidden table has the figures.
 */
const CurveChart = ({ overview, percent, onOpen }: CurveChartProps) => {
  const { ref, width } = useWidth();
  const [hovered, setHovered] = useState<IsoDate | null>(null);
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: HEIGHT - margin.top - margin.bottom };
  const geometry = geometryOf(overview, inner);
  const { date } = overview;
  return (
    <div ref={ref} className={styles.chart} onMouseLeave={() => setHovered(null)}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} aria-hidden="true">
          <g transform={`translate(${margin.left} ${margin.top})`}>
            <Axes geometry={geometry} {...inner} total={Number(overview.total.estimateTotal ?? 0)} percent={percent} />
            <Lines overview={overview} geometry={geometry} height={inner.height} />
            {geometry.months.map((month) => {
              const [from, to] = [geometry.x(month), Math.min(inner.width, geometry.x(endOfMonth(month)))];
              return (
                <rect
                  key={month}
                  x={from}
                  width={Math.max(1, to - from)}
                  height={inner.height + margin.bottom}
                  className={styles.column}
                  data-openable={(onOpen && month <= date) || undefined}
                  data-hovered={hovered === month || undefined}
                  onMouseEnter={() => setHovered(month)}
                  onClick={() => month <= date && onOpen?.(month, endOfMonth(month) < date ? endOfMonth(month) : date)}
                />
              );
            })}
          </g>
        </svg>
      )}
      {hovered && <Tip overview={overview} month={hovered} x={margin.left + geometry.x(hovered)} width={width} />}
      <Figures overview={overview} />
    </div>
  );
};

export default CurveChart;

interface AxesProps {
  geometry: Geometry;
  width: number;
  height: number;
  total: number;
  percent: boolean;
}

const Axes = ({ geometry: { scale, months, x }, width, height, total, percent }: AxesProps) => {
  const every = Math.max(1, Math.ceil((44 * months.length) / Math.max(width, 1)));
  return (
    <>
      {scale.ticks.map((tick) => (
        <g key={tick} transform={`translate(0 ${scale.y(tick)})`}>
          <line x2={width} className={tick === 0 ? styles.zero : styles.grid} />
          <text x={-8} dy="0.32em" textAnchor="end" className={styles.tick}>
            {percent && total > 0 ? `${Math.round((tick / total) * 100)}%` : axisLabel(tick)}
          </text>
        </g>
      ))}
      {total > 0 && <line x2={width} y1={scale.y(total)} y2={scale.y(total)} className={styles.total} />}
      {months.map((month, index) =>
        index % every === 0 ? (
          <text key={month} x={x(month)} y={height + 18} textAnchor="start" className={styles.tick}>
            {formatShortMonth(month)}
          </text>
        ) : null,
      )}
    </>
  );
};

interface LinesProps {
  overview: Overview;
  geometry: Geometry;
  height: number;
}

const Lines = ({ overview, geometry, height }: LinesProps) => {
  const { date, total, projectedFinish } = overview;
  const { x, scale } = geometry;
  const path = (line: Line, className: string | undefined) => <path d={pathOf(line, geometry)} className={className} />;
  const at = Number(total.actualValue);
  const end = total.estimateAtCompletion;
  const projection: Line =
    projectedFinish && end
      ? [
          [date, at],
          [projectedFinish, Number(end)],
        ]
      : [];
  const points = [
    ['planned', total.estimatedValue],
    ['measured', total.measuredValue],
    ['actual', total.actualValue],
  ] as const;
  return (
    <>
      <line x1={x(date)} x2={x(date)} y1={-4} y2={height} className={styles.day} />
      <text x={x(date)} y={-8} textAnchor="middle" className={styles.dayLabel}>
        {formatDate(date)}
      </text>
      {path(
        lineOf(overview, 'estimatedValue', (day) => day <= date),
        styles.planned,
      )}
      {path(
        lineOf(overview, 'estimatedValue', (day) => day >= date),
        styles.toCome,
      )}
      {path(lineOf(overview, 'measuredValue'), styles.measured)}
      {path(lineOf(overview, 'actualValue'), styles.actual)}
      {path(projection, styles.projection)}
      <Committed {...{ overview, geometry }} />
      {points.map(([kind, value]) =>
        value ? (
          <circle key={kind} cx={x(date)} cy={scale.y(Number(value))} r={3.5} className={styles[`${kind}Point`]} />
        ) : null,
      )}
      {projectedFinish && end && (
        <circle cx={x(projectedFinish)} cy={scale.y(Number(end))} r={4} className={styles.end} />
      )}
    </>
  );
};

/** What is ordered and not received, on top of the actual value on the day of the report. */
const Committed = ({ overview, geometry: { x, scale } }: Pick<LinesProps, 'overview' | 'geometry'>) => {
  const hatch = useId();
  const { date, total } = overview;
  const actual = Number(total.actualValue);
  const [top, bottom] = [scale.y(actual + Number(total.committedValue)), scale.y(actual)];
  if (bottom - top < 1) return null;
  return (
    <>
      <defs>
        <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line y2="4" className={styles.hatch} />
        </pattern>
      </defs>
      <rect
        x={x(date) - 5}
        y={top}
        width={10}
        height={bottom - top}
        className={styles.committed}
        fill={`url(#${hatch})`}
      />
    </>
  );
};

const NAMES = [
  ['Planejado', 'estimatedValue'],
  ['Medido', 'measuredValue'],
  ['Realizado', 'actualValue'],
] as const;

/** The point that tells a month: its end, or the day of the report in its own. */
const pointOf = ({ curve, date }: Overview, month: IsoDate) => {
  const end = endOfMonth(month);
  const day = month <= date && date <= end ? date : end;
  return curve.find((point) => point.date === day);
};

const Tip = ({ overview, month, x, width }: { overview: Overview; month: IsoDate; x: number; width: number }) => {
  const point = pointOf(overview, month);
  if (!point) return null;
  return (
    <div className={styles.tip} style={x > width / 2 ? { right: width - x + 14 } : { left: x + 60 }} aria-hidden="true">
      <strong>até {formatDate(point.date)}</strong>
      {NAMES.map(([name, key]) => (
        <span key={key}>
          {name} <b>{amountText(point[key])}</b>
        </span>
      ))}
      {point.date === overview.date && (
        <span>
          Comprometido <b>{amountText(overview.total.committedValue)}</b>
        </span>
      )}
    </div>
  );
};

/** What the chart shows, for screen readers. */
const Figures = ({ overview }: { overview: Overview }) => (
  <div className="visuallyHidden">
    <table>
      <caption>Valores acumulados (R$)</caption>
      <thead>
        <tr>
          <th scope="col">Até</th>
          {NAMES.map(([name]) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {overview.curve.map((point) => (
          <tr key={point.date}>
            <th scope="row">{formatDate(point.date)}</th>
            {NAMES.map(([name, key]) => (
              <td key={name}>{amountText(point[key])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
