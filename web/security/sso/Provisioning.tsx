import { counted } from '#domain/numberFormat.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useCreateProvisioningTokenMutation, useRevokeProvisioningTokensMutation } from '#web/generated/security.ts';
import { Banner, Button, ConfirmDialog, Dialog, instantText } from '#web/ui/index.ts';
import { useState } from 'react';
import { CopyLine } from './CopyLine.tsx';
import type { Organization } from './model.ts';
import styles from './sso.module.css';

const context = { quiet: true };

const useTokens = (id: string) => {
  const [create, creating] = useCreateProvisioningTokenMutation({ context, fetchPolicy: 'no-cache' });
  const [revoke, revoking] = useRevokeProvisioningTokensMutation({ context });
  const [token, setToken] = useState<string | null>(null);
  return {
    token,
    forget: () => setToken(null),
    busy: creating.loading || revoking.loading,
    create: async () => {
      try {
        const { data } = await create({ variables: { id }, refetchQueries: ['SingleSignOn'] });
        setToken(data?.createProvisioningToken.token ?? null);
      } catch (error) {
        notifyFailure(error, 'Falha para criar o token');
      }
    },
    revoke: async () => {
      try {
        await revoke({ variables: { id } });
        notifySuccess('Token revogado');
      } catch (error) {
        notifyFailure(error, 'Falha para revogar o token');
      }
    },
  };
};

type Tokens = Organization['provisioning']['tokens'];

const usedText = (lastUsedAt: string | null | undefined): string =>
  lastUsedAt ? `usado pela última vez em ${instantText(lastUsedAt)}` : 'ainda não usado';

const TokenLines = ({ tokens }: { tokens: Tokens }) => (
  <ul className={styles.pairs}>
    {tokens.map(({ id, createdAt, expiresAt, lastUsedAt }) => (
      <li key={id}>
        Token de {instantText(createdAt)}, {usedText(lastUsedAt)}
        {expiresAt ? `; foi trocado e vale até ${instantText(expiresAt)}` : ''}
      </li>
    ))}
  </ul>
);

/** The token, this once: it is kept as a hash and cannot be shown again. */
const NewToken = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <Dialog
    open
    onClose={onClose}
    kind="alert"
    title="Token do provisionamento"
    actions={
      <Button variant="primary" onClick={onClose}>
        Já copiei
      </Button>
    }
  >
    <div className={styles.fields}>
      <Banner tone="warning">Copie agora: o token não é mostrado de novo.</Banner>
      <CopyLine label="token" text={token} />
    </div>
  </Dialog>
);

/** How the provider's directory makes, changes and switches off users by itself (SCIM 2.0). */
export const Provisioning = ({ organization, address }: { organization: Organization; address: string }) => {
  const { id, domain, provisioning } = organization;
  const { tokens, users, groups } = provisioning;
  const calls = useTokens(id);
  const [asked, setAsked] = useState<'replace' | 'revoke' | null>(null);
  return (
    <section className={styles.section} aria-label="Provisionamento (SCIM)">
      <h3>Provisionamento (SCIM)</h3>
      <p className={styles.note}>
        {tokens.length === 0 && users === 0
          ? `Com um token, o diretório cria, muda e desativa aqui os usuários de ${domain}. Quem é desativado lá perde o acesso na hora.`
          : `O diretório gerencia ${counted(users, 'usuário')} e ${counted(groups, 'grupo')}.`}
      </p>
      {tokens.length > 0 && (
        <>
          <CopyLine label="endereço do provisionamento" text={address} />
          <TokenLines tokens={tokens} />
        </>
      )}
      <div className={styles.actions}>
        {tokens.length > 0 && (
          <Button variant="subtle" onClick={() => setAsked('revoke')} busy={calls.busy}>
            Revogar token
          </Button>
        )}
        <Button onClick={() => (tokens.length > 0 ? setAsked('replace') : void calls.create())} busy={calls.busy}>
          {tokens.length > 0 ? 'Trocar token' : 'Criar token'}
        </Button>
      </div>
      <ConfirmDialog
        open={asked === 'replace'}
        title="Trocar o token?"
        text="O token de agora ainda vale por 24 horas, para dar tempo de informar o novo ao diretório. Se ele vazou, revogue-o antes."
        confirm="Trocar"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          void calls.create();
        }}
      />
      <ConfirmDialog
        open={asked === 'revoke'}
        danger
        title="Revogar o token?"
        text="O diretório deixa de mudar usuários e grupos na hora. O que ele já mudou fica como está."
        confirm="Revogar"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          setAsked(null);
          void calls.revoke();
        }}
      />
      {calls.token !== null && <NewToken token={calls.token} onClose={calls.forget} />}
    </section>
  );
};
