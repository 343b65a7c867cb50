import layout from '#web/form/document/document.module.css';
import { DateInput, Field, TextArea, TextInput } from '#web/ui/index.ts';
import type { AmendmentForm } from './model.ts';

export type HeaderForm = Pick<AmendmentForm, 'date' | 'reason' | 'days'>;

interface HeaderFieldsProps {
  form: HeaderForm;
  problems: Readonly<Record<string, string>>;
  rows?: number;
  onChange: (values: Partial<HeaderForm>) => void;
}

const DAYS = /^\d{1,4}$/;

/** What keeps the header from being saved, by field. */
export const headerProblems = ({ date, reason, days }: HeaderForm): Record<string, string> => ({
  ...(date === '' ? { date: 'Informe a data' } : {}),
  ...(reason.trim() === '' ? { reason: 'Informe o motivo' } : {}),
  ...(days !== '' && (!DAYS.test(days) || Number(days) > 3650) ? { days: 'Informe de 0 a 3650 dias' } : {}),
});

/** Date, extension of the term and reason of an amendment. */
export const HeaderFields = ({ form, problems, rows = 3, onChange }: HeaderFieldsProps) => (
  <div className={layout.fields}>
    <Field label="Data" required error={problems.date}>
      <DateInput path="date" towards="past" value={form.date} onChange={(date) => onChange({ date })} />
    </Field>
    <Field label="Prorrogação do prazo (dias)" error={problems.days}>
      <TextInput value={form.days} maxLength={4} autoComplete="off" onChange={(days) => onChange({ days })} />
    </Field>
    <Field label="Motivo" required wide error={problems.reason}>
      <TextArea value={form.reason} rows={rows} maxLength={2000} onChange={(reason) => onChange({ reason })} />
    </Field>
  </div>
);
