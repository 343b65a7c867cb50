import { errorText } from '#web/client/errors.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import {
  MonthClosingDocument,
  useAccountantFolderQuery,
  useMakeAccountantFolderMutation,
} from '#web/generated/financial.ts';
import { counted } from '#domain/numberFormat.ts';
import { DownloadIcon, FolderZipIcon } from '#web/ui/icons.ts';
import { Banner, Button, Card } from '#web/ui/index.ts';
import { useState } from 'react';
import { momentText, sizeText, type Closing, type Folder } from './model.ts';
import type { ClosingView } from './useClosingView.ts';
import styles from './side.module.css';

const RUNNING = ['QUEUED', 'RUNNING'];
const LOOK_EVERY = 1_000;

/** The folder, followed while it is made. */
const useFolder = (folder: Folder | null, companyId: string): Folder | null => {
  const running = folder !== null && RUNNING.includes(folder.state);
  const { data } = useAccountantFolderQuery({
    variables: { companyId, id: folder?.id ?? '' },
    skip: !running,
    pollInterval: running ? LOOK_EVERY : 0,
    context: { quiet: true },
  });
  // The cache holds one row of it, whoever has read it.
  return data?.accountantFolder?.id === folder?.id ? (data?.accountantFolder ?? folder) : folder;
};

const Progress = ({ folder }: { folder: Folder }) => {
  const step = folder.progress.at(-1);
  const total = step?.total ?? 0;
  const text =
    folder.state === 'QUEUED' || !step
      ? 'Na fila…'
      : total > 0
        ? `${step.name}: ${step.done} de ${total}`
        : `${step.name}…`;
  return (
    <div className={styles.progress} role="status">
      <progress aria-label="Pasta do contador" max={total || undefined} value={total > 0 ? step?.done : undefined} />
      <span>{text}</span>
    </div>
  );
};

/** "Pasta do contador": all of the month in one file, made in the background. */
export const FolderCard = ({ closing, view }: { closing: Closing; view: ClosingView }) => {
  const { companyId, month } = view;
  const folder = useFolder(closing.folder, companyId);
  const [make, making] = useMakeAccountantFolderMutation({
    refetchQueries: [MonthClosingDocument],
    awaitRefetchQueries: true,
    context: { quiet: true },
  });
  const [saving, setSaving] = useState(false);
  const running = folder !== null && RUNNING.includes(folder.state);
  const ready = folder?.state === 'DONE' && folder.name !== null;
  const start = () => void make({ variables: { companyId, month } }).catch((error: unknown) => notifyFailure(error));
  const download = async ({ id, name }: Folder): Promise<void> => {
    setSaving(true);
    const path = `/api/v1/financial/company/${companyId}/month-closings/folders/${id}/file`;
    await downloadFile(path, name ?? 'Pasta do contador.zip').catch((error: unknown) => notifyFailure(error));
    setSaving(false);
  };
  return (
    <Card title="Pasta do contador">
      <div className={styles.content}>
        {folder && running && <Progress folder={folder} />}
        {folder && ready ? (
          <p>
            <strong>{counted(folder.files ?? 0, 'arquivo')}</strong> · {sizeText(folder.size ?? '0')}
            <br />
            <span className={styles.meta}>
              Preparada em {momentText(folder.finishedAt ?? folder.createdAt)}. Só você pode baixá-la, por 7 dias.
            </span>
          </p>
        ) : (
          !running && (
            <p className={styles.meta}>
              Um ZIP com planilha de lançamentos, Demonstrativo, extratos OFX, XML de notas e anexos do mês, com índice.
            </p>
          )
        )}
        {folder?.state === 'FAILED' && <Banner tone="error">{folder.message ?? errorText(null)}</Banner>}
        <div className={styles.buttons}>
          {folder && ready && (
            <Button variant="primary" icon={<DownloadIcon />} busy={saving} onClick={() => void download(folder)}>
              Baixar
            </Button>
          )}
          {!running && (
            <Button icon={<FolderZipIcon />} busy={making.loading} onClick={start}>
              {ready ? 'Preparar de novo' : 'Preparar pasta'}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
};
