import { EMAIL_LENGTH } from '#domain/email.ts';
import { MAX_DISPATCH_TEXT } from '#schema/purchase/orders/limits.ts';
import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { CopyIcon } from '#web/ui/icons.ts';
import { Button, Dialog, Field, TextArea, TextInput } from '#web/ui/index.ts';
import { useState, type KeyboardEvent } from 'react';
import type { Told, useDispatch } from './useDispatch.ts';
import styles from './dispatch.module.css';

interface SendDialogProps {
  order: OrderDetailsFragment;
  calls: ReturnType<typeof useDispatch>;
  open: boolean;
  onClose: () => void;
  onCopy: () => void;
}

const toldOf = ({ dispatch, supplierEmail }: OrderDetailsFragment): Told => ({
  email: dispatch?.email ?? supplierEmail ?? '',
  phone: dispatch?.phone ?? '',
  message: dispatch?.message ?? '',
});

/** Where the order is mailed to, and what is said beside it. What is typed stays while the dialog is closed. */
export const SendDialog = ({ order, calls, open, onClose, onCopy }: SendDialogProps) => {
  const [typed, setTyped] = useState<Told | null>(null);
  const [problem, setProblem] = useState('');
  const told = typed ?? toldOf(order);
  const set = (part: Partial<Told>) => {
    setTyped({ ...told, ...part });
    setProblem('');
  };
  const send = async () => {
    const refused = await calls.send(told);
    setProblem(refused?.email ?? '');
    if (refused) return;
    setTyped(null);
    onClose();
  };
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void send();
  };
  return (
    <Dialog
      open={open}
      title={`Enviar o pedido ${order.document}`}
      onClose={onClose}
      actions={
        <>
          <Button icon={<CopyIcon />} onClick={onCopy}>
            Copiar link
          </Button>
          <Button variant="primary" busy={calls.busy} onClick={() => void send()}>
            Enviar
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          {order.supplier.name} recebe o PDF, com as observações do pedido, e um link para confirmar ou propor outra
          data.
        </p>
        <Field label="E-mail" required error={problem || undefined}>
          <TextInput
            type="email"
            maxLength={EMAIL_LENGTH}
            autoFocus
            value={told.email}
            onChange={(email) => set({ email })}
            onKeyDown={sendOnEnter}
          />
        </Field>
        <Field label="Telefone para dúvidas">
          <TextInput
            type="tel"
            maxLength={30}
            value={told.phone}
            onChange={(phone) => set({ phone })}
            onKeyDown={sendOnEnter}
          />
        </Field>
        <Field label="Mensagem">
          <TextArea maxLength={MAX_DISPATCH_TEXT} value={told.message} onChange={(message) => set({ message })} />
        </Field>
      </div>
    </Dialog>
  );
};
