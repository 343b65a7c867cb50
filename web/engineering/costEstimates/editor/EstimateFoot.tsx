import { percentageInTotal, type EstimateFigures } from '#domain/engineering/estimate/figures.ts';
import { isZero } from '#domain/money.ts';
import { counted, formatCount, formatCurrency, formatPercentage } from '#domain/numberFormat.ts';
import type { ReactNode } from 'react';
import styles from './estimate.module.css';
import type { Rows } from './model/rows.ts';

interface EstimateFootProps {
  rows: Rows;
  figures: EstimateFigures;
  discount: string;
  /** Total with approved amendments; null without any. */
  currentTotal: string | null;
  /** Rows that are shown. */
  visible: number;
  writable: boolean;
  onBdi: () => void;
  onDiscount: () => void;
}

/** The cost databases that the rows come from, by how many rows each has. */
const basesOf = (rows: Rows): string => {
  const counts = new Map<string, number>();
  for (const { base } of rows) if (base) counts.set(base.name, (counts.get(base.name) ?? 0) + 1);
  const [first, ...others] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first) return '';
  return others.length === 0 ? first[0] : `${first[0]} e mais ${others.length}`;
};

/** The totals, always in sight. */
export const EstimateFoot = ({
  rows,
  figures,
  discount,
  currentTotal,
  visible,
  writable,
  onBdi,
  onDiscount,
}: EstimateFootProps) => {
  const { directTotal, bdiTotal, total, itemCount, withoutPrice } = figures;
  const average = percentageInTotal(bdiTotal, directTotal);
  const sum = (label: ReactNode, value: string, className = '') => (
    <span className={`${styles.sum} ${className}`}>
      {label}
      <strong>{formatCurrency(value)}</strong>
    </span>
  );
  const opening = (label: string, open: () => void) =>
    writable ? (
      <button type="button" className={styles.sumButton} onClick={open}>
        {label}
      </button>
    ) : (
      label
    );
  return (
    <footer className={styles.foot}>
      <span className={styles.sums}>
        <span>
          {counted(itemCount, 'item', 'itens')} · {formatCount(visible)} visíveis
        </span>
        {withoutPrice > 0 && <span className={styles.missing}>{counted(withoutPrice, 'item', 'itens')} sem preço</span>}
        <span>{basesOf(rows)}</span>
      </span>
      <span className={styles.sums}>
        {sum('Custo direto', directTotal)}
        {sum(opening(`BDI ${average === null ? '' : formatPercentage(average)}`.trim(), onBdi), bdiTotal)}
        {(writable || !isZero(discount)) && sum(opening('Desconto', onDiscount), discount)}
        {sum(currentTotal === null ? 'Preço total' : 'Original', total, currentTotal === null ? styles.total : '')}
        {currentTotal !== null && sum('Total com aditivos', currentTotal, styles.total)}
      </span>
    </footer>
  );
};
