import { formatCurrency, isNegative, isZero } from '#domain/money.ts';
import { useId, useState } from 'react';
import { axisLabel, scaleOf, type Scale } from '#web/ui/chartScale.ts';
import { useWidth } from '#web/ui/useWidth.ts';
import styles from './FlowChart.module.css';

/** One period of the chart; amounts are decimal text. */
export interface Bar {
  key: string;
  label: string;
  received: string;
  paid: string;
  toReceive: string;
  toPay: string;
  /** Of toPay: orders that no nota has replaced. */
  committedToPay: string;
  balance: string;
  /** The balance includes forecasts. */
  expected: boolean;
  /** The period contains today. */
  current: boolean;
  /** Balance in the simulated scenario. */
  scenario?: string | undefined;
}

export interface FlowChartProps {
  bars: readonly Bar[];
  height?: number;
  /** Text for screen readers; a table beside the chart has the figures. */
  summary: string;
  onOpen?: (index: number) => void;
}

const margin = { top: 10, right: 12, bottom: 26, left: 56 };

/** Receipts above the axis, payments below it, the balance as a line; forecasts are hatched or dashed, orders dotted. */
const FlowChart = ({ bars, height = 236, summary, onOpen }: FlowChartProps) => {
  const { ref, width } = useWidth();
  const [hovered, setHovered] = useState<number | null>(null);
  const inner = { width: Math.max(0, width - margin.left - margin.right), height: height - margin.top - margin.bottom };
  const slot = bars.length === 0 ? 0 : inner.width / bars.length;
  const scale = scaleOf(
    bars.flatMap((bar) => [
      Number(bar.received) + Number(bar.toReceive),
      -(Number(bar.paid) + Number(bar.toPay)),
      Number(bar.balance),
      Number(bar.scenario ?? 0),
    ]),
    inner.height,
  );
  const bar = hovered === null ? undefined : bars[hovered];
  return (
    <div ref={ref} className={styles.chart} onMouseLeave={() => setHovered(null)}>
      {width > 0 && (
        <svg width={width} height={height} role="img" aria-label={summary}>
          <g transform={`translate(${margin.left} ${margin.top})`}>
            <Grid scale={scale} width={inner.width} />
            <Bars bars={bars} scale={scale} slot={slot} />
            <Line bars={bars} scale={scale} slot={slot} />
            <Labels bars={bars} slot={slot} height={inner.height} />
            {bars.map(({ key }, index) => (
              <rect
                key={key}
                x={index * slot}
                width={slot}
                height={inner.height + margin.bottom}
                className={onOpen ? styles.openable : styles.column}
                data-hovered={hovered === index || undefined}
                onMouseEnter={() => setHovered(index)}
                onClick={() => onOpen?.(index)}
              />
            ))}
          </g>
        </svg>
      )}
      {bar && hovered !== null && <Tip bar={bar} x={margin.left + (hovered + 0.5) * slot} width={width} />}
    </div>
  );
};

export default FlowChart;

const Grid = ({ scale, width }: { scale: Scale; width: number }) => (
  <>
    {scale.ticks.map((tick) => (
      <g key={tick} transform={`translate(0 ${scale.y(tick)})`}>
        <line x2={width} className={tick === 0 ? styles.zero : styles.grid} />
        <text x={-8} dy="0.32em" textAnchor="end" className={styles.tick}>
          {axisLabel(tick)}
        </text>
      </g>
    ))}
  </>
);

interface PartProps {
  bars: readonly Bar[];
  scale: Scale;
  slot: number;
}

