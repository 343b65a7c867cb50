import { FormDialog } from '#web/form/FormDialog.tsx';
import { useForm } from '#web/form/useForm.ts';
import { useKeep } from '#web/form/useKeptForm.ts';
import {
  useCreateWebhookMutation,
  useTokenPlacesQuery,
  useUpdateWebhookMutation,
  type CreateWebhookMutation,
} from '#web/generated/security.ts';
import { Field, MultiSelect, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import { placeOptions } from '../model.ts';
import { EVENT_OPTIONS, formOf, inputOf, KEPT_WEBHOOK, problemsOf, type Webhook, type WebhookForm } from './model.ts';
import styles from '../integrations.module.css';

export type MadeWebhook = CreateWebhookMutation['createWebhook'];

const context = { quiet: true };
const refetchQueries = ['Webhooks'];

const Fields = ({
  form,
  problems,
  set,
}: {
  form: WebhookForm;
  problems: Readonly<Record<string, string>>;
  set: (values: Partial<WebhookForm>) => void;
}) => {
  const { data, loading } = useTokenPlacesQuery({ context });
  const problemAt = (name: string) => Object.entries(problems).find(([path]) => path.startsWith(name))?.[1];
  return (
    <>
      <Field
        label="Endereço"
        required
        error={problems.url}
        hint="Público, com https://, na porta 443 ou 8443. O programa que recebe responde 2xx em até 10 segundos."
      >
        <TextInput
          value={form.url}
          maxLength={500}
          autoComplete="off"
          autoFocus
          placeholder="https://"
          onChange={(url) => set({ url })}
        />
      </Field>
      <Field label="Descrição" error={problems.description} hint="Para que serve: painel da diretoria.">
        <TextInput
          value={form.description}
          maxLength={120}
          autoComplete="off"
          onChange={(description) => set({ description })}
        />
      </Field>
      <Field label="Eventos" error={problemAt('events')} hint="Nenhum escolhido: todos, também os que vierem depois.">
        <MultiSelect
          value={form.events}
          options={EVENT_OPTIONS}
          placeholder="Todos"
          onChange={(events) => set({ events })}
        />
      </Field>
      <Field
        label="Empresas e obras"
        error={problemAt('places')}
        hint="Nenhuma escolhida: todas. Cadastros da conta inteira (fornecedores, categorias, insumos) sempre vão."
      >
        <MultiSelect
          value={form.places}
          options={placeOptions(data?.grantableCompanies ?? [])}
          loading={loading}
          placeholder="Todas"
          onChange={(places) => set({ places })}
        />
      </Field>
    </>
  );
};

interface WebhookDialogProps {
  /** The one to change; null for a new one. */
  webhook: Webhook | null;
  /** Typed before the page was left for the provider. */
  typed: WebhookForm | null;
  onMade: (made: MadeWebhook) => void;
  onClose: () => void;
}

/** Makes a webhook, whose secret its caller shows once, or changes one. */
export const WebhookDialog = ({ webhook, typed, onMade, onClose }: WebhookDialogProps) => {
  const [opened] = useState(() => formOf(webhook));
  const editor = useForm(typed ?? opened, opened, problemsOf);
  const { form, set, problems } = editor;
  useKeep(KEPT_WEBHOOK, webhook ? null : form);
  const [create, creating] = useCreateWebhookMutation({ context, fetchPolicy: 'no-cache' });
  const [update, updating] = useUpdateWebhookMutation({ context });
  const send = async () => {
    const input = inputOf(form);
    if (webhook) await update({ variables: { id: webhook.id, version: webhook.version, input }, refetchQueries });
    else {
      const { data } = await create({ variables: { input }, refetchQueries });
      if (data) onMade(data.createWebhook);
    }
    onClose();
  };
  return (
    <FormDialog
      title={webhook ? 'Alterar webhook' : 'Novo webhook'}
      {...{ editor, send, onClose }}
      busy={creating.loading || updating.loading}
      saveLabel={webhook ? 'Salvar' : 'Criar webhook'}
      failure={webhook ? 'Falha para alterar o webhook' : 'Falha para criar o webhook'}
      className={styles.fields}
    >
      <Fields {...{ form, problems, set }} />
    </FormDialog>
  );
};
