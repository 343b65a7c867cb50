import type { OrderDetailsFragment } from '#web/generated/purchase.ts';
import { Button, Dialog, Field, TextArea } from '#web/ui/index.ts';
import { useState } from 'react';
import { useDecision } from './useDecision.ts';

interface DecisionProps {
  order: OrderDetailsFragment;
  /** What is decided about is the stored order. */
  dirty: boolean;
}

const MISSING = 'Diga por que o pedido foi reprovado';

/** Who made the order reads why. */
const RejectDialog = ({
  document,
  busy,
  onReject,
  onClose,
}: {
  document: string;
  busy: boolean;
  onReject: (reason: string) => Promise<string | null>;
  onClose: () => void;
}) => {
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const reject = async () => {
    if (reason.trim() === '') return setProblem(MISSING);
    const refused = await onReject(reason);
    setProblem(refused);
    if (refused === null) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reprovar ${document}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="danger" busy={busy} onClick={() => void reject()}>
            Reprovar
          </Button>
        </>
      }
    >
      <Field label="Motivo" required error={problem ?? undefined} hint="Quem fez o pedido lê o motivo na mensagem.">
        <TextArea value={reason} maxLength={500} onChange={setReason} />
      </Field>
    </Dialog>
  );
};

/** "Reprovar" and "Aprovar", for who may decide. */
export const DecisionButtons = ({ order, dirty }: DecisionProps) => {
  const { send, busy } = useDecision(order);
  const [rejecting, setRejecting] = useState(false);
  return (
    <>
      <Button disabled={dirty || busy} onClick={() => setRejecting(true)}>
        Reprovar
      </Button>
      <Button variant="primary" disabled={dirty} busy={busy} onClick={() => void send('APPROVED', null)}>
        Aprovar
      </Button>
      {rejecting && (
        <RejectDialog
          document={order.document}
          busy={busy}
          onReject={(reason) => send('REJECTED', reason)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
};
