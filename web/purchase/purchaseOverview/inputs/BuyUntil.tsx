import { formatDate } from '#domain/dates.ts';
import { LateIcon } from '#web/ui/icons.ts';
import styles from '../purchaseOverview.module.css';
import type { Row } from './rows.ts';

/** The day until which an input is bought; once nothing is left to buy, so it says. */
export const BuyUntil = ({ row }: { row: Row }) => {
  if (row.state === 'COMPLETE') return <span className={styles.muted}>completo</span>;
  if (row.state === 'EXCEEDED') return <span className={styles.exceeded}>excedido</span>;
  if (row.buyUntil === null) return '—';
  if (!row.late) return formatDate(row.buyUntil);
  return (
    <span className={styles.late}>
      {formatDate(row.buyUntil)} <LateIcon role="img" aria-label="atrasado" />
    </span>
  );
};

/** The same as a text, for files. */
export const buyUntilText = ({ state, buyUntil, late }: Row): string => {
  if (state === 'COMPLETE') return 'completo';
  if (state === 'EXCEEDED') return 'excedido';
  return buyUntil === null ? '' : `${formatDate(buyUntil)}${late ? ' (atrasado)' : ''}`;
};
