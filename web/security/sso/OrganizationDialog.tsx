import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { useCreateOrganizationMutation, useUpdateOrganizationMutation } from '#web/generated/security.ts';
import { Field, Switch, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { useKeep } from '#web/form/useKeptForm.ts';
import { formOf, inputOf, KEPT_ORGANIZATION, problemsOf, type Organization, type OrganizationForm } from './model.ts';
import styles from './sso.module.css';

const context = { quiet: true };

interface TextFieldProps {
  label: string;
  hint?: string;
  limit: number;
  value: string;
  error: string | undefined;
  autoFocus?: boolean;
  onChange: (text: string) => void;
}

const TextField = ({ label, hint, limit, value, error, autoFocus = false, onChange }: TextFieldProps) => (
  <Field label={label} required hint={hint} error={error}>
    <TextInput value={value} maxLength={limit} autoComplete="off" autoFocus={autoFocus} onChange={onChange} />
  </Field>
);

const useSave = (organization: Organization | null) => {
  const [create, creating] = useCreateOrganizationMutation({ context });
  const [update, updating] = useUpdateOrganizationMutation({ context });
  const save = async (form: OrganizationForm): Promise<void> => {
    const input = inputOf(form);
    if (organization) await update({ variables: { id: organization.id, version: organization.version, input } });
    else await create({ variables: { input } });
  };
  return { save, busy: creating.loading || updating.loading };
};

/** Adds or changes an organization. The secret is written and never shown again. */
export const OrganizationDialog = ({
  organization,
  typed,
  onClose,
}: {
  organization: Organization | null;
  /** Typed before the page was left for the provider. */
  typed: OrganizationForm | null;
  onClose: () => void;
}) => {
  const [opened] = useState(() => formOf(organization));
  const editor = useForm(typed ?? opened, opened, problemsOf);
  const { form, set, problems } = editor;
  useKeep(KEPT_ORGANIZATION, { id: organization?.id ?? null, form: { ...form, clientSecret: '' } });
  const { save, busy } = useSave(organization);
  const send = async () => {
    await save(form);
    notifySuccess('Organização salva');
    onClose();
  };
  return (
    <FormDialog
      title={organization ? 'Editar organização' : 'Nova organização'}
      {...{ editor, send, busy, onClose }}
      failure="Falha para salvar organização"
      className={styles.fields}
    >
      <TextField
        {...{ label: 'Nome', limit: 120, value: form.name, error: problems.name, autoFocus: true }}
        hint="Quem entra escolhe a organização por este nome."
        onChange={(name) => set({ name })}
      />
      <TextField
        {...{ label: 'Domínio dos e-mails', limit: 253, value: form.domain, error: problems.domain }}
        hint="Por exemplo construtora.com.br. Vale depois de comprovado por um registro no DNS."
        onChange={(domain) => set({ domain })}
      />
      <TextField
        {...{ label: 'Emissor (issuer)', limit: 300, value: form.issuer, error: problems.issuer }}
        hint="Microsoft: https://login.microsoftonline.com/ID-do-locatário/v2.0. Google: https://accounts.google.com."
        onChange={(issuer) => set({ issuer })}
      />
      <TextField
        {...{ label: 'ID do cliente', limit: 200, value: form.clientId, error: problems.clientId }}
        onChange={(clientId) => set({ clientId })}
      />
      <Field
        label="Segredo do cliente"
        error={problems.clientSecret}
        hint={
          organization?.hasSecret
            ? 'Já há um guardado, que não é mostrado. Escreva outro para trocá-lo; outro emissor precisa de um novo.'
            : 'Fica guardado de forma cifrada e não é mostrado de novo.'
        }
      >
        <TextInput
          type="password"
          value={form.clientSecret}
          maxLength={500}
          autoComplete="new-password"
          onChange={(clientSecret) => set({ clientSecret })}
        />
      </Field>
      <Switch checked={form.active} label="Ativa" onChange={(active) => set({ active })} />
    </FormDialog>
  );
};
