import { monthText, monthTitle } from '#domain/financial/monthClosing/months.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { Button, Dialog, Field, FirstProblem, TextArea } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { useClosingCalls } from './useClosingCalls.ts';
import styles from './dialogs.module.css';

interface ReopenDialogProps {
  month: string;
  companyId: string;
  onClose: () => void;
}

const problemsOf = ({ reason }: { reason: string }): Problems =>
  reason.trim() === '' ? { reason: 'Diga por que o mês é reaberto' } : {};

/** Reopens the newest closed month, with the reason that its history keeps. */
export const ReopenDialog = ({ month, companyId, onClose }: ReopenDialogProps) => {
  const { reopen, busy } = useClosingCalls(companyId);
  const [opened] = useState({ reason: '' });
  const { form, set, problems, check, refuse, refusals } = useForm(opened, opened, problemsOf);
  const save = async (): Promise<void> => {
    if (!check() || busy) return;
    try {
      await reopen(month, form.reason);
      notifySuccess(`${monthTitle(month)} reaberto`);
      onClose();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.every(({ path }) => path !== 'reason')) notifyFailure(error, 'Falha para reabrir o mês');
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
      title={`Reabrir ${monthText(month)}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="danger" type="submit" form="month-reopening" busy={busy}>
            Reabrir
          </Button>
        </>
      }
    >
      <form id="month-reopening" onSubmit={submit} noValidate className={styles.body}>
        <p>
          Tudo o que tem data neste mês volta a poder ser alterado, por quem tem permissão, até que ele seja fechado.
        </p>
        <Field label="Motivo" required error={problems.reason}>
          <TextArea value={form.reason} onChange={(reason) => set({ reason })} maxLength={500} rows={2} />
        </Field>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
