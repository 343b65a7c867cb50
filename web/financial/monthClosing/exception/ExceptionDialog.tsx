import { monthText } from '#domain/financial/monthClosing/months.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  MonthClosingDocument,
  TransactionDocument,
  useCreateMonthExceptionMutation,
  useExceptionUsersQuery,
} from '#web/generated/financial.ts';
import { usePlace, useSession } from '#web/session/sessionContext.ts';
import { Button, Dialog, Field, FirstProblem, Select, TextArea, timeOf } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import styles from '../dialogs.module.css';

interface Asked {
  reason: string;
  userId: string;
  minutes: string;
}

interface ExceptionDialogProps {
  month: string;
  /** The document that may be changed; without one, the month. */
  transactionId?: string;
  onClose: () => void;
}

const TIMES = [
  { value: '30', label: '30 minutos' },
  { value: '120', label: '2 horas' },
  { value: '1440', label: '1 dia' },
];
const DOCUMENT_TIMES = [...TIMES, { value: '10080', label: '7 dias' }];

const problemsOf = ({ reason }: Asked): Problems => (reason.trim() === '' ? { reason: 'Diga por quê' } : {});

/** Who may be given leave: the users of the account, the asking one first. */
const useUsers = () => {
  const { user } = useSession();
  const { data } = useExceptionUsersQuery({ context: { quiet: true } });
  const others = (data?.users?.content ?? []).filter(({ id }) => id !== user.id);
  return [{ value: user.id, label: 'Você' }, ...others.map(({ id, name }) => ({ value: id, label: name }))];
};

/** Leave for one person to change one closed document, or a closed month, for some time. */
const ExceptionDialog = ({ transactionId, month, onClose }: ExceptionDialogProps) => {
  const { companyId } = usePlace();
  const { user } = useSession();
  const users = useUsers();
  const [opened] = useState<Asked>(() => ({ reason: '', userId: user.id, minutes: '120' }));
  const { form, set, problems, check, refuse, refusals } = useForm(opened, opened, problemsOf);
  const [create, { loading }] = useCreateMonthExceptionMutation({ context: { quiet: true } });
  const save = async (): Promise<void> => {
    if (!check() || loading) return;
    const { reason, userId, minutes } = form;
    try {
      const { data } = await create({
        variables: { companyId, input: { reason, userId, minutes: Number(minutes), transactionId, month } },
        refetchQueries: [MonthClosingDocument, TransactionDocument],
        update: forgetting('transactions', 'installments'),
      });
      const until = data?.createMonthException.exception.expiresAt;
      notifySuccess(until ? `Exceção aberta até ${timeOf(until)}` : 'Exceção aberta');
      onClose();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para abrir a exceção');
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
      title={
        transactionId === undefined ? `Abrir exceção em ${monthText(month)}` : 'Abrir exceção para este lançamento'
      }
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="month-exception" busy={loading}>
            Abrir exceção
          </Button>
        </>
      }
    >
      <form id="month-exception" onSubmit={submit} noValidate className={styles.body}>
        <p>
          {transactionId === undefined ? 'O mês pode ser alterado' : 'Este lançamento pode ser alterado'} por uma
          pessoa, até o prazo. Motivo e alterações ficam no histórico do mês.
        </p>
        <Field label="Motivo" required error={problems.reason}>
          <TextArea value={form.reason} onChange={(reason) => set({ reason })} maxLength={500} rows={2} />
        </Field>
        <Field label="Quem pode alterar" error={problems.userId}>
          <Select value={form.userId} onChange={(userId) => set({ userId })} options={users} />
        </Field>
        <Field label="Por quanto tempo" error={problems.minutes}>
          <Select
            value={form.minutes}
            onChange={(minutes) => set({ minutes })}
            options={transactionId === undefined ? TIMES : DOCUMENT_TIMES}
          />
        </Field>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};

export default ExceptionDialog;
