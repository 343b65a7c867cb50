import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { useUpdateDifferenceLimitMutation } from '#web/generated/financial.ts';
import { Button, Dialog, Field, FirstProblem, MoneyInput, ReadingContext } from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { failures } from '../words.ts';

interface Limit {
  differenceLimit: string;
}

const problemsOf = ({ differenceLimit }: Limit): Problems =>
  differenceLimit === '' ? { differenceLimit: 'Informe o limite. R$ 0,00 não aceita diferenças' } : {};

interface LimitDialogProps {
  limit: string;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** The largest difference that may be accepted as juros, multa, desconto and tarifa, for the whole account. */
export const LimitDialog = ({ limit, onChanged, onClose }: LimitDialogProps) => {
  const [send, { loading }] = useUpdateDifferenceLimitMutation({ context: { quiet: true } });
  const [opened] = useState<Limit>({ differenceLimit: limit });
  const { form, set, problems, check, refuse, reading, refusals } = useForm(opened, opened, problemsOf);
  const save = async (): Promise<void> => {
    if (!check() || loading) return;
    try {
      await send({ variables: form });
      notifySuccess('Limite de diferenças salvo');
      onClose();
      await onChanged();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, failures.limit);
    }
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save();
  };
  useEditorKeys({ onSave: () => void save(), inDialog: true });
  return (
    <Dialog
      open
      onClose={onClose}
      title="Limite de diferenças"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" type="submit" form="difference-limit" shortcut="Ctrl S" busy={loading}>
            Salvar
          </Button>
        </>
      }
    >
      <form id="difference-limit" onSubmit={submit} noValidate>
        <p>
          Quando o banco cobra outro valor, quem concilia pode lançar a diferença como juros, multa, desconto ou tarifa,
          até este limite. Vale para todas as empresas.
        </p>
        <ReadingContext value={reading}>
          <Field label="Até, por conciliação" required error={problems.differenceLimit}>
            <MoneyInput
              path="differenceLimit"
              value={form.differenceLimit}
              onChange={(differenceLimit) => set({ differenceLimit })}
            />
          </Field>
        </ReadingContext>
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
