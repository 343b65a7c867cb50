import { daysBetween, formatDate } from '#domain/dates.ts';
import { formatCurrency, isZero } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { EditorDrawer } from '#web/form/EditorDrawer.tsx';
import type { LeaveGuardProps } from '#web/form/LeaveGuard.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { usePurchaseSettingsQuery } from '#web/generated/purchase.ts';
import { Banner, today } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { useOrderCalls } from '../calls.ts';
import { State } from '../columns.tsx';
import { failures, isOpen } from '../words.ts';
import { Arrived } from './Arrived.tsx';
import { Charges } from './Charges.tsx';
import { figuresOf, type ReceiveFigures } from './figures.ts';
import { Header } from './Header.tsx';
import { Lines } from './Lines.tsx';
import { formOf, inputOf, isReceiveForm, pathOf, problemsOf, type Order, type ReceiveForm } from './model.ts';
import { Notas } from './Notas.tsx';
import styles from './receive.module.css';

interface ReceiveEditorProps {
  order: Order;
  onClose: () => void;
  onReload: () => void;
}

const received = (address: { search: string }) => new URLSearchParams(address.search).get('receive');
const leaves: LeaveGuardProps['asks'] = (from, to) => from.pathname !== to.pathname || received(from) !== received(to);

/** The drawer's state: what is typed, and its one way to the service, with the undo that follows. */
const useReceiving = (order: Order, onClose: () => void) => {
  const calls = useOrderCalls();
  const newest = (saved: Order) => saved.deliveries.find(({ id }) => order.deliveries.every((one) => one.id !== id));
  return useEditor<Order, ReceiveForm>({
    row: order,
    draftKey: 'order.receive',
    isForm: isReceiveForm,
    formOf,
    problemsOf: useMemo(() => problemsOf(order), [order]),
    pathOf: pathOf(order),
    save: async (form, row) => (row ? calls.receive(row, inputOf(order, form)) : undefined),
    savedText: 'Recebimento confirmado',
    savedMore: (saved) => {
      const nota = newest(saved);
      if (!nota) return {};
      const detail = `NF ${nota.documentNumber ?? ''} · ${formatCurrency(nota.value)}`;
      return { detail, action: { label: 'Desfazer recebimento', run: () => void calls.undo(saved, nota.id) } };
    },
    failureText: failures.receive,
    onSaved: onClose,
  });
};

/** "entrega era 19/11/2026, há 4 dias" */
const Late = ({ order }: { order: Order }) => {
  const { date } = order.delivery;
  if (date === null || !isOpen(order) || date >= today()) return null;
  return (
    <span className={styles.late}>
      entrega era {formatDate(date)}, há {counted(daysBetween(date, today()), 'dia')}
    </span>
  );
};

const CLOSED = {
  RECEIVED: 'Tudo o que este pedido esperava já chegou.',
  CANCELED: 'Este pedido foi cancelado: não há o que receber.',
};

export const ReceiveEditor = ({ order, onClose, onReload }: ReceiveEditorProps) => {
  const editor = useReceiving(order, onClose);
  const { form, set, problems } = editor;
  const figures = useMemo(() => figuresOf(order, form), [order, form]);
  const { data } = usePurchaseSettingsQuery({ context: { quiet: true } });
  const tolerance = data?.purchaseSettings?.receiptTolerance ?? '0';
  const part = { order, form, set, problems, figures, tolerance };
  const waits = isOpen(order);
  return (
    <EditorDrawer
      editor={editor}
      title={waits ? `Receber ${order.document}` : `Notas de ${order.document}`}
      subtitle={`${order.supplier.name} · ${order.building.name}`}
      status={
        <>
          <State state={order.state} />
          <Late order={order} />
        </>
      }
      readOnly={order.state === 'RECEIVED' || order.state === 'CANCELED' ? CLOSED[order.state] : undefined}
      saveLabel="Confirmar recebimento"
      asks={leaves}
      onClose={onClose}
      onReload={onReload}
    >
      <Arrived {...part} />
      {waits && (
        <>
          <Header {...part} />
          <Lines {...part} />
          <Charges {...part} />
          <Expense order={order} figures={figures} />
        </>
      )}
      <Notas order={order} />
    </EditorDrawer>
  );
};

/** What the nota does to the one expense of the order. */
const Expense = ({ order, figures }: { order: Order; figures: ReceiveFigures }) => {
  if (isZero(figures.total)) return null;
  const [before, after] = [formatCurrency(order.invoicedValue), formatCurrency(figures.expenseAfter)];
  return (
    <div className={styles.expense}>
      <Banner tone="info">
        {order.expense ? (
          <>
            A despesa prevista <strong>{order.document}</strong> passa de {before} para <strong>{after}</strong>.
            Continua sendo uma só.
          </>
        ) : (
          <>
            Esta nota faz a despesa prevista <strong>{order.document}</strong>, de <strong>{after}</strong>.
          </>
        )}
      </Banner>
    </div>
  );
};
