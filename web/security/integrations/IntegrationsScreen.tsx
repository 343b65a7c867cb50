import { counted } from '#domain/numberFormat.ts';
import { errorText } from '#web/client/errors.ts';
import { useKept } from '#web/form/useKeptForm.ts';
import { useIntegrationsQuery } from '#web/generated/security.ts';
import { KeyIcon } from '#web/ui/icons.ts';
import { Button, ErrorState, PageHeader, Screen, Skeleton, useDelayed } from '#web/ui/index.ts';
import { useState } from 'react';
import { Documentation } from './Documentation.tsx';
import { isTokenForm, KEPT_TOKEN } from './model.ts';
import { TokenDialog, type MadeToken } from './TokenDialog.tsx';
import { Tokens } from './Tokens.tsx';
import { Usage } from './Usage.tsx';
import styles from './integrations.module.css';

/** `/home/forms/settings/integrations`: how other programs read and write the account's data; administrators only. */
const IntegrationsScreen = () => {
  const { data, previousData, error, loading, refetch } = useIntegrationsQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const kept = useKept(KEPT_TOKEN, isTokenForm);
  const [open, setOpen] = useState(kept !== null);
  const [made, setMade] = useState<MadeToken | null>(null);
  const shown = data ?? previousData;
  const slow = useDelayed(loading && !shown);
  const tokens = shown?.apiTokens ?? [];
  return (
    <Screen>
      <PageHeader
        title="Integrações"
        summary={shown && (tokens.length === 0 ? 'nenhum token' : counted(tokens.length, 'token'))}
        actions={
          <Button variant="primary" icon={<KeyIcon />} onClick={() => setOpen(true)}>
            Novo token
          </Button>
        }
      />
      <div className={styles.body}>
        {error && !shown && <ErrorState message={errorText(error)} onRetry={() => void refetch()} />}
        {slow && <Skeleton rows={6} />}
        {shown && (
          <div className={styles.columns}>
            <Tokens tokens={tokens} made={made} onForget={() => setMade(null)} onNew={() => setOpen(true)} />
            <div className={styles.side}>
              {shown.apiUsage && <Usage usage={shown.apiUsage} />}
              <Documentation />
            </div>
          </div>
        )}
      </div>
      {open && <TokenDialog typed={kept} onMade={setMade} onClose={() => setOpen(false)} />}
    </Screen>
  );
};

export default IntegrationsScreen;
