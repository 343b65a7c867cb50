import { notifySuccess } from '#web/client/notify.ts';
import { fieldProblems } from '#web/client/errors.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm, type FormState } from '#web/form/useForm.ts';
import {
  ReportSchedulesDocument,
  useCreateReportScheduleMutation,
  useUpdateReportScheduleMutation,
} from '#web/generated/reports.ts';
import { Checkbox, Field, Problem, Segments, Select } from '#web/ui/index.ts';
import { REPORT_FORMATS } from '#schema/reports/reports.rest.ts';
import type { Chosen, ReportEntry } from './model.ts';
import { RecipientPicker } from './RecipientPicker.tsx';
import {
  differs,
  formOf,
  formPath,
  inputOf,
  PERIOD_OPTIONS,
  problemsOf,
  timesWith,
  WHENS,
  type Schedule,
  type ScheduleForm,
} from './schedules.ts';
import styles from './schedules.module.css';

interface Props {
  companyId: string;
  entry: ReportEntry;
  chosen: Chosen;
  /** Null for a new one. */
  schedule: Schedule | null;
  onClose: () => void;
}

const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => ({ value: String(index + 1), label: String(index + 1) }));
const EMPTY_OPTIONS: { value: Schedule['empty']; label: string }[] = [
  { value: 'SEND', label: 'Avisar' },
  { value: 'SKIP', label: 'Não enviar' },
];

type Editor = FormState<ScheduleForm>;

const When = ({ editor: { form, problems, set } }: { editor: Editor }) => (
  <div className={styles.row}>
    <Field label="Quando" {...at(problems, 'when')}>
      <Select value={form.when} options={WHENS} onChange={(when) => set({ when })} />
    </Field>
    {form.when === 'MONTHLY' && (
      <Field label="Dia" hint="Nos meses mais curtos, o último" {...at(problems, 'monthDay')}>
        <Select value={form.monthDay} options={MONTH_DAYS} onChange={(monthDay) => set({ monthDay })} />
      </Field>
    )}
    <Field label="Hora" {...at(problems, 'time')}>
      <Select value={form.time} options={timesWith(form.time)} onChange={(time) => set({ time })} />
    </Field>
  </div>
);

const at = (problems: Editor['problems'], path: string): { error?: string } =>
  problems[path] === undefined ? {} : { error: problems[path] };

const Formats = ({ editor: { form, problems, set } }: { editor: Editor }) => (
  <fieldset className={styles.formats}>
    <legend>Formatos</legend>
    {REPORT_FORMATS.map((format) => (
      <Checkbox
        key={format}
        label={format}
        checked={form.formats.includes(format)}
        onChange={(checked) =>
          set({ formats: REPORT_FORMATS.filter((one) => (one === format ? checked : form.formats.includes(one))) })
        }
      />
    ))}
    {problems['formats'] !== undefined && <Problem>{problems['formats']}</Problem>}
  </fieldset>
);

const useSave = ({ companyId, entry, chosen, schedule }: Props) => {
  const options = { refetchQueries: [ReportSchedulesDocument], context: { quiet: true } };
  const [create, creating] = useCreateReportScheduleMutation(options);
  const [update, updating] = useUpdateReportScheduleMutation(options);
  const save = async (form: ScheduleForm): Promise<void> => {
    const input = inputOf(form, schedule, entry, chosen);
    if (schedule) await update({ variables: { companyId, id: schedule.id, input } });
    else await create({ variables: { companyId, input } });
  };
  return { save, busy: creating.loading || updating.loading };
};

/** When a report is sent, of which days, as which files and to whom. */
export const ScheduleDialog = (props: Props) => {
  const { companyId, entry, chosen, schedule, onClose } = props;
  const initial = formOf(schedule, entry);
  const editor = useForm(initial, initial, problemsOf);
  const { form, problems } = editor;
  const { save, busy } = useSave(props);
  const send = async (): Promise<void> => {
    try {
      await save(form);
    } catch (error) {
      const fields = fieldProblems(error).map(({ path, message }) => ({
        path: formPath(path.replace(/^input\./, '')),
        message,
      }));
      if (fields.length === 0) throw error;
      return editor.refuse(fields);
    }
    notifySuccess(schedule ? 'Envio alterado' : 'Envio agendado', { detail: entry.title });
    onClose();
  };
  const parameters = Object.entries(problems).find(([path]) => path.startsWith('parameters'))?.[1];
  return (
    <FormDialog
      title="Enviar por e-mail"
      editor={editor}
      send={send}
      busy={busy}
      failure="Falha para agendar o envio"
      className={styles.form}
      onClose={onClose}
    >
      <p className={styles.subject}>{entry.title}</p>
      <When editor={editor} />
      <div className={styles.row}>
        {entry.period !== 'NONE' && (
          <Field label="Período" {...at(problems, 'period')}>
            <Select value={form.period} options={PERIOD_OPTIONS} onChange={(period) => editor.set({ period })} />
          </Field>
        )}
        <Formats editor={editor} />
      </div>
      <RecipientPicker
        companyId={companyId}
        report={entry.report}
        value={form.recipients}
        error={problems['recipients']}
        onChange={(recipients) => editor.set({ recipients })}
      />
      <Field label="Sem movimento">
        <Segments
          ariaLabel="Sem movimento"
          value={form.empty}
          options={EMPTY_OPTIONS}
          onChange={(empty) => editor.set({ empty })}
        />
      </Field>
      {schedule && differs(schedule, entry, chosen) && (
        <Checkbox
          label="Usar obra e agrupamento que estão na tela"
          checked={form.fromScreen}
          onChange={(fromScreen) => editor.set({ fromScreen })}
        />
      )}
      {parameters !== undefined && <Problem>{parameters}</Problem>}
    </FormDialog>
  );
};
