import { formatCurrency } from '#domain/money.ts';
import { counted } from '#domain/numberFormat.ts';
import { Button, Dialog } from '#web/ui/index.ts';

interface RemovalQuestionProps {
  count: number;
  sum: string;
  busy: boolean;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks before documents are deleted, with their number and sum. */
export const RemovalQuestion = ({ count, sum, busy, onRemove, onClose }: RemovalQuestionProps) => (
  <Dialog
    open
    kind="alert"
    onClose={onClose}
    title={`Excluir ${counted(count, 'documento')}?`}
    actions={
      <>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="danger" onClick={onRemove} busy={busy}>
          {`Excluir ${counted(count, 'documento')}`}
        </Button>
      </>
    }
  >
    {`${count === 1 ? 'Vale' : 'Somam'} ${formatCurrency(sum)}. As parcelas, o rateio e os anexos vão junto. Por 30 dias é possível restaurar tudo.`}
  </Dialog>
);
