import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { ReportsDocument, useSaveReportMutation } from '#web/generated/reports.ts';
import { Checkbox, Field, TextInput } from '#web/ui/index.ts';
import { parametersOf, type ReportEntry } from './model.ts';
import type { ReportView } from './useReportView.ts';
import styles from './side.module.css';

interface SaveForm {
  name: string;
  shared: boolean;
}

const problemsOf = ({ name }: SaveForm): Record<string, string> =>
  name.trim() === '' ? { name: 'Informe um nome' } : {};

/** Keeps the report with its parameters under a name. */
export const SaveDialog = ({ entry, view, onClose }: { entry: ReportEntry; view: ReportView; onClose: () => void }) => {
  const initial: SaveForm = { name: entry.title, shared: false };
  const editor = useForm(initial, initial, problemsOf);
  const { form, problems } = editor;
  const [save, { loading }] = useSaveReportMutation({ refetchQueries: [ReportsDocument], context: { quiet: true } });
  const send = async (): Promise<void> => {
    const input = {
      ...{ name: form.name.trim(), shared: form.shared, report: entry.report },
      parameters: parametersOf(entry, view.chosen),
    };
    await save({ variables: { companyId: view.companyId, input } });
    notifySuccess('Relatório salvo', { detail: input.name });
    onClose();
  };
  return (
    <FormDialog
      title="Salvar relatório"
      editor={editor}
      send={send}
      busy={loading}
      failure="Falha para salvar o relatório"
      className={styles.form}
      onClose={onClose}
    >
      <Field label="Nome" required error={problems['name']}>
        <TextInput autoFocus maxLength={80} value={form.name} onChange={(name) => editor.set({ name })} />
      </Field>
      <Checkbox
        label="Compartilhar com os usuários da conta"
        checked={form.shared}
        onChange={(shared) => editor.set({ shared })}
      />
      <p className={styles.hint}>Quem abrir vê só o que pode ver. Um nome que você já usou é substituído.</p>
    </FormDialog>
  );
};
