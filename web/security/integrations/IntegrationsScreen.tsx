import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useKept } from '#web/form/useKeptForm.ts';
import { useIntegrationsQuery, useWebhooksQuery } from '#web/generated/security.ts';
import { KeyIcon, WebhookIcon } from '#web/ui/icons.ts';
import { Button, ErrorState, PageHeader, Screen, Skeleton, useDelayed, useIsPhone } from '#web/ui/index.ts';
import { useState } from 'react';
import { Documentation } from './Documentation.tsx';
import { isTokenForm, KEPT_TOKEN } from './model.ts';
import { TokenDialog, type MadeToken } from './TokenDialog.tsx';
import { Tokens } from './Tokens.tsx';
import { Usage } from './Usage.tsx';
import { isWebhookForm, KEPT_WEBHOOK, type Webhook } from './webhooks/model.ts';
import { Signature } from './webhooks/Signature.tsx';
import { WebhookDialog, type MadeWebhook } from './webhooks/WebhookDialog.tsx';
import { Webhooks } from './webhooks/Webhooks.tsx';
import styles from './integrations.module.css';

/** Milliseconds between looks at what became of events. */
const LOOK_EVERY = 30_000;

const useIntegrations = () => {
  const tokens = useIntegrationsQuery({ fetchPolicy: 'cache-and-network', context: { quiet: true } });
  const webhooks = useWebhooksQuery({
    fetchPolicy: 'cache-and-network',
    pollInterval: LOOK_EVERY,
    context: { quiet: true },
  });
  const [first, second] = [tokens.data ?? tokens.previousData, webhooks.data ?? webhooks.previousData];
  return {
    shown: first && second && { ...first, webhooks: second.webhooks ?? [] },
    error: tokens.error ?? webhooks.error,
    loading: tokens.loading || webhooks.loading,
    refetch: () => Promise.all([tokens.refetch(), webhooks.refetch()]),
  };
};

const summaryOf = (tokens: number, webhooks: number): string =>
  [
    tokens === 0 ? 'nenhum token' : counted(tokens, 'token'),
    ...(webhooks === 0 ? [] : [counted(webhooks, 'webhook')]),
  ].join(' · ');

/** `/home/forms/settings/integrations`: how other programs read and write the account's data; administrators only. */
const IntegrationsScreen = () => {
  const { shown, error, loading, refetch } = useIntegrations();
  const kept = useKept(KEPT_TOKEN, isTokenForm);
  const keptWebhook = useKept(KEPT_WEBHOOK, isWebhookForm);
  const [open, setOpen] = useState(kept !== null);
  const [made, setMade] = useState<MadeToken | null>(null);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(keptWebhook ? 'new' : null);
  const [secret, setSecret] = useState<MadeWebhook | null>(null);
  const slow = useDelayed(loading && !shown);
  const phone = useIsPhone();
  const tokens = shown?.apiTokens ?? [];
  return (
    <Screen>
      <PageHeader
        title="Integrações"
        summary={shown && summaryOf(tokens.length, shown.webhooks.length)}
        actions={
          <>
            {!phone && (
              <Button icon={<WebhookIcon />} onClick={() => setEdited('new')}>
                Novo webhook
              </Button>
            )}
            <Button variant="primary" icon={<KeyIcon />} onClick={() => setOpen(true)}>
              Novo token
            </Button>
          </>
        }
      />
      <div className={styles.body}>
        {error && !shown && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        {slow && <Skeleton rows={6} />}
        {shown && (
          <div className={styles.columns}>
            <div className={styles.side}>
              <Tokens tokens={tokens} made={made} onForget={() => setMade(null)} onNew={() => setOpen(true)} />
              <Webhooks
                webhooks={shown.webhooks}
                made={secret}
                onMade={setSecret}
                onNew={() => setEdited('new')}
                onEdit={setEdited}
              />
            </div>
            <div className={styles.side}>
              {shown.apiUsage && <Usage usage={shown.apiUsage} />}
              <Documentation />
              <Signature />
            </div>
          </div>
        )}
      </div>
      {open && <TokenDialog typed={kept} onMade={setMade} onClose={() => setOpen(false)} />}
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? null : edited}
          typed={edited === 'new' ? keptWebhook : null}
          onMade={setSecret}
          onClose={() => setEdited(null)}
        />
      )}
    </Screen>
  );
};

export default IntegrationsScreen;
