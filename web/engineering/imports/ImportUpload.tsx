import { UPLOAD_FAILED } from '#domain/messages.ts';
import { errorText } from '#web/client/errors.ts';
import { formatBytes, MAX_FILE_BYTES, uploadFile } from '#web/client/files.ts';
import { isRecord } from '#web/client/storage.ts';
import { UploadIcon } from '#web/ui/icons.ts';
import { Banner, Button, Card } from '#web/ui/index.ts';
import { useRef, useState } from 'react';
import styles from './ImportScreen.module.css';

const PATH = '/api/v1/engineering/cost-databases/imports';

/** Sends the workbook; the import begins once all of it has arrived. */
export const ImportUpload = ({ onStarted }: { onStarted: (jobId: string) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      setProblem(`${file.name} tem ${formatBytes(file.size)}: o limite é ${formatBytes(MAX_FILE_BYTES)}.`);
      return;
    }
    setProblem(null);
    setShare(0);
    try {
      const { data } = await uploadFile({
        path: PATH,
        part: 'workbook',
        file,
        onProgress: setShare,
        failure: UPLOAD_FAILED,
      });
      if (isRecord(data)) onStarted(String(data.id));
    } catch (error) {
      setProblem(errorText(error, UPLOAD_FAILED));
    } finally {
      setShare(null);
    }
  };
  return (
    <Card>
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void send(event.dataTransfer.files[0]);
        }}
      >
        <p className={styles.dropTitle}>Planilha SINAPI_Referência do mês</p>
        <p className={styles.muted}>
          O arquivo XLSX como a Caixa publica desde 2025, sem abrir e salvar antes. Um só arquivo traz todos os estados
          e regimes; na conferência você escolhe quais gravar.
        </p>
        <input
          ref={input}
          type="file"
          accept=".xlsx"
          className={styles.fileInput}
          aria-label="Planilha do SINAPI"
          tabIndex={-1}
          onChange={(event) => {
            void send(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <Button variant="primary" icon={<UploadIcon />} busy={share !== null} onClick={() => input.current?.click()}>
          Escolher arquivo
        </Button>
        {share !== null && (
          <p className={styles.muted} role="status">
            Enviando, {Math.floor(share * 100)}%
          </p>
        )}
      </div>
      {problem !== null && <Banner tone="error">{problem}</Banner>}
    </Card>
  );
};
