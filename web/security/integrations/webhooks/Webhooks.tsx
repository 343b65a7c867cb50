import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useSetWebhookStateMutation,
} from '#web/generated/security.ts';
import { MoreIcon, WebhookIcon } from '#web/ui/icons.ts';
import { Button, Card, ConfirmDialog, EmptyState, IconButton, Menu, StatusPill, useIsPhone } from '#web/ui/index.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { useState } from 'react';
import { Bars } from './Bars.tsx';
import { Deliveries } from './Deliveries.tsx';
import type { Webhook } from './model.ts';
import { SecretBanner } from './SecretBanner.tsx';
import type { MadeWebhook } from './WebhookDialog.tsx';
import { eventsText, hostOf, stateOf, webhookPlaces } from './words.ts';
import tokenStyles from '../integrations.module.css';
import styles from './webhooks.module.css';

type Act = 'edit' | 'pause' | 'resume' | 'rotate' | 'delete';

const Row = ({
  webhook,
  chosen,
  onChoose,
  onAct,
}: {
  webhook: Webhook;
  chosen: boolean;
  onChoose: () => void;
  onAct: (act: Act) => void;
}) => {
  const { tone, text, detail } = stateOf(webhook);
  const { first, more } = eventsText(webhook);
  const paused = webhook.state === 'PAUSED';
  return (
    <tr className={chosen ? styles.chosen : undefined}>
      <td data-label="Endereço">
        <button type="button" className={styles.address} aria-expanded={chosen} onClick={onChoose}>
          {webhook.url}
        </button>
        {webhook.description && <span className={tokenStyles.meta}>{webhook.description}</span>}
      </td>
      <td data-label="Eventos" title={webhook.events?.join(', ')}>
        <span className={tokenStyles.tags}>
          <span className={tokenStyles.tag}>{first}</span>
          {more && <span className={tokenStyles.tag}>{more}</span>}
        </span>
        <span className={tokenStyles.meta}>{webhookPlaces(webhook)}</span>
      </td>
      <td data-label="Situação">
        <StatusPill tone={tone}>{text}</StatusPill>
        {detail && detail !== text && <span className={tokenStyles.meta}>{detail}</span>}
      </td>
      <td data-label="24 horas">
        <Bars {...webhook} />
      </td>
      <td data-label="Entregues" className={styles.count}>
        <strong>{formatCount(webhook.delivered)}</strong> de {formatCount(webhook.total)}
      </td>
      <td className={tokenStyles.menu}>
        <Menu
          trigger={<IconButton icon={<MoreIcon />} label={`Ações de ${hostOf(webhook)}`} />}
          actions={[
            { label: 'Alterar', onClick: () => onAct('edit') },
            paused
              ? { label: 'Reativar', onClick: () => onAct('resume') }
              : { label: 'Pausar', onClick: () => onAct('pause') },
            { label: 'Trocar o segredo', onClick: () => onAct('rotate') },
            { label: 'Excluir', onClick: () => onAct('delete'), separated: true },
          ]}
        />
      </td>
    </tr>
  );
};

const HEADS = ['Endereço', 'Eventos', 'Situação', '24 horas', 'Entregues'];

const QUESTIONS = {
  delete: {
    title: (host: string) => `Excluir o webhook de ${host}?`,
    text: 'As entregas guardadas vão junto, e nada mais é enviado a este endereço.',
    confirm: 'Excluir',
  },
  rotate: {
    title: (host: string) => `Trocar o segredo de ${host}?`,
    text: 'O novo aparece uma vez. O atual ainda assina por 24 horas, junto com o novo, para o programa que recebe mudar sem perder nada.',
    confirm: 'Trocar',
  },
  pause: {
    title: (host: string) => `Pausar o webhook de ${host}?`,
    text: 'O que já espera continua guardado. O que acontecer durante a pausa não é enviado depois.',
    confirm: 'Pausar',
  },
} as const;

const useActs = (onSecret: (made: MadeWebhook) => void) => {
  const quiet = { context: { quiet: true }, refetchQueries: ['Webhooks'] };
  const [setState] = useSetWebhookStateMutation(quiet);
  const [rotate] = useRotateWebhookSecretMutation({ ...quiet, fetchPolicy: 'no-cache' });
  const [remove] = useDeleteWebhookMutation(quiet);
  const acts = {
    pause: async (id: string) => {
      await setState({ variables: { id, state: 'PAUSED' } });
      notifySuccess('Webhook pausado');
    },
    resume: async (id: string) => {
      await setState({ variables: { id, state: 'ACTIVE' } });
      notifySuccess('Webhook reativado');
    },
    rotate: async (id: string) => {
      const { data } = await rotate({ variables: { id } });
      if (data) onSecret(data.rotateWebhookSecret);
    },
    delete: async (id: string) => {
      await remove({ variables: { id } });
      notifySuccess('Webhook excluído');
    },
  };
  return async (act: Exclude<Act, 'edit'>, { id }: Webhook): Promise<void> => {
    try {
      await acts[act](id);
    } catch (error) {
      notifyFailure(error, 'Falha para mudar o webhook');
    }
  };
};

interface WebhooksProps {
  webhooks: readonly Webhook[];
  made: MadeWebhook | null;
  onMade: (made: MadeWebhook | null) => void;
  onNew: () => void;
  onEdit: (webhook: Webhook) => void;
}

/** "Webhooks": where events are sent, and what became of those of the chosen one. */
export const Webhooks = ({ webhooks, made, onMade, onNew, onEdit }: WebhooksProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ act: keyof typeof QUESTIONS; webhook: Webhook } | null>(null);
  const run = useActs(onMade);
  const phone = useIsPhone();
  const open = webhooks.find(({ id }) => id === chosen);
  const act = (webhook: Webhook, what: Act): void => {
    if (what === 'edit') onEdit(webhook);
    else if (what === 'resume') void run('resume', webhook);
    else setAsked({ act: what, webhook });
  };
  const question = asked && QUESTIONS[asked.act];
  return (
    <Card
      title="Webhooks"
      meta="assinados, repetidos por até 3 dias"
      // At a desk the button is in the head of the screen, which has no room for two on a phone.
      actions={phone && webhooks.length > 0 && <Button onClick={onNew}>Novo webhook</Button>}
    >
      {made && <SecretBanner made={made} onClose={() => onMade(null)} />}
      {webhooks.length === 0 ? (
        <EmptyState
          icon={<WebhookIcon />}
          title="Nenhum webhook ainda"
          text="Um webhook avisa outro programa do que acontece: pedido recebido, parcela paga. Informe um endereço público com https, guarde o segredo e confira a assinatura."
          action={<Button onClick={onNew}>Criar o primeiro webhook</Button>}
        />
      ) : (
        <table className={`${tokenStyles.table} ${styles.webhooks}`}>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col">
                <span className={tokenStyles.unseen}>Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {webhooks.map((webhook) => (
              <Row
                key={webhook.id}
                webhook={webhook}
                chosen={webhook.id === chosen}
                onChoose={() => setChosen(webhook.id === chosen ? null : webhook.id)}
                onAct={(what) => act(webhook, what)}
              />
            ))}
          </tbody>
        </table>
      )}
      {open && <Deliveries key={open.id} webhook={open} />}
      <ConfirmDialog
        open={asked !== null}
        danger={asked?.act === 'delete'}
        title={asked && question ? question.title(hostOf(asked.webhook)) : ''}
        text={question?.text ?? ''}
        confirm={question?.confirm ?? ''}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void run(asked.act, asked.webhook);
          setAsked(null);
        }}
      />
    </Card>
  );
};
