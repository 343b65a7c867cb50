import { formatDate } from '#domain/dates.ts';
import { formatCurrency, isNegative } from '#domain/money.ts';
import { useWalletChoice } from '#web/choices/useWalletChoice.ts';
import { Button, Combobox, Dialog, Field, type Option } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { type Line, unsigned } from '../model.ts';
import type { Work } from '../useWork.ts';
import { useAnswer } from './useAnswer.tsx';

interface TransferDialogProps {
  line: Line;
  walletId: string;
  work: Work;
}

/** The other wallet of a transfer; the line of its statement comes along where the suggestion has found it. */
export const TransferDialog = ({ line, walletId, work }: TransferDialogProps) => {
  const { options, loading } = useWalletChoice();
  const others = options.filter(({ id }) => id !== walletId);
  const suggested = line.suggestion?.transfer ?? null;
  const only = others.length === 1 ? others[0] : undefined;
  const proposed = others.find(({ id }) => id === suggested?.wallet.id) ?? only ?? null;
  const [chosen, setChosen] = useState<Option | null | undefined>(undefined);
  const [missing, setMissing] = useState(false);
  const wallet = chosen === undefined ? proposed : chosen;
  const answer = useAnswer({ work, prefix: 'transfer' });
  const goes = isNegative(line.amount);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setMissing(wallet === null);
    if (!wallet) return;
    const lineId = suggested?.wallet.id === wallet.id ? suggested.lineId : null;
    void answer.send({ lines: [line.id], transfer: { walletId: wallet.id, ...(lineId !== null && { lineId }) } });
  };
  return (
    <Dialog
      open
      onClose={work.close}
      title="Marcar como transferência"
      actions={
        <>
          <Button onClick={work.close}>Cancelar</Button>
          <Button variant="primary" type="submit" form="bank-transfer" busy={answer.busy}>
            Transferir e conciliar
          </Button>
        </>
      }
    >
      <form id="bank-transfer" onSubmit={submit} noValidate>
        <p>
          {formatCurrency(unsigned(line.amount))} em {formatDate(line.date)}:{' '}
          {goes ? 'sai desta carteira' : 'entra nesta carteira'}. Não é receita nem despesa.
        </p>
        <Field
          label={goes ? 'Para a carteira' : 'Da carteira'}
          required
          error={missing && wallet === null ? 'Escolha a carteira' : undefined}
          hint={
            suggested?.lineId != null && suggested.wallet.id === wallet?.id
              ? 'A linha do outro extrato é conciliada junto'
              : undefined
          }
        >
          <Combobox
            autoFocus
            value={wallet}
            onChange={setChosen}
            options={others}
            loading={loading}
            clearable={false}
          />
        </Field>
        {answer.problem}
      </form>
    </Dialog>
  );
};
