import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm, type Problems } from '#web/form/useForm.ts';
import {
  PermissionTemplatesDocument,
  useCreatePermissionTemplateMutation,
  useUpdatePermissionTemplateMutation,
  type PermissionTemplateRowFragment,
} from '#web/generated/security.ts';
import { Banner, Field, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { keysOfRows, rowsOfKeys, type GrantKey } from './model.ts';
import { GrantMatrix } from './Permissions.tsx';
import styles from './TemplatesDialog.module.css';

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
  const editor = useForm(opened, opened, problemsOf);
  const { form, set, problems } = editor;
  const { save, busy } = useSave(template);
  const send = async () => {
    await save(form);
    notifySuccess('Modelo salvo');
    onClose();
  };
  return (
    <FormDialog
      title={template ? 'Editar modelo' : 'Novo modelo'}
      {...{ editor, send, busy, onClose }}
      failure="Falha para salvar modelo"
      closeLabel="Voltar"
      wide
      className={styles.form}
    >
      {(template?.groups ?? 0) > 0 && (
        <Banner tone="info">Quem tem este modelo por um grupo ganha e perde na hora o que mudar aqui.</Banner>
      )}
      <Field label="Nome do modelo" required error={problems.name}>
        <TextInput value={form.name} maxLength={80} autoFocus onChange={(name) => set({ name })} />
      </Field>
      <GrantMatrix grants={form.permissions} onChange={(permissions) => set({ permissions })} />
    </FormDialog>
  );
};
