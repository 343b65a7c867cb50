import { SWITCHABLE, type SwitchableEvent } from '#domain/assistant/events.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import {
  useAssistantPreferencesQuery,
  useSaveAssistantPreferencesMutation,
  type AssistantPreferencesPartsFragment,
} from '#web/generated/assistant.ts';
import { Checkbox, Dialog, ErrorState, Field, Select, Skeleton } from '#web/ui/index.ts';
import {
  EVENT_WORDS,
  formOf,
  HOUR_OPTIONS,
  inputOf,
  problemsOf,
  timeOptions,
  type PreferencesForm,
} from './preferencesModel.ts';
import styles from './dialogs.module.css';

const context = { quiet: true };
const TITLE = 'Avisos do assistente';
const FAILURE = 'Falha para salvar os avisos do assistente';

interface PartProps {
  form: PreferencesForm;
  set: (values: Partial<PreferencesForm>) => void;
}

const toggled = (list: readonly SwitchableEvent[], event: SwitchableEvent, on: boolean): SwitchableEvent[] =>
  SWITCHABLE.filter((one) => (one === event ? on : list.includes(one)));

const Kinds = ({ form, set }: PartProps) => (
  <table className={styles.kinds}>
    <caption className="visuallyHidden">O que o assistente avisa</caption>
    <thead>
      <tr>
        <th scope="col">Aviso</th>
        <th scope="col">No painel</th>
        <th scope="col">No resumo</th>
      </tr>
    </thead>
    <tbody>
      {SWITCHABLE.map((event) => {
        const { label, hint } = EVENT_WORDS[event];
        const posted = form.panel.includes(event);
        return (
          <tr key={event}>
            <th scope="row">
              {label}
              <span>{hint}</span>
            </th>
            <td>
              <Checkbox
                ariaLabel={`${label}: no painel`}
                checked={posted}
                onChange={(on) => set({ panel: toggled(form.panel, event, on) })}
              />
            </td>
            <td>
              <Checkbox
                ariaLabel={`${label}: no resumo`}
                checked={posted && form.digest.includes(event)}
                disabled={!posted}
                onChange={(on) => set({ digest: toggled(form.digest, event, on) })}
              />
            </td>
          </tr>
        );
      })}
    </tbody>
  </table>
);

const Times = ({
  form,
  set,
  problems,
  timeZone,
}: PartProps & { problems: Readonly<Record<string, string>>; timeZone: string }) => (
  <>
    <h3 className={styles.heading}>Horário de silêncio</h3>
    <p className={styles.hint}>
      Nada aparece sobre a tela; o aviso espera no histórico. Comunicados e falhas não são silenciados. Horário de{' '}
      {timeZone}.
    </p>
    <div className={styles.pair}>
      <Field label="Das" error={problems['quietFrom']}>
        <Select
          value={form.quietFrom}
          options={timeOptions(form.quietFrom)}
          onChange={(quietFrom) => set({ quietFrom })}
        />
      </Field>
      <Field label="Até as" error={problems['quietTo']}>
        <Select value={form.quietTo} options={timeOptions(form.quietTo)} onChange={(quietTo) => set({ quietTo })} />
      </Field>
    </div>
    <Checkbox
      label="Sábados e domingos inteiros"
      checked={form.quietWeekends}
      onChange={(quietWeekends) => set({ quietWeekends })}
    />
    <h3 className={styles.heading}>Resumo diário por e-mail</h3>
    <Field
      label="Enviar"
      hint="Contas vencidas e de hoje, saldo previsto, aprovações e mensagens não lidas. Sem nada a dizer, não há e-mail."
    >
      <Select value={form.digestHour} options={HOUR_OPTIONS} onChange={(digestHour) => set({ digestHour })} />
    </Field>
  </>
);

const Form = ({ stored, onClose }: { stored: AssistantPreferencesPartsFragment; onClose: () => void }) => {
  const initial = formOf(stored);
  const editor = useForm(initial, initial, problemsOf);
  const { form, problems, set } = editor;
  const [save, { loading }] = useSaveAssistantPreferencesMutation({ context });
  const send = async () => {
    await save({
      variables: { input: inputOf(form) },
      refetchQueries: ['AssistantPreferences'],
    });
    notifySuccess('Avisos do assistente salvos');
    onClose();
  };
  return (
    <FormDialog title={TITLE} {...{ editor, send, onClose }} busy={loading} failure={FAILURE} className={styles.form}>
      <Kinds {...{ form, set }} />
      <Times {...{ form, set, problems }} timeZone={stored.timeZone.replaceAll('_', ' ')} />
    </FormDialog>
  );
};

/** What the assistant tells by itself, and when. */
const PreferencesDialog = ({ onClose }: { onClose: () => void }) => {
  const { data, error, refetch } = useAssistantPreferencesQuery({ fetchPolicy: 'network-only', context });
  const stored = data?.assistantPreferences;
  if (stored) return <Form {...{ stored, onClose }} />;
  return (
    <Dialog open onClose={onClose} title={TITLE}>
      {error ? (
        <ErrorState message="Falha ao buscar os avisos do assistente" onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} />
      )}
    </Dialog>
  );
};

export default PreferencesDialog;
