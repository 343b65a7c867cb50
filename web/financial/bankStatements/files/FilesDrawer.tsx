import { counted } from '#domain/numberFormat.ts';
import { downloadFile } from '#web/client/files.ts';
import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { forgetting } from '#web/client/forgetting.ts';
import { errorText } from '#web/client/errors.ts';
import {
  BankStatementFilesDocument,
  useUndoBankStatementImportMutation,
  type StatementFileRowFragment,
} from '#web/generated/financial.ts';
import { useAllRows } from '#web/list/useAllRows.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { ConfirmDialog, Drawer, EmptyState, ErrorState, Skeleton } from '#web/ui/index.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { failures, IMPORT } from '../words.ts';
import { FileCard } from './FileCard.tsx';
import styles from './files.module.css';

type File = StatementFileRowFragment;

/** Lines of wallets with their sums: an import, or its undoing, changes them. */
const forgetLines = forgetting('bankLines', 'bankLineTotals', 'bankDesk', 'bankCandidates', 'openBankLines');

const keptText = (count: number): string =>
  `${counted(count, 'linha')} ${count === 1 ? 'conciliada ficou' : 'conciliadas ficaram'}`;

const useUndo = () => {
  const { companyId } = usePlace();
  const [undo] = useUndoBankStatementImportMutation({ context: { quiet: true } });
  return async ({ id, version, name }: File): Promise<void> => {
    try {
      const { data } = await undo({ variables: { companyId, id, version }, update: (cache) => forgetLines(cache) });
      const kept = data?.undoBankStatementImport.file.keptLines ?? 0;
      notifySuccess('Importação desfeita', { detail: kept > 0 ? `${name}: ${keptText(kept)}` : name });
    } catch (error) {
      notifyFailure(error, failures.undo);
    }
  };
};

interface FilesDrawerProps {
  onClose: () => void;
}

/** The files of statements, newest first, with what each brought; an import is undone here. */
export const FilesDrawer = ({ onClose }: FilesDrawerProps) => {
  const { companyId } = usePlace();
  const [asked, setAsked] = useState<File | null>(null);
  const undo = useUndo();
  const { page, error } = useAllRows({
    document: BankStatementFilesDocument,
    variables: { companyId, page: 0, size: 500 },
    pageOf: (data) => data.bankStatementFiles,
    withPage: (data, bankStatementFiles) => ({ ...data, bankStatementFiles }),
    fresh: true,
  });
  const files = (page?.content ?? []).filter(({ state }) => state !== 'DRAFT');
  const drafts = (page?.content.length ?? 0) - files.length;
  const download = ({ id, name }: File) =>
    void downloadFile(`/api/v1/financial/company/${companyId}/bank-statements/files/${id}/content`, name).catch(
      (failure: unknown) => notifyFailure(failure, failures.download),
    );
  return (
    <Drawer open onClose={onClose} title="Arquivos importados" subtitle={page && counted(files.length, 'arquivo')}>
      {error != null && !page && <ErrorState message={errorText(error, failures.files)} />}
      {!page && error == null && <Skeleton rows={4} />}
      {drafts > 0 && (
        <p className={styles.drafts}>
          {counted(drafts, 'arquivo')} em conferência, sem nada gravado. <Link to={IMPORT}>Continuar</Link>
        </p>
      )}
      {page && files.length === 0 && <EmptyState title="Nenhum arquivo importado" />}
      <ul className={styles.files} aria-label="Arquivos">
        {files.map((file) => (
          <FileCard key={file.id} file={file} onUndo={() => setAsked(file)} onDownload={() => download(file)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title="Desfazer esta importação?"
        text={`As linhas que só ${asked?.name ?? ''} trouxe saem das carteiras. O que outro arquivo também tem, ou está conciliado, fica.`}
        confirm="Desfazer importação"
        danger
        onConfirm={() => {
          if (asked) void undo(asked);
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </Drawer>
  );
};
