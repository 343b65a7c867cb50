import type { IsoDate } from '#domain/dates.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import type { QuoteDetailsFragment, QuoteInput } from '#web/generated/purchase.ts';
import {
  Button,
  DateInput,
  dayOf,
  Dialog,
  Field,
  FirstProblem,
  QuantityInput,
  ReadingContext,
  TextInput,
  timeOf,
} from '#web/ui/index.ts';
import { useState, type SubmitEvent } from 'react';
import { deadlineOf } from '../page/model.ts';
import styles from './suppliers.module.css';

interface SettingsProps {
  quote: QuoteDetailsFragment;
  /** Closes the dialog once it is stored. */
  onConfirm: (input: QuoteInput) => Promise<void>;
  onClose: () => void;
}

interface SettingsForm {
  date: IsoDate | '';
  time: string;
  monthlyRate: string;
}

const problemsOf = ({ date, time }: SettingsForm): Problems => ({
  ...(date === '' && { date: 'Informe até quando respondem.' }),
  ...(date !== '' && deadlineOf(date, time) === null && { time: 'Informe a hora, como 18:00.' }),
});

const Fields = ({ quote, onConfirm, onClose }: SettingsProps) => {
  const [opened] = useState<SettingsForm>({
    date: quote.deadline === null ? '' : dayOf(quote.deadline),
    time: quote.deadline === null ? '18:00' : timeOf(quote.deadline),
    monthlyRate: quote.monthlyRate.replace(/\.?0+$/, ''),
  });
  const { form, set, check, reading, problems, refusals } = useForm(opened, opened, problemsOf);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (!check() || busy) return;
    setBusy(true);
    await onConfirm({ deadline: deadlineOf(form.date, form.time), monthlyRate: form.monthlyRate || '0' });
    setBusy(false);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <form onSubmit={submit} noValidate className={styles.settings}>
      <ReadingContext value={reading}>
        <Field
          label="Responder até"
          required
          error={problems.date}
          hint="Todos os que receberam a cotação são avisados por e-mail."
        >
          <DateInput path="date" towards="future" value={form.date} onChange={(date) => set({ date })} />
        </Field>
        <Field label="Hora" required error={problems.time}>
          <TextInput value={form.time} maxLength={5} onChange={(time) => set({ time })} />
        </Field>
        <Field
          label="Juros ao mês (%)"
          error={problems.monthlyRate}
          hint="Traz as condições de pagamento ao dia da entrega, para comparar."
        >
          <QuantityInput path="monthlyRate" value={form.monthlyRate} onChange={(monthlyRate) => set({ monthlyRate })} />
        </Field>
      </ReadingContext>
      <FirstProblem refusals={refusals} />
      <div className={styles.settingsActions}>
        <Button onClick={onClose}>Cancelar</Button>
        <Button variant="primary" type="submit" shortcut="Ctrl S" busy={busy}>
          Salvar
        </Button>
      </div>
    </form>
  );
};

/** Until when suppliers answer, and at which rate their terms are compared. */
export const Settings = (props: SettingsProps) => (
  <Dialog open title="Prazo e juros" onClose={props.onClose} actions={null}>
    <Fields {...props} />
  </Dialog>
);
