import type { SavedViewRowFragment } from '#web/generated/list.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { Checkbox, Field, Problem, TextInput } from '#web/ui/index.ts';
import styles from './views.module.css';

export interface ViewForm {
  name: string;
  shared: boolean;
}

interface ViewDialogProps {
  title: string;
  view: Pick<SavedViewRowFragment, 'name' | 'shared'>;
  /** What happens to what it is called: below the fields. */
  hint: string;
  busy: boolean;
  failure: string;
  /** Throws what the service refuses. */
  send: (form: ViewForm) => Promise<void>;
  onClose: () => void;
}

const problemsOf = ({ name }: ViewForm): Record<string, string> =>
  name.trim() === '' ? { name: 'Informe um nome' } : {};

/** Name of a view, and whether all users of the account see it. */
export const ViewDialog = ({ title, view: { name, shared }, hint, busy, failure, send, onClose }: ViewDialogProps) => {
  const initial: ViewForm = { name, shared };
  const editor = useForm(initial, initial, problemsOf);
  const { form, problems, set } = editor;
  return (
    <FormDialog
      title={title}
      editor={editor}
      send={() => send({ ...form, name: form.name.trim() })}
      busy={busy}
      failure={failure}
      className={styles.form}
      onClose={onClose}
    >
      <Field label="Nome" required error={problems['name']}>
        <TextInput autoFocus maxLength={80} value={form.name} onChange={(text) => set({ name: text })} />
      </Field>
      <Checkbox
        label="Compartilhar com os usuários da conta"
        checked={form.shared}
        onChange={(checked) => set({ shared: checked })}
      />
      {problems['address'] !== undefined && <Problem>{problems['address']}</Problem>}
      <p className={styles.hint}>{hint}</p>
    </FormDialog>
  );
};
