import { downloadFile } from '#web/client/files.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import {
  MyDataDocument,
  useDecideAnonymisationMutation,
  useExportMyDataMutation,
  useMyDataQuery,
  type AnonymisationRowFragment,
  type PersonalExportRowFragment,
} from '#web/generated/security.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { Button, Card, ConfirmDialog, instantText } from '#web/ui/index.ts';
import { useEffect, useState } from 'react';
import { useAskAnonymisation } from './useAskAnonymisation.ts';
import styles from './privacy.module.css';

const RUNNING = ['QUEUED', 'RUNNING'];
const LOOK_EVERY = 1_000;
const refreshed = { refetchQueries: [MyDataDocument], awaitRefetchQueries: true };

const isRunning = (file: PersonalExportRowFragment | null | undefined): boolean =>
  file !== null && file !== undefined && RUNNING.includes(file.state);

const exportText = (file: PersonalExportRowFragment | null | undefined): string => {
  if (isRunning(file)) return 'Preparando… Você receberá um e-mail quando estiver pronto.';
  if (file?.link) return `Pronto. Pode ser baixado até ${instantText(file.expiresAt)}.`;
  return 'Cadastro, acessos, permissões e o que você lançou, em planilha e JSON. O aviso chega por e-mail e o arquivo vale 24 horas.';
};

const ExportRow = ({ file }: { file: PersonalExportRowFragment | null | undefined }) => {
  const [prepare, { loading }] = useExportMyDataMutation({ context: { quiet: true }, ...refreshed });
  const [saving, setSaving] = useState(false);
  const download = async (link: string): Promise<void> => {
    setSaving(true);
    await downloadFile(link, 'meus-dados.zip').catch((error: unknown) => notifyFailure(error));
    setSaving(false);
  };
  const start = () => void prepare().catch((error: unknown) => notifyFailure(error));
  return (
    <div className={styles.row}>
      <div>
        <p>Baixar tudo o que o Prumo guarda sobre você</p>
        <p className={styles.meta} role="status">
          {exportText(file)}
        </p>
      </div>
      {file?.link ? (
        <Button variant="primary" busy={saving} onClick={() => void download(file.link ?? '')}>
          Baixar
        </Button>
      ) : (
        <Button busy={loading || isRunning(file)} onClick={start}>
          Preparar arquivo
        </Button>
      )}
    </div>
  );
};

const requestText = (request: AnonymisationRowFragment | null | undefined): string => {
  if (request?.outcome === 'REFUSED') return `Recusado em ${instantText(request.decidedAt)}. Você pode pedir de novo.`;
  if (request) return `Pedido em ${instantText(request.requestedAt)}: outro administrador precisa confirmar.`;
  return 'O nome some dos registros e os lançamentos ficam. Outro administrador precisa confirmar.';
};

const AnonymisationRow = ({ request }: { request: AnonymisationRowFragment | null | undefined }) => {
  const { user } = useSession();
  const [asking, setAsking] = useState(false);
  const { request: ask, loading: isAsking } = useAskAnonymisation();
  const [decide, decided] = useDecideAnonymisationMutation({ context: { quiet: true }, ...refreshed });
  const open = request !== null && request !== undefined && !request.outcome;
  const send = () => {
    setAsking(false);
    void ask(user.id);
  };
  const cancel = (id: string) =>
    void decide({ variables: { id, outcome: 'CANCELLED' } }).then(
      () => notifySuccess('Pedido cancelado'),
      (error: unknown) => notifyFailure(error),
    );
  return (
    <div className={styles.row}>
      <div>
        <p>Anonimizar o meu acesso</p>
        <p className={styles.meta}>{requestText(request)}</p>
      </div>
      {open ? (
        <Button busy={decided.loading} onClick={() => cancel(request.id)}>
          Cancelar pedido
        </Button>
      ) : (
        <Button busy={isAsking} onClick={() => setAsking(true)}>
          Pedir
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Pedir a anonimização do seu acesso?"
        text="Quando outro administrador confirmar, o seu nome e o seu e-mail somem dos registros e você não entra mais. O que você lançou fica com a empresa. Não pode ser desfeito."
        confirm="Pedir"
        onCancel={() => setAsking(false)}
        onConfirm={send}
      />
    </div>
  );
};

/** "Os seus dados": take along what is kept, or ask that the name goes (mock 14). */
export const MyDataCard = () => {
  const { data, startPolling, stopPolling } = useMyDataQuery({
    fetchPolicy: 'cache-and-network',
    context: { quiet: true },
  });
  const running = isRunning(data?.myData?.export);
  // Followed while the file is made.
  useEffect(() => {
    if (!running) return undefined;
    startPolling(LOOK_EVERY);
    return stopPolling;
  }, [running, startPolling, stopPolling]);
  return (
    <Card title="Os seus dados">
      <ExportRow file={data?.myData?.export} />
      <AnonymisationRow request={data?.myData?.anonymisation} />
    </Card>
  );
};
