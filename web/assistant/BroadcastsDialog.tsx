import { formatMoment } from '#domain/dateFormat.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  useBroadcastReadersQuery,
  useBroadcastsQuery,
  useWithdrawBroadcastMutation,
  type BroadcastPartsFragment,
} from '#web/generated/assistant.ts';
import { Button, ConfirmDialog, Dialog, EmptyState, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './dialogs.module.css';

const context = { quiet: true };
const SIZE = 10;
const READERS = 200;

const Readers = ({ id }: { id: string }) => {
  const { data, error, refetch } = useBroadcastReadersQuery({
    variables: { id, size: READERS },
    fetchPolicy: 'network-only',
    context,
  });
  if (error) return <ErrorState message="Falha ao buscar quem leu" onRetry={() => void refetch()} />;
  const page = data?.broadcastReaders;
  if (!page) return <Skeleton rows={2} />;
  const more = page.totalElements - page.content.length;
  return (
    <ul className={styles.readers}>
      {page.content.map(({ id: user, name, acknowledgedAt }) => (
        <li key={user}>
          {name}
          <span>{acknowledgedAt == null ? 'ainda não leu' : `leu em ${formatMoment(new Date(acknowledgedAt))}`}</span>
        </li>
      ))}
      {more > 0 && <li>e mais {more}</li>}
    </ul>
  );
};

const Broadcast = ({ broadcast, onWithdraw }: { broadcast: BroadcastPartsFragment; onWithdraw: () => void }) => {
  const { id, title, text, at, sentBy, withdrawnAt, readers, acknowledged } = broadcast;
  const [open, setOpen] = useState(false);
  const name = title ?? text;
  return (
    <li className={styles.broadcast}>
      <h3>{name}</h3>
      {title != null && <p>{text}</p>}
      <p className={styles.hint}>
        {formatMoment(new Date(at))}
        {sentBy != null && `, por ${sentBy}`}
        {withdrawnAt != null && ` · retirado em ${formatMoment(new Date(withdrawnAt))}`}
      </p>
      <details className={styles.read} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {acknowledged} de {readers} {readers === 1 ? 'leu' : 'leram'}
        </summary>
        {open && <Readers id={id} />}
      </details>
      <div className={styles.actions}>
        {withdrawnAt == null && (
          <Button size="small" variant="subtle" onClick={onWithdraw}>
            Retirar<span className="visuallyHidden"> {name}</span>
          </Button>
        )}
      </div>
    </li>
  );
};

/** Broadcasts of the account: who has read them; taken back where they should not have been sent. */
const BroadcastsDialog = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(0);
  const [leaving, setLeaving] = useState<BroadcastPartsFragment | null>(null);
  const { data, previousData, error, refetch } = useBroadcastsQuery({
    variables: { page, size: SIZE },
    fetchPolicy: 'network-only',
    context,
  });
  const [withdraw] = useWithdrawBroadcastMutation({ context });
  const found = (data ?? previousData)?.broadcasts;
  const take = async ({ id }: BroadcastPartsFragment) => {
    try {
      await withdraw({ variables: { id } });
      notifySuccess('Comunicado retirado');
    } catch (failure) {
      notifyFailure(failure, 'Falha para retirar o comunicado');
    }
    setLeaving(null);
  };
  return (
    <Dialog open onClose={onClose} title="Comunicados enviados" actions={<Button onClick={onClose}>Fechar</Button>}>
      {error && <ErrorState message="Falha ao buscar os comunicados" onRetry={() => void refetch()} />}
      {!found && !error && <Skeleton rows={4} />}
      {found?.totalElements === 0 && (
        <EmptyState title="Nenhum comunicado ainda" text="O que você escrever a todos aparece aqui, com quem já leu." />
      )}
      {found && found.content.length > 0 && (
        <ul className={styles.list}>
          {found.content.map((broadcast) => (
            <Broadcast key={broadcast.id} broadcast={broadcast} onWithdraw={() => setLeaving(broadcast)} />
          ))}
        </ul>
      )}
      {found && found.totalElements > SIZE && (
        <div className={styles.actions}>
          <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
            Mais novos
          </Button>
          <Button size="small" disabled={found.last} onClick={() => setPage(page + 1)}>
            Mais antigos
          </Button>
        </div>
      )}
      {leaving && (
        <ConfirmDialog
          open
          title="Retirar o comunicado?"
          text="Ele some da conversa de todos, também de quem ainda não leu."
          confirm="Retirar"
          onConfirm={() => void take(leaving)}
          onCancel={() => setLeaving(null)}
        />
      )}
    </Dialog>
  );
};

export default BroadcastsDialog;
