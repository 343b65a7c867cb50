import { isRecord } from '#web/client/storage.ts';
import { Banner, Card, FileDrop } from '#web/ui/index.ts';
import styles from './ImportScreen.module.css';
import { useUpload } from './useUpload.ts';

const PATH = '/api/v1/engineering/cost-databases/imports';

/** Sends the workbook; the import begins once all of it has arrived. */
export const ImportUpload = ({ onStarted }: { onStarted: (jobId: string) => void }) => {
  const { share, problem, send } = useUpload();
  const start = async (file: File) => {
    const answer = await send(PATH, 'workbook', file);
    if (isRecord(answer?.data)) onStarted(String(answer.data.id));
  };
  return (
    <Card>
      <FileDrop
        title="Planilha SINAPI_Referência do mês"
        text="O arquivo XLSX como a Caixa publica desde 2025, sem abrir e salvar antes. Um só arquivo traz todos os estados e regimes; na conferência você escolhe quais gravar."
        label="Planilha do SINAPI"
        accept=".xlsx"
        busy={share !== null}
        onFile={(file) => void start(file)}
      >
        {share !== null && (
          <p className={styles.muted} role="status">
            Enviando, {Math.floor(share * 100)}%
          </p>
        )}
      </FileDrop>
      {problem !== null && <Banner tone="error">{problem.text}</Banner>}
    </Card>
  );
};
