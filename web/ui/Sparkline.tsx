import styles from './Sparkline.module.css';

const [WIDTH, HEIGHT] = [72, 28];

export interface SparklineProps {
  /** Decimal texts, oldest first. */
  values: readonly string[];
  tone: 'plain' | 'brand' | 'in' | 'out';
}

/** Trend of a figure without axes; hidden from screen readers, because the figure beside it states the value. */
export const Sparkline = ({ values, tone }: SparklineProps) => {
  const amounts = values.map(Number);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const points = amounts.map((amount, index) => ({
    x: 3 + (index / Math.max(1, amounts.length - 1)) * (WIDTH - 6),
    y: HEIGHT - 4 - (high === low ? 0.5 : (amount - low) / (high - low)) * (HEIGHT - 8),
  }));
  const last = points.at(-1);
  if (!last) return null;
  return (
    <svg width={WIDTH} height={HEIGHT} className={styles[tone]} aria-hidden="true">
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} fill="none" stroke="currentColor" />
      <circle cx={last.x} cy={last.y} r="2.5" fill="currentColor" />
    </svg>
  );
};
