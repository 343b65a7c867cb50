import { formatDate, formatShortDate } from '#domain/dates.ts';
import { formatUnitPrice } from '#domain/money.ts';
import { useIsPhone } from '#web/ui/index.ts';
import styles from './Products.module.css';

const HEIGHT = 160;
const EDGE = { left: 52, right: 22, top: 12, bottom: 24 };
/** Width of the drawer on a screen and on a phone: drawn at its own size, so that its labels can be read. */
const WIDTHS = { wide: 620, phone: 358 };
/** So many prices have room. */
const MOST = 60;
/** Days have room for so many pixels each. */
const DAY_WIDTH = 64;

export interface PriceChartProps {
  prices: readonly { day: string; price?: string | null }[];
}

interface Point {
  day: string;
  price: string;
  x: number;
  y: number;
}

// Numbers are pixels here, never shown amounts.
const pointsOf = (prices: PriceChartProps['prices'], total: number): Point[] => {
  const known = prices.flatMap(({ day, price }) => (price ? [{ day, price }] : [])).slice(-MOST);
  const amounts = known.map(({ price }) => Number(price));
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const [width, height] = [total - EDGE.left - EDGE.right, HEIGHT - EDGE.top - EDGE.bottom];
  return known.map(({ day, price }, index) => ({
    day,
    price,
    x: EDGE.left + (index / Math.max(1, known.length - 1)) * width,
    y: EDGE.top + (high === low ? 0.5 : (high - Number(price)) / (high - low)) * height,
  }));
};

/** The prices that a product has had, as a line; screen readers get them as sentences. */
export const PriceChart = ({ prices }: PriceChartProps) => {
  const phone = useIsPhone();
  const width = phone ? WIDTHS.phone : WIDTHS.wide;
  const points = pointsOf(prices, width);
  const [lowest, highest] = [points.toSorted((a, b) => b.y - a.y)[0], points.toSorted((a, b) => a.y - b.y)[0]];
  if (points.length < 2 || !lowest || !highest) return null;
  const every = Math.ceil(points.length / Math.floor((width - EDGE.left) / DAY_WIDTH));
  const said = points.map(({ day, price }) => `${formatDate(day)}: R$ ${formatUnitPrice(price)}`).join('; ');
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={`Preços: ${said}`} className={styles.chart}>
      {(highest.y === lowest.y ? [highest] : [highest, lowest]).map(({ y, price }) => (
        <g key={y}>
          <line x1={EDGE.left} x2={width - EDGE.right} y1={y} y2={y} />
          <text x={EDGE.left - 8} y={y + 4} textAnchor="end">
            {formatUnitPrice(price)}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
      />
      {points.map(({ day, price, x, y }, index) => (
        <g key={day}>
          <circle cx={x} cy={y} r="3.5" fill="currentColor">
            <title>{`${formatDate(day)}: R$ ${formatUnitPrice(price)}`}</title>
          </circle>
          {index % every === 0 && (
            <text x={x} y={HEIGHT - 6} textAnchor="middle">
              {formatShortDate(day)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
};
