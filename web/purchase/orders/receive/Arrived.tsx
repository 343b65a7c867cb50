import { notaName } from '#domain/lists/orders.ts';
import { formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { FigureStrip } from '#web/ui/index.ts';
import type { Order } from './model.ts';
import type { PartProps } from './parts.ts';
import styles from './receive.module.css';

/** "NF 15.402, 13/11/2026, por Luiza Prado" */
const notaText = ({ documentNumber, receivedDate, receivedBy }: Order['deliveries'][number]): string =>
  [notaName({ documentNumber }), formatDate(receivedDate), receivedBy && `por ${receivedBy.name}`]
    .filter(Boolean)
    .join(', ');

const beforeText = ({ deliveries }: Order, percent: number): string => {
  const [first, ...others] = deliveries;
  if (!first) return 'Nada recebido ainda';
  const count = counted(deliveries.length, 'nota');
  return `${percent}% recebido em ${count}${others.length === 0 ? `: ${notaText(first)}` : ''}`;
};

/** How much of the order is in, and how much comes now: the bar is solid for what happened, hatched for what is typed. */
export const Arrived = ({ order, figures }: PartProps) => {
  const { received, total, percentBefore, percentAfter } = figures;
  return (
    <>
      <FigureStrip
        figures={[
          { label: 'Valor do pedido', value: order.grossValue },
          { label: 'Já recebido em itens', value: received },
          { label: 'Chegando agora', value: total },
        ]}
      />
      <div className={styles.bar} aria-hidden="true">
        <span
          className={styles.before}
          data-whole={percentBefore === 100 || undefined}
          style={{ width: `${percentBefore}%` }}
        />
        <span className={styles.now} style={{ width: `${Math.max(0, percentAfter - percentBefore)}%` }} />
      </div>
      <p className={styles.barText}>
        <span>{beforeText(order, percentBefore)}</span>
        {percentAfter !== percentBefore && <span>{percentAfter}% depois deste</span>}
      </p>
    </>
  );
};
