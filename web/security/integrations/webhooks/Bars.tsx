import { useState } from 'react';
import { counted } from '#domain/numberFormat.ts';
import type { Webhook } from './model.ts';
import styles from './webhooks.module.css';

const HOUR = 3_600_000;
const HOURS = 24;
const HEIGHT = 18;

/** Events of the last 24 hours, one bar for an hour: what arrived in blue, what failed in red above it. */
export const Bars = ({ hours, delivered, total }: Pick<Webhook, 'hours' | 'delivered' | 'total'>) => {
  const [now] = useState(() => Math.floor(Date.now() / HOUR));
  const byHour = new Map(hours.map((one) => [Math.floor(Date.parse(one.hour) / HOUR), one]));
  const columns = Array.from({ length: HOURS }, (_, index) => byHour.get(now - HOURS + 1 + index));
  const most = Math.max(1, ...hours.map((one) => one.delivered + one.failed));
  const label =
    total === 0 ? 'Nenhum evento em 24 horas' : `${counted(total, 'evento')} em 24 horas, ${delivered} entregues`;
  return (
    <span className={styles.bars} role="img" aria-label={label} title={label}>
      {columns.map((one, index) => (
        <span key={index} className={styles.bar}>
          {one && one.failed > 0 && (
            <span className={styles.failed} style={{ blockSize: Math.max(3, (one.failed / most) * HEIGHT) }} />
          )}
          {one && one.delivered > 0 && (
            <span className={styles.arrived} style={{ blockSize: Math.max(3, (one.delivered / most) * HEIGHT) }} />
          )}
        </span>
      ))}
    </span>
  );
};
