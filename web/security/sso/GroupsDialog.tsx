import { notifySuccess } from '#web/client/notify.ts';
import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm, type Problems } from '#web/form/useForm.ts';
import { useUpdateOrganizationGroupsMutation, type PermissionTemplateRowFragment } from '#web/generated/security.ts';
import { CloseIcon } from '#web/ui/icons.ts';
import { Button, Field, IconButton, Select, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import type { Organization } from './model.ts';
import styles from './sso.module.css';

const MOST = 200;

interface GroupsForm {
  claim: string;
  groups: { name: string; templateId: string }[];
}

const problemsOf = ({ claim, groups }: GroupsForm): Problems => ({
  ...(/^\S+$/.test(claim.trim()) ? {} : { claim: 'Informe o nome, sem espaços' }),
  ...Object.fromEntries(
    groups.flatMap(({ name, templateId }, index) => [
      ...(name.trim() === '' ? [[`groups.${index}.name`, 'Informe o grupo']] : []),
      ...(templateId === '' ? [[`groups.${index}.templateId`, 'Escolha o modelo']] : []),
    ]) as [string, string][],
  ),
});

interface RowProps {
  group: GroupsForm['groups'][number];
  index: number;
  problems: Problems;
  options: readonly { value: string; label: string }[];
  onChange: (group: GroupsForm['groups'][number]) => void;
  onRemove: () => void;
}

const Row = ({ group, index, problems, options, onChange, onRemove }: RowProps) => (
  <div className={styles.group}>
    <Field label="Grupo" required error={problems[`groups.${index}.name`]}>
      <TextInput
        value={group.name}
        maxLength={255}
        autoComplete="off"
        autoFocus={group.name === ''}
        onChange={(name) => onChange({ ...group, name })}
      />
    </Field>
    <Field label="Modelo" required error={problems[`groups.${index}.templateId`]}>
      <Select
        value={group.templateId}
        placeholder="Escolha"
        options={options}
        onChange={(templateId) => onChange({ ...group, templateId })}
      />
    </Field>
    <IconButton icon={<CloseIcon />} label={`Retirar ${group.name || 'grupo'}`} onClick={onRemove} />
  </div>
);

/** Changes which groups give which templates. */
export const GroupsDialog = ({
  organization,
  templates,
  onClose,
}: {
  organization: Organization;
  templates: readonly PermissionTemplateRowFragment[];
  onClose: () => void;
}) => {
  const [opened] = useState<GroupsForm>(() => ({
    claim: organization.groupsClaim,
    groups: organization.groups.map(({ name, templateId }) => ({ name, templateId })),
  }));
  const editor = useForm(opened, opened, problemsOf);
  const { form, set, problems } = editor;
  const [update, { loading: busy }] = useUpdateOrganizationGroupsMutation({ context: { quiet: true } });
  const { id, version } = organization;
  const send = async () => {
    const groups = form.groups.map(({ name, templateId }) => ({ name: name.trim(), templateId }));
    await update({ variables: { id, version, input: { claim: form.claim.trim(), groups } } });
    notifySuccess('Grupos salvos');
    onClose();
  };
  const options = templates.map(({ id: value, name: label }) => ({ value, label }));
  const change = (index: number, group: GroupsForm['groups'][number]) =>
    set({ groups: form.groups.map((one, at) => (at === index ? group : one)) });
  return (
    <FormDialog
      title={`Grupos de ${organization.name}`}
      {...{ editor, send, busy, onClose }}
      failure="Falha para salvar grupos"
      wide
      className={styles.fields}
    >
      <p className={styles.note}>
        {options.length === 0
          ? 'Ainda não há modelos: crie-os em Usuários, Modelos de permissões.'
          : 'Escreva o grupo como o provedor o envia: o nome, o caminho (Keycloak: /obras/compras) ou o ID do objeto (Entra). Grupos provisionados por SCIM valem pelo nome ou pelo ID externo, e no lugar dos enviados no acesso.'}
      </p>
      {form.groups.map((group, index) => (
        <Row
          // Rows have no key of their own, and their order does not change.
          key={index}
          {...{ group, index, problems, options }}
          onChange={(changed) => change(index, changed)}
          onRemove={() => set({ groups: form.groups.filter((_, at) => at !== index) })}
        />
      ))}
      <div>
        <Button
          disabled={options.length === 0 || form.groups.length >= MOST}
          onClick={() => set({ groups: [...form.groups, { name: '', templateId: '' }] })}
        >
          Incluir grupo
        </Button>
      </div>
      <Field
        label="Informação com os grupos (claim)"
        required
        error={problems.claim}
        hint="Em quase todos os provedores é groups."
      >
        <TextInput value={form.claim} maxLength={100} autoComplete="off" onChange={(claim) => set({ claim })} />
      </Field>
    </FormDialog>
  );
};
