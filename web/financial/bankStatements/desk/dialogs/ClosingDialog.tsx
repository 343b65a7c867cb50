import { formatDate, isIsoDate } from '#domain/dates.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { useReconcileWalletThroughMutation } from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { Button, DateInput, Dialog, Field, FirstProblem, ReadingContext, TextInput } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import type { Desk } from '../model.ts';
import { failures } from '../words.ts';

interface Closing {
  through: string;
  reason: string;
}

interface ClosingDialogProps {
  desk: Pick<Desk, 'reconciledThrough' | 'provenThrough'>;
  walletId: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Whether the day is moved back, or taken away. */
const isBack = (before: string | null, through: string): boolean =>
  before !== null && (through === '' || through < before);

/** The day up to which nothing of a wallet moves: forward by who reconciles, back by an administrator who says why. */
export const ClosingDialog = ({ desk, walletId, onChanged, onClose }: ClosingDialogProps) => {
  const { reconciledThrough: before, provenThrough: proven } = desk;
  const { companyId } = usePlace();
  const { admin } = useSession().grantee;
  const [proposed] = useState(() => (proven !== null && proven > (before ?? '') ? proven : (before ?? '')));
  const [send, { loading }] = useReconcileWalletThroughMutation({ context: { quiet: true } });
  const problemsOf = ({ through, reason }: Closing): Problems => ({
    ...(through === '' && before === null && { through: 'Informe o dia' }),
    ...(through === before && { through: 'Este já é o dia' }),
    ...(isBack(before, through) && !admin && { through: 'Só quem administra a conta pode reabrir dias conciliados' }),
    ...(isBack(before, through) &&
      admin &&
      reason.trim() === '' && { reason: 'Diga por que estes dias são reabertos' }),
  });
  const [opened] = useState<Closing>({ through: proposed, reason: '' });
  const { form, set, problems, check, refuse, reading, refusals } = useForm(opened, opened, problemsOf);
  const back = isBack(before, form.through);
  const save = async (): Promise<void> => {
    if (!check() || loading) return;
    const through = isIsoDate(form.through) ? form.through : null;
    try {
      await send({ variables: { companyId, walletId, through, before, reason: back ? form.reason : null } });
      notifySuccess(through === null ? 'Dias reabertos' : `Conciliado até ${formatDate(through)}`);
      onClose();
      await onChanged();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, failures.close);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Conciliado até"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant={back ? 'danger' : 'primary'} type="submit" form="bank-closing" busy={loading}>
            {back ? 'Reabrir dias' : 'Fechar até este dia'}
          </Button>
        </>
      }
    >
      <form id="bank-closing" onSubmit={submit} noValidate>
        <p>
          Até este dia, e nele, nada desta carteira é mudado, pago ou desfeito.{' '}
          {proven === null
            ? 'Ainda não há dia em que tudo esteja conciliado e o saldo confira.'
            : `Até ${formatDate(proven)} tudo está conciliado e o saldo confere.`}
        </p>
        <ReadingContext value={reading}>
          <Field
            label="Último dia"
            error={problems.through}
            hint={before === null ? undefined : `Hoje: ${formatDate(before)}. Em branco: nenhum dia`}
          >
            <DateInput path="through" towards="past" value={form.through} onChange={(through) => set({ through })} />
          </Field>
          {back && admin && (
            <Field label="Motivo" required error={problems.reason}>
              <TextInput value={form.reason} onChange={(reason) => set({ reason })} maxLength={200} />
            </Field>
          )}
        </ReadingContext>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
