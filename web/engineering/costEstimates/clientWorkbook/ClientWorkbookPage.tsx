import { formatDate } from '#domain/dates.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { errorText } from '#web/client/errors.ts';
import type { CostEstimateHeaderFragment } from '#web/generated/engineering.ts';
import { DownloadIcon } from '#web/ui/icons.ts';
import { Banner, Button, ConfirmDialog, dayOf, ErrorState, FileDrop, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { StatePage } from '../states/StatePage.tsx';
import { CheckPanel } from './CheckPanel.tsx';
import styles from './clientWorkbook.module.css';
import { MappingPanel } from './MappingPanel.tsx';
import { useClientWorkbook, type ClientWorkbookState } from './useClientWorkbook.ts';

interface ClientWorkbookPageProps {
  header: CostEstimateHeaderFragment;
  onClose: () => void;
  /** The estimate was changed, and is read anew. */
  onChanged: () => void;
}

const Upload = ({ state }: { state: ClientWorkbookState }) => (
  <>
    {state.uploading.problem && <Banner tone="error">{state.uploading.problem.text}</Banner>}
    <FileDrop
      title="Planilha que o cliente enviou (XLSX)"
      text="Você diz uma vez o que é cada coluna. Os preços do orçamento entram nas células dela, e o arquivo volta como veio: fórmulas, formatos, outras abas e imagens ficam como estão."
      label="Planilha do cliente"
      accept=".xlsx"
      busy={state.uploading.share !== null}
      onFile={(file) => void state.upload(file)}
    />
  </>
);

/** The client's own workbook: sent, mapped, and taken back with the figures of the estimate. */
export const ClientWorkbookPage = ({ header, onClose, onChanged }: ClientWorkbookPageProps) => {
  const state = useClientWorkbook(header.id);
  const [mapping, setMapping] = useState(false);
  const [changed, setChanged] = useState(false);
  const [removing, setRemoving] = useState(false);
  const { workbook } = state;
  const mapped = workbook?.layout != null && !mapping;
  const close = () => {
    if (changed) onChanged();
    onClose();
  };
  return (
    <StatePage
      header={header}
      title="Planilha do cliente"
      onClose={close}
      actions={
        workbook?.file &&
        mapped && (
          <Button variant="primary" icon={<DownloadIcon />} busy={state.busy} onClick={() => void state.download()}>
            Baixar preenchida
          </Button>
        )
      }
    >
      {!workbook ? (
        state.error ? (
          <ErrorState message={errorText(state.error, 'Falha para buscar planilha do cliente')} onRetry={state.retry} />
        ) : (
          <Skeleton rows={8} />
        )
      ) : !workbook.file ? (
        <Upload state={state} />
      ) : (
        <>
          <div className={styles.file}>
            <span>
              <strong>{workbook.file.name}</strong>, {formatBytes(workbook.file.size)}
              <span className={styles.quiet}>
                {' '}
                · {formatDate(dayOf(workbook.file.createdAt))}
                {workbook.file.createdBy ? ` · ${workbook.file.createdBy.name}` : ''}
              </span>
            </span>
            <span className={styles.fileActions}>
              {mapped && <Button onClick={() => setMapping(true)}>Mudar colunas</Button>}
              <Button variant="subtle" disabled={state.busy} onClick={() => setRemoving(true)}>
                Retirar planilha
              </Button>
            </span>
          </div>
          {mapped && workbook.check ? (
            <CheckPanel check={workbook.check} />
          ) : (
            <MappingPanel
              key={workbook.file.createdAt}
              {...{ workbook, state }}
              estimateId={header.id}
              onConfirmed={(fill) => {
                setMapping(false);
                if (fill) setChanged(true);
              }}
            />
          )}
          <ConfirmDialog
            open={removing}
            title="Retirar a planilha do cliente?"
            text="O arquivo e as colunas escolhidas saem deste orçamento. As linhas e os preços ficam."
            confirm="Retirar"
            danger
            onConfirm={() => {
              setRemoving(false);
              void state.remove();
            }}
            onCancel={() => setRemoving(false)}
          />
        </>
      )}
    </StatePage>
  );
};
