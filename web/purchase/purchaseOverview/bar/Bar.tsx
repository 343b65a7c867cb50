import { barParts } from '#domain/engineering/purchaseOverview/figures.ts';
import styles from './bar.module.css';

export type Part = 'paid' | 'received' | 'ordered' | 'done';

interface BarProps {
  estimated: string;
  /** Sums that contain one another, the smallest first. */
  reached: readonly [Part, string][];
  /** All bars have a tick at the same place, where the estimate ends, and what is above it ends soon after. */
  tick?: boolean;
}

/** Percent of the bar that is left beyond the tick. */
const BEYOND = 10;

/**
 * Solid: happened; hatched: ordered and still to come; red: beyond what was estimated. The figures beside it say the same
 * in words, so that it is hidden from screen readers.
 */
export const Bar = ({ estimated, reached, tick = false }: BarProps) => {
  const {
    parts,
    estimated: end,
    above,
  } = barParts(
    estimated,
    reached.map(([, value]) => value),
    tick,
  );
  const beyond = tick ? Math.min(BEYOND, above) : above;
  return (
    <span className={styles.bar} data-tick={tick || undefined} aria-hidden="true">
      <span className={styles.track} style={{ inlineSize: `${end}%` }} />
      <span className={styles.parts}>
        {reached.map(([part], index) => (
          <span key={part} className={styles[part]} style={{ inlineSize: `${parts[index] ?? 0}%` }} />
        ))}
      </span>
      {above > 0 && <span className={styles.above} style={{ insetInlineStart: `${end}%`, inlineSize: `${beyond}%` }} />}
      {tick && end > 0 && <span className={styles.tick} style={{ insetInlineStart: `${end}%` }} />}
    </span>
  );
};

const WORDS: Readonly<Record<Part | 'above' | 'estimated', string>> = {
  paid: 'Pago',
  received: 'Recebido',
  done: 'Recebido',
  ordered: 'Pedido a receber',
  above: 'Acima do orçado',
  estimated: 'Orçado',
};

/** What the parts of the bars mean. */
export const BarLegend = ({ parts }: { parts: readonly (keyof typeof WORDS)[] }) => (
  <span className={styles.legend}>
    {parts.map((part) => (
      <span key={part}>
        <span className={`${styles.mark} ${styles[part] ?? ''}`} aria-hidden="true" /> {WORDS[part]}
      </span>
    ))}
  </span>
);
