import { counted } from '#domain/numberFormat.ts';
import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { type Line, memoOf, signedText } from '../model.ts';
import type { Acts } from '../useActs.ts';

interface IgnoreDialogProps {
  lines: readonly Line[];
  acts: Acts;
  onDone: () => void;
  onClose: () => void;
}

/** Says that nothing answers these lines, and why where somebody wants to tell. */
export const IgnoreDialog = ({ lines, acts, onDone, onClose }: IgnoreDialogProps) => {
  const [reason, setReason] = useState('');
  const [first] = lines;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onDone();
    void acts.ignore(
      lines.map(({ id }) => id),
      reason.trim() || null,
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={lines.length === 1 ? 'Ignorar esta linha?' : `Ignorar ${counted(lines.length, 'linha')}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bank-ignore" shortcut="Enter">
            Ignorar
          </Button>
        </>
      }
    >
      <form id="bank-ignore" onSubmit={submit}>
        {lines.length === 1 && first && (
          <p>
            {memoOf(first)} · {signedText(first.amount)}
          </p>
        )}
        <Field label="Motivo" hint="Opcional. A linha continua na conta do saldo.">
          <TextInput
            autoFocus
            value={reason}
            onChange={setReason}
            maxLength={200}
            placeholder="Estornada no mesmo dia"
          />
        </Field>
      </form>
    </Dialog>
  );
};
