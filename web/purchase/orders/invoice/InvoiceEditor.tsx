import { add } from '#domain/money.ts';
import { EditorDrawer } from '#web/form/EditorDrawer.tsx';
import { DropTarget, useIsPhone } from '#web/ui/index.ts';
import { useMemo } from 'react';
import { State } from '../columns.tsx';
import { ArrivingFiles } from '../files/NotaFiles.tsx';
import { Arrived } from '../receive/Arrived.tsx';
import { Expense } from '../receive/Expense.tsx';
import { figuresOf } from '../receive/figures.ts';
import { Notas } from '../receive/Notas.tsx';
import { Late, leaves, type ReceiveEditorProps } from '../receive/ReceiveEditor.tsx';
import { useTolerance } from '../receive/useTolerance.ts';
import { InvoiceHead } from './InvoiceHead.tsx';
import { InvoiceItems } from './InvoiceItems.tsx';
import { InvoiceTotal } from './InvoiceTotal.tsx';
import { agreedDates, checkOf, typedNota, type ReadNota } from './model.ts';
import { useReceivingNota } from './useReceivingNota.ts';

interface InvoiceEditorProps extends ReceiveEditorProps {
  nota: ReadNota;
  /** Another file; null: the nota is typed. */
  onFile: (file: File | null) => void;
  onOrder: (id: string) => void;
  onReceived: () => void;
}

/** An order that is received by its NF-e: what the nota says, the three-way check, and what is decided (mocks 11, 20d). */
export const InvoiceEditor = ({ onFile, onOrder, onReceived, ...props }: InvoiceEditorProps) => {
  const { order, files, nota, onClose, onReload } = props;
  const { proposal } = nota;
  const tolerance = useTolerance();
  const phone = useIsPhone();
  const received = () => {
    onReceived();
    onClose();
  };
  const editor = useReceivingNota({ order, files, nota, tolerance, onSaved: received });
  const { form, set, problems } = editor;
  const check = useMemo(() => checkOf(order, proposal, form, tolerance), [order, proposal, form, tolerance]);
  const typed = useMemo(() => typedNota(check, form), [check, form]);
  const total = check.figures.value;
  const after = add(order.invoicedValue, total);
  const figures = useMemo(
    () => ({ ...figuresOf(order, typed), total, expenseAfter: after }),
    [order, typed, total, after],
  );
  const part = { order, proposal, form, set, problems, check };
  return (
    <EditorDrawer
      editor={editor}
      title={`Receber ${order.document}`}
      subtitle={`${order.supplier.name} · ${order.building.name}`}
      status={
        <>
          <State state={order.state} approval={order.approval?.status ?? null} />
          <Late order={order} />
        </>
      }
      saveLabel="Confirmar recebimento"
      asks={leaves}
      onClose={onClose}
      onReload={onReload}
    >
      <DropTarget label="Solte o XML da NF-e" onFiles={([file]) => file && onFile(file)}>
        {phone && <ArrivingFiles files={files} />}
        <Arrived {...{ order, set, problems, figures, tolerance, form: typed }} />
        <InvoiceHead {...part} file={nota.file} onFile={onFile} onOrder={onOrder} />
        <InvoiceItems {...part} />
        <InvoiceTotal {...part} />
        <Expense order={order} total={total} after={after} dueDates={agreedDates(proposal)} />
        {!phone && <ArrivingFiles files={files} />}
        <Notas order={order} files={files} />
      </DropTarget>
    </EditorDrawer>
  );
};
