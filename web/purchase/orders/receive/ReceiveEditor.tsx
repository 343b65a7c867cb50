import { notaName } from '#domain/lists/orders.ts';
import { daysBetween, formatDate } from '#domain/dates.ts';
import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { EditorDrawer } from '#web/form/EditorDrawer.tsx';
import type { LeaveGuardProps } from '#web/form/LeaveGuard.tsx';
import { useEditor } from '#web/form/useEditor.ts';
import { DropTarget, today, useIsPhone } from '#web/ui/index.ts';
import { useMemo, type ReactNode } from 'react';
import { useOrderCalls } from '../calls.ts';
import { State } from '../columns.tsx';
import { ArrivingFiles } from '../files/NotaFiles.tsx';
import type { DeliveryFiles } from '../files/useDeliveryFiles.ts';
import { bothOf, failures, isOpen, isReceivable } from '../words.ts';
import { Arrived } from './Arrived.tsx';
import { Charges } from './Charges.tsx';
import { Expense } from './Expense.tsx';
import { figuresOf } from './figures.ts';
import { Header } from './Header.tsx';
import { Lines } from './Lines.tsx';
import { formOf, inputOf, isReceiveForm, pathOf, problemsOf, type Order, type ReceiveForm } from './model.ts';
import { Notas } from './Notas.tsx';
import { useTolerance } from './useTolerance.ts';
import styles from './receive.module.css';

export interface ReceiveEditorProps {
  order: Order;
  files: DeliveryFiles;
  onClose: () => void;
  onReload: () => void;
}

interface TypedProps extends ReceiveEditorProps {
  /** Reads the NF-e of what arrives. */
  xml: ReactNode;
  onFile: (file: File) => void;
}

const received = (address: { search: string }) => new URLSearchParams(address.search).get('receive');
export const leaves: LeaveGuardProps['asks'] = (from, to) =>
  from.pathname !== to.pathname || received(from) !== received(to);

/** The nota that a receipt has added. */
const newest = (before: Order, saved: Order) =>
  saved.deliveries.find(({ id }) => before.deliveries.every((one) => one.id !== id));

/** What follows a receipt, typed or by its NF-e: its photos are sent, and a message offers the undo. */
export const useReceived = ({ order, files }: Pick<ReceiveEditorProps, 'order' | 'files'>) => {
  const calls = useOrderCalls();
  return {
    sendPhotos: (saved: Order): void => {
      const nota = newest(order, saved);
      if (nota) void files.sendWaiting(nota.id);
    },
    savedMore: (saved: Order) => {
      const nota = newest(order, saved);
      if (!nota) return {};
      const detail = `${notaName(nota)} · ${formatCurrency(nota.value)}`;
      return { detail, action: { label: 'Desfazer recebimento', run: () => void calls.undo(saved, nota.id) } };
    },
  };
};

/** The drawer's state: what is typed, and its one way to the service, with the undo that follows. */
const useReceiving = ({ order, files, onClose }: ReceiveEditorProps) => {
  const calls = useOrderCalls();
  const { sendPhotos, savedMore } = useReceived({ order, files });
  return useEditor<Order, ReceiveForm>({
    row: order,
    draftKey: 'order.receive',
    isForm: isReceiveForm,
    formOf,
    problemsOf: useMemo(() => problemsOf(order), [order]),
    pathOf: pathOf(order),
    save: async (form, row) => (row ? calls.receive(row, inputOf(order, form)) : undefined),
    isAct: true,
    savedText: 'Recebimento confirmado',
    savedMore,
    failureText: failures.receive,
    onSaved: (saved) => {
      sendPhotos(saved);
      onClose();
    },
  });
};

/** "entrega era 19/11/2026, há 4 dias" */
export const Late = ({ order }: { order: Order }) => {
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

/** Why nothing is received of an order now. */
const readOnlyOf = (order: Order): string | undefined => {
  const { state } = order;
  if (state === 'RECEIVED' || state === 'CANCELED') return CLOSED[state];
  return isReceivable(bothOf(order)) ? undefined : 'Este pedido não está aprovado: até lá, nada é recebido.';
};

export const ReceiveEditor = (props: TypedProps) => {
  const { order, files, xml, onFile, onClose, onReload } = props;
  const editor = useReceiving(props);
  const { form, set, problems } = editor;
  const figures = useMemo(() => figuresOf(order, form), [order, form]);
  const tolerance = useTolerance();
  const part = { order, form, set, problems, figures, tolerance };
  const waits = isReceivable(bothOf(order));
  const phone = useIsPhone();
  return (
    <EditorDrawer
      editor={editor}
      title={waits ? `Receber ${order.document}` : `Notas de ${order.document}`}
      subtitle={`${order.supplier.name} · ${order.building.name}`}
      status={
        <>
          <State state={order.state} approval={order.approval?.status ?? null} />
          <Late order={order} />
        </>
      }
      readOnly={readOnlyOf(order)}
      saveLabel="Confirmar recebimento"
      asks={leaves}
      onClose={onClose}
      onReload={onReload}
    >
      <DropTarget label="Solte o XML da NF-e" disabled={!waits} onFiles={([file]) => file && onFile(file)}>
        {waits && phone && <ArrivingFiles files={files} />}
        <Arrived {...part} />
        {waits && (
          <>
            <Header {...part} actions={xml} />
            <Lines {...part} />
            <Charges {...part} />
            <Expense order={order} total={figures.total} after={figures.expenseAfter} />
            {!phone && <ArrivingFiles files={files} />}
          </>
        )}
        <Notas order={order} files={files} />
      </DropTarget>
    </EditorDrawer>
  );
};
