import { formatCount } from '#domain/numberFormat.ts';
import type { ReactNode } from 'react';
import { COUNT_NAMES, WORDS, type Counts } from './model.ts';
import styles from './import.module.css';

interface FootProps {
  counts: Counts;
  /** On a phone, where the head has no room for them. */
  actions?: ReactNode;
}

/** What becomes of the lines of all files: the parts add up to the whole. */
export const Foot = ({ counts, actions }: FootProps) => (
  <footer className={styles.foot}>
    <ul className={styles.sums} aria-label="Soma dos arquivos">
      <li>
        <strong>{formatCount(counts.lines)}</strong> {counts.lines === 1 ? 'linha' : 'linhas'}
      </li>
      {COUNT_NAMES.map((name) =>
        counts[name] === 0 && name !== 'new' ? null : (
          <li key={name} data-count={name}>
            <strong>{formatCount(counts[name])}</strong> {WORDS[name][counts[name] === 1 ? 0 : 1]}
          </li>
        ),
      )}
    </ul>
    <span className={styles.promise}>Importar o mesmo arquivo outra vez não muda nada</span>
    {actions !== undefined && <div className={styles.actions}>{actions}</div>}
  </footer>
);
