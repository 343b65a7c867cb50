import { notifyFailure, notifyError, notifySuccess } from '#web/client/notify.ts';
import { useRevokeApiTokenMutation } from '#web/generated/security.ts';
import { CloseIcon, CopyIcon, KeyIcon, MoreIcon } from '#web/ui/icons.ts';
import { Button, Card, ConfirmDialog, EmptyState, IconButton, Menu } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApiToken } from './model.ts';
import type { MadeToken } from './TokenDialog.tsx';
import { ACCESS_NAMES, actorText, allPlaces, AREA_NAMES, endOf, placesText, shortOf, usedText } from './words.ts';
import styles from './integrations.module.css';

/** A new token, this once: it is kept as a hash and cannot be shown again. */
export const MadeBanner = ({ made, onClose }: { made: MadeToken; onClose: () => void }) => {
  const copy = () =>
    navigator.clipboard.writeText(made.token).then(
      () => notifySuccess('Token copiado'),
      () => notifyError('Não foi possível copiar. Selecione o texto.'),
    );
  return (
    <div className={styles.made} role="status">
      <span className={styles.madeIcon} aria-hidden="true">
        <KeyIcon />
      </span>
      <div className={styles.madeText}>
        <span>
          <strong>{made.apiToken.name}</strong> criado. Copie agora, ele não aparece de novo:
        </span>
        <code>{made.token}</code>
      </div>
      <Button icon={<CopyIcon />} onClick={() => void copy()}>
        Copiar
      </Button>
      <IconButton icon={<CloseIcon />} label="Fechar" onClick={onClose} />
    </div>
  );
};

const TONES = { over: styles.over, soon: styles.soon, later: undefined } as const;

const Row = ({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) => {
  const end = endOf(token.expiresOn);
  const from = [
    token.lastUsedFrom ? `De ${token.lastUsedFrom}` : null,
    token.networks.length > 0 ? `só de ${token.networks.join(', ')}` : null,
  ].filter((part) => part !== null);
  return (
    <tr>
      <td data-label="Nome">
        <strong>{token.name}</strong> <code>{shortOf(token)}</code>
        <span className={styles.meta}>{actorText(token)}</span>
      </td>
      <td data-label="Acesso">
        <span className={token.access === 'READ' ? styles.reads : styles.writes}>{ACCESS_NAMES[token.access]}</span>
      </td>
      <td data-label="Escopos">
        <span className={styles.tags}>
          {token.areas.map((area) => (
            <span key={area} className={styles.tag}>
              {AREA_NAMES[area]}
            </span>
          ))}
        </span>
      </td>
      <td data-label="Obras" title={allPlaces(token)}>
        {placesText(token)}
      </td>
      <td data-label="Último uso">
        {usedText(token.lastUsedAt)}
        {from.length > 0 && <span className={styles.meta}>{from.join(', ')}</span>}
      </td>
      <td data-label="Expira" className={TONES[end.tone]}>
        {end.text}
      </td>
      <td className={styles.menu}>
        <Menu
          trigger={<IconButton icon={<MoreIcon />} label={`Ações de ${token.name}`} />}
          actions={[{ label: 'Revogar', onClick: onRevoke }]}
        />
      </td>
    </tr>
  );
};

const HEADS = ['Nome', 'Acesso', 'Escopos', 'Obras', 'Último uso', 'Expira'];

const Rows = ({ tokens, onRevoke }: { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }) => (
  <table className={styles.table}>
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
      {tokens.map((token) => (
        <Row key={token.id} token={token} onRevoke={() => onRevoke(token)} />
      ))}
    </tbody>
  </table>
);

const useRevoke = () => {
  const [revoke, { loading }] = useRevokeApiTokenMutation({ context: { quiet: true } });
  const run = async ({ id }: ApiToken): Promise<void> => {
    try {
      await revoke({ variables: { id }, refetchQueries: ['Integrations'], awaitRefetchQueries: true });
      notifySuccess('Token revogado');
    } catch (error) {
      notifyFailure(error, 'Falha para revogar o token');
    }
  };
  return { run, loading };
};

interface TokensProps {
  tokens: readonly ApiToken[];
  made: MadeToken | null;
  onForget: () => void;
  onNew: () => void;
}

/** "Tokens": those of the account, the new one above them, and the way to make or revoke one. */
export const Tokens = ({ tokens, made, onForget, onNew }: TokensProps) => {
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const { run } = useRevoke();
  return (
    <Card
      title="Tokens"
      meta="nunca podem mais do que aquele em nome de quem agem"
      className={styles.tokens}
      actions={
        <Link to="/home/forms/settings/user?service=true" className={styles.link}>
          Contas de serviço
        </Link>
      }
    >
      {made && <MadeBanner made={made} onClose={onForget} />}
      {tokens.length > 0 ? (
        <Rows tokens={tokens} onRevoke={setAsked} />
      ) : (
        <EmptyState
          icon={<KeyIcon />}
          title="Nenhum token ainda"
          text="Um token deixa um programa ler ou gravar no seu lugar: Power BI, planilha, sistema contábil. Crie um, copie o texto e siga o guia da documentação."
          action={<Button onClick={onNew}>Criar o primeiro token</Button>}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        title={`Revogar ${asked?.name ?? ''}?`}
        text="A próxima chamada com este token já é recusada. Isto não tem volta: um programa que ainda precisa dele fica sem acesso."
        confirm="Revogar"
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (asked) void run(asked);
          setAsked(null);
        }}
      />
    </Card>
  );
};
