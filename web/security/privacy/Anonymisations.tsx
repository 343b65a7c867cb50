import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  PrivacyDocument,
  useDecideAnonymisationMutation,
  type AnonymisationOutcome,
  type AnonymisationRowFragment,
} from '#web/generated/security.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Button, Card, ConfirmDialog, StatusPill, instantText } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './privacy.module.css';

const OUTCOMES: Record<AnonymisationOutcome, { label: string; tone: 'in' | 'neutral' }> = {
  DONE: { label: 'Anonimizado', tone: 'in' },
  REFUSED: { label: 'Recusado', tone: 'neutral' },
  CANCELLED: { label: 'Cancelado', tone: 'neutral' },
};
const DECIDED: Record<AnonymisationOutcome, string> = {
  DONE: 'Usuário anonimizado',
  REFUSED: 'Pedido recusado',
  CANCELLED: 'Pedido cancelado',
};

const useDecide = () => {
  const [decide, { loading }] = useDecideAnonymisationMutation({ context: { quiet: true } });
  const end = (id: string, outcome: AnonymisationOutcome) =>
    decide({ variables: { id, outcome }, refetchQueries: [PrivacyDocument], awaitRefetchQueries: true }).then(
      () => notifySuccess(DECIDED[outcome]),
      (error: unknown) => notifyFailure(error, 'Falha para decidir a anonimização'),
    );
  return { end, loading };
};

/** What the user may do about a request that waits. */
const Choices = ({ request }: { request: AnonymisationRowFragment }) => {
  const { user } = useSession();
  const { end, loading } = useDecide();
  const [asking, setAsking] = useState(false);
  if (request.requestedBy?.id === user.id || request.user.id === user.id) {
    return (
      <>
        <span className={styles.meta}>Outro administrador precisa confirmar.</span>
        <Button busy={loading} onClick={() => void end(request.id, 'CANCELLED')}>
          Cancelar pedido
        </Button>
      </>
    );
  }
  return (
    <>
      <Button disabled={loading} onClick={() => void end(request.id, 'REFUSED')}>
        Recusar
      </Button>
      <Button variant="danger" busy={loading} onClick={() => setAsking(true)}>
        Anonimizar
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        title={`Anonimizar ${request.user.name}?`}
        text="O nome e o e-mail somem dos registros, e o acesso termina agora. O que a pessoa lançou fica, sem o nome. Não pode ser desfeito."
        confirm="Anonimizar"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void end(request.id, 'DONE');
        }}
      />
    </>
  );
};

const Request = ({ request }: { request: AnonymisationRowFragment }) => {
  const { user, requestedBy, requestedAt, decidedBy, decidedAt, outcome } = request;
  const asked = requestedBy?.id === user.id ? 'pela própria pessoa' : `por ${requestedBy?.name ?? 'quem já saiu'}`;
  return (
    <li className={styles.item}>
      <div className={styles.head}>
        <strong>{user.name}</strong>
        {outcome ? (
          <StatusPill tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</StatusPill>
        ) : (
          <StatusPill tone="warning">À espera</StatusPill>
        )}
      </div>
      <p className={styles.meta}>
        Pedido {asked} em {instantText(requestedAt)}
        {outcome && decidedAt && `; decidido por ${decidedBy?.name ?? 'quem já saiu'} em ${instantText(decidedAt)}`}
      </p>
      {!outcome && (
        <div className={styles.buttons}>
          <Choices request={request} />
        </div>
      )}
    </li>
  );
};

/** Requests to make users nameless, those that wait first. */
export const Anonymisations = ({ requests }: { requests: readonly AnonymisationRowFragment[] }) => (
  <Card title="Pedidos de anonimização">
    {requests.length === 0 ? (
      <p className={styles.meta}>
        Nenhum pedido. Cada pessoa pede em Minha conta, ou um administrador pede em Usuários; outro administrador
        confirma.
      </p>
    ) : (
      <ul className={styles.list}>
        {requests.map((request) => (
          <Request key={request.id} request={request} />
        ))}
      </ul>
    )}
  </Card>
);
