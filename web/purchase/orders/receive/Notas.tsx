import { notaName } from '#domain/lists/orders.ts';
import { formatDate } from '#domain/dates.ts';
import { formatCurrency, subtract } from '#domain/money.ts';
import { UndoIcon } from '#web/ui/icons.ts';
import { Button, ConfirmDialog, MoneyText } from '#web/ui/index.ts';
import { useId, useState } from 'react';
import { useOrderCalls } from '../calls.ts';
import { NotaFiles } from '../files/NotaFiles.tsx';
import type { DeliveryFiles } from '../files/useDeliveryFiles.ts';
import { InvoiceLink } from '../invoice/InvoiceLink.tsx';
import { NotaReturns, ReturnButton } from '../returns/NotaReturns.tsx';
import type { Order } from './model.ts';
import styles from './receive.module.css';

type Nota = Order['deliveries'][number];

const Facts = ({ nota }: { nota: Nota }) => (
  <span className={styles.facts}>
    <strong>{notaName(nota)}</strong>
    <span className={styles.muted}>
      emitida em {formatDate(nota.emissionDate)}, recebida em {formatDate(nota.receivedDate)}
      {nota.receivedBy && ` por ${nota.receivedBy.name}`}
    </span>
    <InvoiceLink nota={nota} />
  </span>
);

/** The notas that have come, each of which can be taken back while nothing of the expense is paid. */
export const Notas = ({ order, files }: { order: Order; files: DeliveryFiles }) => {
  const calls = useOrderCalls();
  const heading = useId();
  const [undone, setUndone] = useState<Nota | null>(null);
  if (order.deliveries.length === 0) return null;
  const after = undone && subtract(order.invoicedValue, undone.value);
  return (
    <section aria-labelledby={heading} className={styles.notas}>
      <h3 id={heading}>Notas recebidas</h3>
      <ul>
        {order.deliveries.map((nota) => (
          <li key={nota.id}>
            <Facts nota={nota} />
            <MoneyText value={nota.value} strong />
            <ReturnButton order={order} nota={nota} />
            {order.canUndoDeliveries && nota.returns.length === 0 && (
              <Button size="small" icon={<UndoIcon />} onClick={() => setUndone(nota)}>
                Desfazer
              </Button>
            )}
            <NotaFiles nota={nota} name={notaName(nota)} files={files} />
            <NotaReturns order={order} nota={nota} />
          </li>
        ))}
      </ul>
      {!order.canUndoDeliveries && (
        <p className={styles.muted}>Há parcela paga na despesa: desfaça o pagamento antes de desfazer uma nota.</p>
      )}
      <ConfirmDialog
        open={undone !== null}
        title={`Desfazer o recebimento da ${undone ? notaName(undone) : ''}?`}
        text={`O que chegou com ela volta a faltar, e a despesa passa de ${formatCurrency(order.invoicedValue)} para ${formatCurrency(after ?? '0.00')}.`}
        confirm="Desfazer recebimento"
        onConfirm={() => {
          setUndone(null);
          if (undone) void calls.undo(order, undone.id);
        }}
        onCancel={() => setUndone(null)}
      />
    </section>
  );
};
