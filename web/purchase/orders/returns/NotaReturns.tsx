import { notaName } from '#domain/lists/orders.ts';
import { formatDate } from '#domain/dates.ts';
import { add, formatCurrency } from '#domain/money.ts';
import { formatQuantity } from '#domain/numberFormat.ts';
import { ReturnIcon, UndoIcon } from '#web/ui/icons.ts';
import { Button, ConfirmDialog } from '#web/ui/index.ts';
import { useState } from 'react';
import { returnableLines, type Nota, type Order, type Return } from './model.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import styles from './returns.module.css';
import { useReturnCalls } from './useReturnCalls.ts';

/** Opens the return of a nota; nothing where all of it has gone back. */
export const ReturnButton = ({ order, nota }: { order: Order; nota: Nota }) => {
  const [open, setOpen] = useState(false);
  if (returnableLines(order, nota).length === 0) return null;
  return (
    <>
      <Button size="small" icon={<ReturnIcon />} onClick={() => setOpen(true)}>
        Devolver
      </Button>
      {open && <ReturnDialog order={order} nota={nota} onClose={() => setOpen(false)} />}
    </>
  );
};

/** "2 sc de Cimento (não vem mais)" */
const itemText = ({ requirementLineList }: Order, { lineId, quantity, replaced }: Return['lines'][number]): string => {
  const line = requirementLineList.find(({ id }) => id === lineId);
  const what = `${formatQuantity(quantity)} ${line?.unit.acronyms ?? ''} de ${line?.product.name ?? ''}`;
  return replaced ? what : `${what} (não vem mais)`;
};

const headOf = ({ returnDate, documentNumber, returnedBy }: Return): string =>
  [
    `Devolução de ${formatDate(returnDate)}`,
    documentNumber !== null && `nota ${documentNumber}`,
    returnedBy && `por ${returnedBy.name}`,
  ]
    .filter(Boolean)
    .join(', ');

interface NotaReturnsProps {
  order: Order;
  nota: Nota;
  readOnly?: boolean;
}

/** What went back of a nota, each of which can be undone. */
export const NotaReturns = ({ order, nota, readOnly = false }: NotaReturnsProps) => {
  const calls = useReturnCalls();
  const [undone, setUndone] = useState<Return | null>(null);
  if (nota.returns.length === 0) return null;
  const after = undone && formatCurrency(add(order.invoicedValue, undone.value));
  return (
    <>
      <ul className={styles.returns} aria-label={`Devoluções da ${notaName(nota)}`}>
        {nota.returns.map((one) => (
          <li key={one.id}>
            <span className={styles.facts}>
              <strong>{headOf(one)}</strong>
              <span className={styles.muted}>
                {one.lines.map((line) => itemText(order, line)).join('; ')}. {one.reason}
              </span>
            </span>
            <span className={styles.value}>−{formatCurrency(one.value)}</span>
            {!readOnly && (
              <Button size="small" icon={<UndoIcon />} onClick={() => setUndone(one)}>
                Desfazer devolução
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={undone !== null}
        title="Desfazer a devolução?"
        text={`O que voltou ao fornecedor conta de novo como recebido, e a despesa passa de ${formatCurrency(order.invoicedValue)} para ${after ?? ''}.`}
        confirm="Desfazer devolução"
        onConfirm={() => {
          setUndone(null);
          if (undone) void calls.undo(order, undone.id);
        }}
        onCancel={() => setUndone(null)}
      />
    </>
  );
};