const Bars = ({ bars, scale, slot }: PartProps) => {
  const pattern = useId();
  const width = Math.max(2, Math.min(28, slot * 0.5));
  const rect = (from: number, to: number, x: number, className: string | undefined, fill?: string) => {
    const [top, bottom] = [scale.y(Math.max(from, to)), scale.y(Math.min(from, to))];
    if (bottom - top < 0.5) return null;
    return <rect x={x} y={top} width={width} height={bottom - top} rx={2} className={className} fill={fill} />;
  };
  return (
    <>
      <defs>
        {(['in', 'out'] as const).map((tone) => (
          <pattern
            key={tone}
            id={`${pattern}${tone}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="5" height="5" className={styles[`${tone}Soft`]} />
            <rect width="2" height="5" className={styles[tone]} />
          </pattern>
        ))}
        <pattern id={`${pattern}committed`} width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" className={styles.outSoft} />
          <circle cx="2.5" cy="2.5" r="1.1" className={styles.out} />
        </pattern>
      </defs>
      {bars.map((bar, index) => {
        const x = (index + 0.5) * slot - width / 2;
        const [received, paid] = [Number(bar.received), Number(bar.paid)];
        const [income, outcome] = [received + Number(bar.toReceive), paid + Number(bar.toPay)];
        const owed = outcome - Number(bar.committedToPay);
        return (
          <g key={bar.key}>
            {rect(0, received, x, styles.in)}
            {rect(received, income, x, styles.inForecast, `url(#${pattern}in)`)}
            {rect(0, -paid, x, styles.out)}
            {rect(-paid, -owed, x, styles.outForecast, `url(#${pattern}out)`)}
            {rect(-owed, -outcome, x, styles.outCommitted, `url(#${pattern}committed)`)}
          </g>
        );
      })}
    </>
  );
};

const Line = ({ bars, scale, slot }: PartProps) => {
  const points = bars.map((bar, index) => ({ ...bar, x: (index + 0.5) * slot, y: scale.y(Number(bar.balance)) }));
  const path = (from: typeof points) => from.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('');
  const happened = points.filter(({ expected }) => !expected);
  const expected = points.slice(Math.max(0, happened.length - 1));
  const scenario = points
    .filter((point) => point.scenario !== undefined)
    .map((point) => ({ ...point, y: scale.y(Number(point.scenario)) }));
  return (
    <>
      <path d={path(happened)} className={styles.line} />
      <path d={path(expected)} className={`${styles.line} ${styles.dashed}`} />
      {scenario.length > 0 && <path d={path(scenario)} className={styles.scenario} />}
      {slot > 14 &&
        points.map(({ key, x, y, balance }) => (
          <circle key={key} cx={x} cy={y} r={3.5} className={isNegative(balance) ? styles.below : styles.point} />
        ))}
    </>
  );
};

const Labels = ({ bars, slot, height }: { bars: readonly Bar[]; slot: number; height: number }) => {
  const every = Math.max(1, Math.ceil(44 / Math.max(slot, 1)));
  const shown = (index: number) => index % every === 0;
  return (
    <>
      {bars.map(({ key, label, current }, index) =>
        shown(index) ? (
          <text
            key={key}
            x={(index + 0.5) * slot}
            y={height + 18}
            textAnchor="middle"
            className={current ? styles.currentLabel : styles.tick}
          >
            {label}
          </text>
        ) : null,
      )}
    </>
  );
};

const Tip = ({ bar, x, width }: { bar: Bar; x: number; width: number }) => {
  const rows: [string, string][] = [
    ['Entradas', bar.received],
    ['A receber', bar.toReceive],
    ['Saídas', bar.paid],
    ['A pagar', bar.toPay],
    ...(isZero(bar.committedToPay) ? [] : [['destes, comprometido', bar.committedToPay] as [string, string]]),
    [bar.expected ? 'Saldo previsto' : 'Saldo', bar.balance],
    ...(bar.scenario === undefined ? [] : [['Na simulação', bar.scenario] as [string, string]]),
  ];
  return (
    <div className={styles.tip} style={x > width / 2 ? { right: width - x + 14 } : { left: x + 14 }} aria-hidden="true">
      <strong>{bar.label}</strong>
      {rows.map(([label, value]) => (
        <span key={label}>
          {label} <b>{formatCurrency(value).replace('-', '−')}</b>
        </span>
      ))}
    </div>
  );
};
