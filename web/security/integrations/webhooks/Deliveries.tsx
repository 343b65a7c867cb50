import { errorText } from '#web/client/errors.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { counted } from '#domain/numberFormat.ts';
import {
  useResendFailedWebhookDeliveriesMutation,
  useResendWebhookDeliveryMutation,
  useTestWebhookMutation,
  useWebhookDeliveriesQuery,
} from '#web/generated/security.ts';
import { RefreshIcon, SentIcon } from '#web/ui/icons.ts';
import { Button, ErrorState, IconButton, Pagination, Segments, Skeleton, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { DeliveryDialog } from './DeliveryDialog.tsx';
import type { Delivery, Webhook } from './model.ts';
import { answerText, attemptText, DELIVERY_STATES, durationText, hostOf, momentText, nextText } from './words.ts';
import styles from './webhooks.module.css';

const SIZE = 10;
/** Milliseconds between looks at what became of deliveries while the panel is open. */
const LOOK_EVERY = 4_000;
const quiet = { context: { quiet: true } };
const refetchQueries = ['WebhookDeliveries', 'Webhooks'];

const Row = ({ delivery, onOpen, onResend }: { delivery: Delivery; onOpen: () => void; onResend: () => void }) => {
  const { tone, text } = DELIVERY_STATES[delivery.state];
  const made = delivery.lastAttemptAt != null;
  const failed = delivery.state !== 'DELIVERED';
  return (
    <tr>
      <td data-label="Quando">{momentText(delivery.at)}</td>
      <td data-label="Evento">
        <button type="button" className={styles.open} onClick={onOpen}>
          {delivery.type}
        </button>{' '}
        {delivery.label && <strong className={styles.label}>{delivery.label}</strong>}
      </td>
      <td data-label="Situação">
        <StatusPill tone={tone}>{text}</StatusPill>
        {delivery.state === 'WAITING' && <span className={styles.small}>{nextText(delivery)}</span>}
      </td>
      <td data-label="Resposta">
        {made && (
          <>
            <strong className={failed ? styles.wrong : styles.right}>{delivery.status ?? '—'}</strong>{' '}
            {answerText(delivery)}
          </>
        )}
      </td>
      <td data-label="Tentativa">{attemptText(delivery)}</td>
      <td data-label="Duração" className={styles.number}>
        {delivery.milliseconds != null && durationText(delivery.milliseconds)}
      </td>
      <td className={styles.act}>
        <IconButton icon={<RefreshIcon />} size="small" label={`Reenviar ${delivery.type}`} onClick={onResend} />
      </td>
    </tr>
  );
};

const HEADS = ['Quando', 'Evento', 'Situação', 'Resposta', 'Tentativa', 'Duração'];

const Rows = ({
  rows,
  onOpen,
  onResend,
}: {
  rows: readonly Delivery[];
  onOpen: (delivery: Delivery) => void;
  onResend: (delivery: Delivery) => void;
}) => (
  <table className={styles.deliveries}>
    <thead>
      <tr>
        {HEADS.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        <th scope="col">
          <span className={styles.unseen}>Ações</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((delivery) => (
        <Row
          key={delivery.id}
          delivery={delivery}
          onOpen={() => onOpen(delivery)}
          onResend={() => onResend(delivery)}
        />
      ))}
    </tbody>
  </table>
);

/** The acts on deliveries; what they cause is looked at again. */
const useActs = (webhookId: string) => {
  const [test] = useTestWebhookMutation(quiet);
  const [resend] = useResendWebhookDeliveryMutation(quiet);
  const [resendFailed] = useResendFailedWebhookDeliveriesMutation(quiet);
  const trying = async (act: () => Promise<unknown>, failure: string): Promise<void> => {
    try {
      await act();
    } catch (error) {
      notifyFailure(error, failure);
    }
  };
  return {
    test: () =>
      trying(async () => {
        await test({ variables: { id: webhookId }, refetchQueries });
        notifySuccess('Evento de teste enviado');
      }, 'Falha para enviar o teste'),
    resend: ({ id }: Delivery) =>
      trying(async () => {
        await resend({ variables: { webhookId, id }, refetchQueries });
        notifySuccess('Reenviado, com o mesmo id');
      }, 'Falha para reenviar'),
    resendFailed: () =>
      trying(async () => {
        const { data } = await resendFailed({ variables: { webhookId }, refetchQueries });
        const count = data?.resendFailedWebhookDeliveries.count ?? 0;
        notifySuccess(`${counted(count, 'entrega')} na fila de novo`);
      }, 'Falha para reenviar as falhas'),
  };
};

/** "Entregas" of one webhook: what was sent, what was answered, and how to send it again. */
export const Deliveries = ({ webhook }: { webhook: Webhook }) => {
  const [page, setPage] = useState(0);
  const [view, setView] = useState<'all' | 'failed'>('all');
  const [opened, setOpened] = useState<Delivery | null>(null);
  const acts = useActs(webhook.id);
  const { data, previousData, error, refetch } = useWebhookDeliveriesQuery({
    variables: { webhookId: webhook.id, page, state: view === 'failed' ? 'FAILED' : null },
    fetchPolicy: 'cache-and-network',
    pollInterval: LOOK_EVERY,
    ...quiet,
  });
  const shown = data ?? previousData;
  const list = shown?.webhookDeliveries;
  const failed = shown?.failed?.totalElements ?? 0;
  const total = list?.totalElements ?? 0;
  return (
    <section className={styles.panel} aria-label={`Entregas de ${hostOf(webhook)}`}>
      <header className={styles.panelHead}>
        <h3>Entregas</h3>
        <code>{hostOf(webhook)}</code>
        <Segments
          ariaLabel="Entregas mostradas"
          value={view}
          options={[
            { value: 'all', label: 'Todas' },
            { value: 'failed', label: `Falhas ${failed}` },
          ]}
          onChange={(value) => {
            setView(value);
            setPage(0);
          }}
        />
        <span className={styles.acts}>
          <Button icon={<SentIcon />} onClick={() => void acts.test()}>
            Enviar teste
          </Button>
          <Button
            icon={<RefreshIcon />}
            disabled={failed === 0 || webhook.state === 'PAUSED'}
            onClick={() => void acts.resendFailed()}
          >
            Reenviar falhas
          </Button>
        </span>
      </header>
      {error && !shown && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
      {!shown && !error && <Skeleton rows={4} />}
      {list && list.content.length === 0 && (
        <p className={styles.none}>
          {view === 'failed' ? 'Nenhuma entrega falhou.' : 'Nada foi enviado ainda. Envie um teste para conferir.'}
        </p>
      )}
      {list && list.content.length > 0 && (
        <Rows rows={list.content} onOpen={setOpened} onResend={(delivery) => void acts.resend(delivery)} />
      )}
      {total > SIZE && (
        <Pagination page={page} size={SIZE} sizes={[SIZE]} total={total} onPage={setPage} onSize={() => undefined} />
      )}
      {opened && <DeliveryDialog webhookId={webhook.id} delivery={opened} onClose={() => setOpened(null)} />}
    </section>
  );
};
