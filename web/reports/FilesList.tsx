import { formatCount } from '#domain/numberFormat.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure } from '#web/client/notify.ts';
import { ReportFilesDocument, useCancelReportFileMutation } from '#web/generated/reports.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Button, EmptyState, instantText, StatusPill } from '#web/ui/index.ts';
import { useState } from 'react';
import { isUnderWay, type ReportFile } from './model.ts';
import styles from './lists.module.css';

const Progress = ({ file: { title, state, done, total } }: { file: ReportFile }) => {
  const text =
    state === 'QUEUED'
      ? 'Na fila…'
      : total
        ? `${formatCount(done)} de ${formatCount(total)} linhas`
        : `${formatCount(done)} linhas`;
  return (
    <div className={styles.progress} role="status">
      <progress aria-label={title} max={total ?? undefined} value={total ? done : undefined} />
      <span>{text}</span>
    </div>
  );
};

const Download = ({ file, companyId }: { file: ReportFile; companyId: string }) => {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const path = `/api/v1/reports/company/${companyId}/report-files/${file.id}/content`;
    await downloadFile(path, file.name ?? file.title).catch((error: unknown) => notifyFailure(error));
    setBusy(false);
  };
  return (
    <Button size="small" icon={<DownloadIcon />} busy={busy} onClick={() => void save()}>
      Baixar {file.format}
    </Button>
  );
};

const Cancel = ({ file }: { file: ReportFile }) => {
  const [cancel, { loading, data }] = useCancelReportFileMutation({
    refetchQueries: [ReportFilesDocument],
    context: { quiet: true },
  });
  const stop = () => void cancel({ variables: { id: file.jobId } }).catch((error: unknown) => notifyFailure(error));
  return (
    <Button size="small" busy={loading || data !== undefined} onClick={stop}>
      Cancelar
    </Button>
  );
};

/** Files that are prepared in the background, and those that are ready. */
export const FilesList = ({ files, companyId }: { files: readonly ReportFile[]; companyId: string }) => {
  if (files.length === 0)
    return (
      <EmptyState
        title="Nenhum arquivo preparado"
        text="Arquivos de relatórios longos são preparados em segundo plano e ficam aqui por 7 dias."
      />
    );
  return (
    <ul className={styles.list} aria-label="Arquivos preparados">
      {files.map((file) => (
        <li key={file.id} className={styles.row}>
          <div className={styles.texts}>
            <span className={styles.name}>{file.name ?? `${file.title} (${file.format})`}</span>
            <span className={styles.meta}>Pedido em {instantText(file.createdAt)}</span>
            {file.state === 'FAILED' && <span className={styles.failed}>{file.message}</span>}
          </div>
          {isUnderWay(file) && (
            <>
              <Progress file={file} />
              <Cancel file={file} />
            </>
          )}
          {file.state === 'DONE' && <Download file={file} companyId={companyId} />}
          {file.state === 'FAILED' && <StatusPill tone="out">Falhou</StatusPill>}
          {file.state === 'CANCELLED' && <StatusPill tone="neutral">Cancelado</StatusPill>}
        </li>
      ))}
    </ul>
  );
};
