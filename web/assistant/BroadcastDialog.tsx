import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { useSendBroadcastMutation } from '#web/generated/assistant.ts';
import { routes } from '#web/session/routes.ts';
import { Field, Segments, Select, TextArea, TextInput } from '#web/ui/index.ts';
import styles from './dialogs.module.css';

interface BroadcastForm {
  title: string;
  text: string;
  kind: 'INFO' | 'WARNING';
  /** '' without a link. */
  link: string;
}

const EMPTY: BroadcastForm = { title: '', text: '', kind: 'INFO', link: '' };
const KINDS = [
  { value: 'INFO', label: 'Informa' },
  { value: 'WARNING', label: 'Alerta' },
] as const;
const SCREENS = [
  { value: '', label: 'Nenhuma' },
  ...routes
    .filter(({ menu, rule }) => menu !== undefined && rule !== 'public')
    .map(({ path, title }) => ({ value: path, label: title })),
];

const problemsOf = ({ title, text }: BroadcastForm): Record<string, string> => ({
  ...(title.trim() === '' && { title: 'Informe o título' }),
  ...(text.trim() === '' && { text: 'Escreva o comunicado' }),
});

/** An administrator writes to everybody of the account. */
const BroadcastDialog = ({ onClose }: { onClose: () => void }) => {
  const editor = useForm(EMPTY, EMPTY, problemsOf);
  const { form, problems, set } = editor;
  const [sendBroadcast, { loading }] = useSendBroadcastMutation({ context: { quiet: true } });
  const send = async () => {
    const input = { ...form, title: form.title.trim(), text: form.text.trim(), link: form.link || null };
    await sendBroadcast({ variables: { input }, refetchQueries: ['Broadcasts'] });
    notifySuccess('Comunicado enviado a todos');
    onClose();
  };
  return (
    <FormDialog
      title="Escrever a todos"
      {...{ editor, send, onClose }}
      busy={loading}
      saveLabel="Enviar a todos"
      failure="Falha para enviar o comunicado"
      className={styles.form}
    >
      <p className={styles.hint}>
        Todos os usuários da conta leem. Fica na conversa de cada um até clicar em “Entendi”.
      </p>
      <Field label="Título" required error={problems['title']}>
        <TextInput autoFocus maxLength={120} value={form.title} onChange={(title) => set({ title })} />
      </Field>
      <Field label="Comunicado" required error={problems['text']}>
        <TextArea rows={4} maxLength={1_000} value={form.text} onChange={(text) => set({ text })} />
      </Field>
      <Segments ariaLabel="Tipo" value={form.kind} options={KINDS} onChange={(kind) => set({ kind })} />
      <Field label="Tela para abrir" error={problems['link']}>
        <Select value={form.link} options={SCREENS} onChange={(link) => set({ link })} />
      </Field>
    </FormDialog>
  );
};

export default BroadcastDialog;
