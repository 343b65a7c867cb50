import { fieldProblems } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useEditorKeys } from '#web/form/useEditorKeys.ts';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  PermissionTemplatesDocument,
  useCreatePermissionTemplateMutation,
  useUpdatePermissionTemplateMutation,
  type PermissionTemplateRowFragment,
} from '#web/generated/security.ts';
import { Banner, Button, Dialog, Field, FirstProblem, TextInput } from '#web/ui/index.ts';
import { useState, type FormEvent } from 'react';
import { keysOfRows, rowsOfKeys, type GrantKey } from './model.ts';
import { GrantMatrix } from './Permissions.tsx';
import styles from './TemplatesDialog.module.css';

const FORM = 'permission-template';
const options = { context: { quiet: true }, refetchQueries: [PermissionTemplatesDocument], awaitRefetchQueries: true };

interface TemplateDraft {
  name: string;
  permissions: GrantKey[];
}

const problemsOf = ({ name }: TemplateDraft): Problems => (name.trim() === '' ? { name: 'Informe o nome.' } : {});

const useSave = (template: PermissionTemplateRowFragment | null) => {
  const [create, creating] = useCreatePermissionTemplateMutation(options);
  const [update, updating] = useUpdatePermissionTemplateMutation(options);
  const save = async ({ name, permissions }: TemplateDraft): Promise<void> => {
    const input = { name, permissions: rowsOfKeys(permissions) };
    if (template) await update({ variables: { id: template.id, version: template.version, input } });
    else await create({ variables: { input } });
  };
  return { save, busy: creating.loading || updating.loading };
};

/** Makes or changes a template of permissions. */
export const TemplateForm = ({
  template,
  onClose,
}: {
  template: PermissionTemplateRowFragment | null;
  onClose: () => void;
}) => {
  const [opened] = useState<TemplateDraft>(() => ({
    name: template?.name ?? '',
    permissions: keysOfRows(template?.permissions ?? []),
  }));
  const { form, set, check, refuse, problems, refusals } = useForm(opened, opened, problemsOf);
  const { save, busy } = useSave(template);
  const send = async () => {
    if (!check() || busy) return;
    try {
      await save(form);
      notifySuccess('Modelo salvo');
      onClose();
    } catch (error) {
      const fields = fieldProblems(error);
      refuse(fields);
      if (fields.length === 0) notifyFailure(error, 'Falha para salvar modelo');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  useEditorKeys({ onSave: () => void send(), inDialog: true });
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={template ? 'Editar modelo' : 'Novo modelo'}
      actions={
        <>
          <Button onClick={onClose}>Voltar</Button>
          <Button variant="primary" type="submit" form={FORM} shortcut="Ctrl S" busy={busy}>
            Salvar
          </Button>
        </>
      }
    >
      <form id={FORM} onSubmit={submit} noValidate className={styles.form}>
        {(template?.groups ?? 0) > 0 && (
          <Banner tone="info">Quem tem este modelo por um grupo ganha e perde na hora o que mudar aqui.</Banner>
        )}
        <Field label="Nome do modelo" required error={problems.name}>
          <TextInput value={form.name} maxLength={80} autoFocus onChange={(name) => set({ name })} />
        </Field>
        <GrantMatrix grants={form.permissions} onChange={(permissions) => set({ permissions })} />
        <FirstProblem refusals={refusals} />
      </form>
    </Dialog>
  );
};
